internal import Foundation

/// Standard output for results, standard error for everything else.
enum Terminal {
  /// Writes a result.
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
  }

  /// Writes a remark, a warning or a complaint.
  static func remark(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Whether a person watches standard error.
  static let showsProgress = isatty(STDERR_FILENO) == 1

  /// A value as JSON, keys sorted, for `--json`.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
