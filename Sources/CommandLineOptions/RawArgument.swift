/// One word of the command line as the bytes that the shell passed: not always UTF-8.
public struct RawArgument: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The bytes, without the terminating zero.
  public let bytes: [UInt8]

  /// A word of bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// A word of text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// A word of text.
  public init(stringLiteral text: String) { self.init(text) }

  /// The words that this program was started with, its own name left out.
  public static var ofProcess: [RawArgument] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { place in
      CommandLine.unsafeArgv[place].map { start in
        var bytes: [UInt8] = []
        while case let byte = start[bytes.count], byte != 0 {
          bytes.append(UInt8(bitPattern: byte))
        }
        return RawArgument(bytes: bytes)
      }
    }
  }

  /// The text, or nothing where the bytes are no UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The word for messages, bytes that are no UTF-8 replaced.
  var shown: String { "'\(String(decoding: bytes, as: UTF8.self))'" }

  /// Whether this can only be meant as an option: it begins with `-`, and is neither `-` alone nor
  /// a negative number.
  var looksLikeOption: Bool {
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return false }
    let second = bytes[1]
    return !((0x30...0x39).contains(second) || second == UInt8(ascii: "."))
  }
}
