internal import Foundation

/// Finds where a text stops being JSON5, because the system's decoder only says that it does.
public struct JSON5Fault: Error {
  /// The place and the complaint, such as `line 2, column 9: expected ':'`.
  ///
  /// - Parameter bytes: a text that the decoder refused.
  /// - Returns: words for the first fault found.
  public static func first(in bytes: [UInt8]) -> String { place(in: bytes) ?? "it cannot be read" }

  /// The place and the complaint; nil where no fault is found.
  static func place(in bytes: [UInt8]) -> String? {
    if let line = lineOfOtherBytes(in: bytes) { return "line \(line): bytes that are no UTF-8" }
    var scanner = Scanner(bytes: bytes)
    do {
      try scanner.value()
      try scanner.skipSpace()
      if scanner.next != nil { throw JSON5Fault(at: scanner.position, "expected the end") }
    } catch let fault as JSON5Fault {
      let before = bytes[..<min(fault.position, bytes.count)]
      let line = before.count { $0 == 0x0a } + 1
      let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
      let column = String(decoding: before[start...], as: UTF8.self).count + 1
      return "line \(line), column \(column): \(fault.complaint)"
    } catch {}
    return nil
  }

  /// The first line that is no UTF-8.
  private static func lineOfOtherBytes(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }

  private let position: Int
  private let complaint: String
  private init(at position: Int, _ complaint: String) {
    self.position = position
    self.complaint = complaint
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() throws {
      while let byte = next {
        if byte <= 0x20 {
          position += 1
        } else if bytes[position...].starts(with: "//".utf8) {
          while let byte = next, byte != 0x0a { position += 1 }
        } else if bytes[position...].starts(with: "/*".utf8) {
          let start = position
          position += 2
          while !bytes[position...].starts(with: "*/".utf8) {
            guard next != nil else { throw JSON5Fault(at: start, "a comment without its end") }
            position += 1
          }
          position += 2
        } else {
          return
        }
      }
    }

    mutating func value() throws {
      try skipSpace()
      switch next {
      case UInt8(ascii: "{")?: try members(until: UInt8(ascii: "}"), named: true)
      case UInt8(ascii: "[")?: try members(until: UInt8(ascii: "]"), named: false)
      case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: try text()
      default: try word()
      }
    }

    private mutating func members(until end: UInt8, named: Bool) throws {
      depth += 1
      if depth > 500 { throw JSON5Fault(at: position, "nested too deeply") }
      position += 1
      while true {
        try skipSpace()
        if next == end { break }
        if named { try name() }
        try value()
        try skipSpace()
        if next == UInt8(ascii: ",") {
          position += 1
        } else if next != end {
          let end = String(decoding: [end], as: UTF8.self)
          throw JSON5Fault(at: position, "expected ',' or '\(end)'")
        }
      }
      position += 1
      depth -= 1
    }

    private mutating func name() throws {
      let start = position
      if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
        try text()
      } else {
        while let byte = next, Self.isLetter(byte) || position > start && Self.isDigit(byte) {
          position += 1
        }
        if position == start {
          throw JSON5Fault(at: start, "expected a field's name or '}'")
        }
      }
      try skipSpace()
      guard next == UInt8(ascii: ":") else { throw JSON5Fault(at: position, "expected ':'") }
      position += 1
    }

    private mutating func text() throws {
      let (start, quote) = (position, bytes[position])
      position += 1
      while let byte = next, byte != quote, byte != 0x0a {
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      guard next == quote else { throw JSON5Fault(at: start, "a text without its end") }
      position += 1
    }

    private mutating func word() throws {
      let start = position
      while let byte = next, Self.isLetter(byte) || Self.isDigit(byte) || "+-.".utf8.contains(byte)
      {
        position += 1
      }
      let word = String(decoding: bytes[start..<position], as: UTF8.self)
      let number = word.hasPrefix("+") ? String(word.dropFirst()) : word
      guard ["null", "true", "false"].contains(word) || Double(number) != nil else {
        throw JSON5Fault(at: start, "expected a value")
      }
      if let value = Double(number), !value.isFinite {
        throw JSON5Fault(at: start, "NaN and Infinity are no settings")
      }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5a).contains(byte & 0xdf) || byte == 0x24 || byte == 0x5f || byte >= 0x80
    }
  }
}
