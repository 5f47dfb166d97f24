/// One argument of a program, as the bytes that the program gets: file names need not be UTF-8.
public struct ProgramArgument: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The bytes, without a terminating zero.
  public let bytes: [UInt8]

  /// An argument of bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// An argument of text, as its UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// An argument written as a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
