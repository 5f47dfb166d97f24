internal import CommandLineOptions
internal import Foundation

/// Standard output for results, standard error for everything else.
enum Terminal {
  /// Writes a result.
  static func print(_ text: String) {
    StandardStream.output.write(text.hasSuffix("\n") ? text : text + "\n")
  }

  /// Writes a remark, a warning or a complaint.
  static func remark(_ text: String) {
    StandardStream.errors.write(text + "\n")
  }

  /// Whether a person watches standard error.
  static let showsProgress = isatty(STDERR_FILENO) == 1

  /// Whether a person watches standard output.
  static let isInteractive = isatty(STDOUT_FILENO) == 1

  /// A value as JSON, keys sorted, for `--json`.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
