/// A path as the bytes that the file system knows: never normalised, not always UTF-8.
public struct FilePath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The bytes, without a terminating zero.
  public let bytes: [UInt8]

  /// A path of bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A path of text, as its UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Runs `body` with the path as a C string.
  public func withCString<Result>(
    _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // A terminated buffer is never empty, so it has an address.
      try body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  /// The path with one more component.
  public func appending(_ component: String) -> FilePath {
    let separator: [UInt8] = bytes.last == UInt8(ascii: "/") || bytes.isEmpty ? [] : [0x2f]
    return FilePath(bytes: bytes + separator + Array(component.utf8))
  }

  /// The last component.
  public var lastComponent: FilePath {
    guard let slash = bytes.lastIndex(of: 0x2f) else { return self }
    return FilePath(bytes: Array(bytes[(slash + 1)...]))
  }

  /// Orders by bytes.
  public static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The path as text that names it alone.
  ///
  /// Bytes that are no UTF-8, control characters and the backslash come as `\xHH`;
  /// `init(escaped:)` reads it back.
  public var description: String {
    var text = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      if byte >= 0x20, byte != 0x5c, byte != 0x7f,
        let character = String(validating: rest.prefix(length), as: UTF8.self)
      {
        text += character
        rest = rest.dropFirst(length)
      } else {
        let digits = Array("0123456789abcdef")
        text += "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The path that `description` wrote.
  public init(escaped text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == 0x5c, rest.count >= 4, rest[rest.startIndex + 1] == UInt8(ascii: "x"),
        // A sign would be taken for part of the number.
        rest[rest.startIndex + 2] != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: rest.dropFirst(2).prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(4)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    self.bytes = bytes
  }
}
