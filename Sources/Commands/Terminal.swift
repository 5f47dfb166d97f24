internal import CommandLineOptions
internal import Foundation
internal import Tabular

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

  /// The columns of the terminal that shows standard error; 80 where it does not say.
  static var columns: Int { columns(of: STDERR_FILENO) }

  private static func columns(of descriptor: CInt) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes Markdown as a result: to a person so that it fits the screen, else as it is.
  static func print(markdown text: String) {
    print(isInteractive ? Markdown.screen(text, columns: columns(of: STDOUT_FILENO)) : text)
  }

  /// A value as JSON, keys sorted, for `--json`.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
