/// Reads JSON5 and writes the same as plain JSON, or says where it is none.
struct JSON5Scanner {
  private let bytes: [UInt8]
  private var position = 0
  /// What was read, as plain JSON.
  private(set) var json: [UInt8] = []
  /// Where the value begins that was sought, or its nearest parent.
  private(set) var placeSought: Int?

  private let sought: [any CodingKey]?
  /// How many of the sought keys lead to where the scanner is; nil beside the way.
  private var found: Int?
  private var depth = 0

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - bytes: a whole text.
  ///   - sought: keys that lead to a value whose place is wanted.
  /// - Throws: `JSON5Fault` where the bytes are no UTF-8.
  init(_ bytes: [UInt8], seeking sought: [any CodingKey]? = nil) throws(JSON5Fault) {
    self.bytes = bytes
    self.sought = sought
    found = sought == nil ? nil : 0
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var (iterator, decoder, position) = (bytes.makeIterator(), UTF8(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      position += UTF8.width(scalar)
    }
    let byte = String(bytes[min(position, bytes.count - 1)], radix: 16, uppercase: true)
    throw JSON5Fault(
      at: position, in: bytes, "byte 0x\(byte) is no UTF-8; save the text as UTF-8")
  }

  /// Reads all of the text.
  mutating func text() throws(JSON5Fault) {
    try value()
    try skipSpace()
    if next != nil { throw fault("expected the end") }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private func fault(at place: Int? = nil, _ complaint: String) -> JSON5Fault {
    JSON5Fault(at: place ?? position, in: bytes, complaint)
  }

  /// The length of the blank at the position: also no-break spaces, line separators and a byte-order mark.
  private var blankLength: Int? {
    switch next {
    case 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20: 1
    case 0xc2 where starts(with: "\u{a0}"): 2
    case 0xe2 where starts(with: "\u{2028}") || starts(with: "\u{2029}"): 3
    case 0xef where starts(with: "\u{feff}"): 3
    default: nil
    }
  }

  private mutating func skipSpace() throws(JSON5Fault) {
    while true {
      if let length = blankLength {
        position += length
      } else if starts(with: "//") {
        while let byte = next, byte != 0x0a { position += 1 }
      } else if starts(with: "/*") {
        let start = position
        position += 2
        while !starts(with: "*/") {
          guard next != nil else { throw fault(at: start, "a comment without its end") }
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  private mutating func value() throws(JSON5Fault) {
    try skipSpace()
    if found != nil { placeSought = position }
    switch next {
    case UInt8(ascii: "{"): try members(until: UInt8(ascii: "}"), named: true)
    case UInt8(ascii: "["): try members(until: UInt8(ascii: "]"), named: false)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): write(try quoted())
    default: try word()
    }
  }

  private mutating func members(until end: UInt8, named: Bool) throws(JSON5Fault) {
    depth += 1
    if depth > 100 { throw fault("nested too deeply") }
    json.append(bytes[position])
    position += 1
    var (count, names) = (0, Set<[UInt8]>())
    let foundHere = found
    while true {
      try skipSpace()
      if next == end { break }
      if count > 0 { json.append(UInt8(ascii: ",")) }
      if named {
        let start = position
        let name = try name()
        guard names.insert(name).inserted else {
          throw fault(at: start, "'\(String(decoding: name, as: UTF8.self))' stands twice")
        }
        write(name)
        json.append(UInt8(ascii: ":"))
        step(to: String(decoding: name, as: UTF8.self), from: foundHere)
      } else {
        step(to: count, from: foundHere)
      }
      try value()
      found = foundHere
      count += 1
      try skipSpace()
      if next == UInt8(ascii: ",") {
        position += 1
      } else if next != end {
        throw fault("expected ',' or '\(String(decoding: [end], as: UTF8.self))'")
      }
    }
    json.append(end)
    position += 1
    depth -= 1
  }

  /// Notes whether a member is on the way to the value that is sought.
  private mutating func step(to name: String, from place: Int?) {
    guard let sought, let place else { return }
    found = place < sought.count && sought[place].stringValue == name ? place + 1 : nil
  }

  private mutating func step(to index: Int, from place: Int?) {
    guard let sought, let place else { return }
    found = place < sought.count && sought[place].intValue == index ? place + 1 : nil
  }

  private mutating func name() throws(JSON5Fault) -> [UInt8] {
    let start = position
    var name: [UInt8] = []
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      name = try quoted()
    } else {
      while let byte = next, blankLength == nil,
        Self.isLetter(byte) || position > start && Self.isDigit(byte)
      {
        position += 1
      }
      if position == start { throw fault("expected a field's name or '}'") }
      name = Array(bytes[start..<position])
    }
    try skipSpace()
    guard next == UInt8(ascii: ":") else { throw fault("expected ':'") }
    position += 1
    return name
  }

  /// Reads a text in quotation marks.
  ///
  /// - Returns: what it stands for.
  private mutating func quoted() throws(JSON5Fault) -> [UInt8] {
    let (start, mark) = (position, bytes[position])
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != mark, byte != 0x0a, byte != 0x0d {
      position += 1
      if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
    }
    guard next == mark else { throw fault(at: start, "a text without its end") }
    position += 1
    return text
  }

  /// Reads what follows a backslash.
  private mutating func escape(into text: inout [UInt8]) throws(JSON5Fault) {
    let start = position - 1
    guard let byte = next else { return }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0b)
    case UInt8(ascii: "0") where !(next.map(Self.isDigit) ?? false): text.append(0)
    case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "0"):
      throw fault(at: start, "'\\\(Unicode.Scalar(byte))' stands for nothing")
    case UInt8(ascii: "x"):
      let unit = try hexadecimal(2, from: start)
      text += String(Unicode.Scalar(UInt8(truncatingIfNeeded: unit))).utf8
    case UInt8(ascii: "u"):
      var code = UInt32(try hexadecimal(4, from: start))
      if (0xd800..<0xdc00).contains(code), starts(with: "\\u") {
        position += 2
        let low = UInt32(try hexadecimal(4, from: start))
        code = (0xdc00..<0xe000).contains(low) ? 0x10000 + (code & 0x3ff) << 10 + low & 0x3ff : code
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw fault(at: start, "half of a surrogate pair is no character")
      }
      text += String(scalar).utf8
    case 0x0d where next == 0x0a: position += 1
    case 0x0a, 0x0d: break
    default: text.append(byte)
    }
  }

  private mutating func hexadecimal(_ count: Int, from start: Int) throws(JSON5Fault) -> UInt16 {
    let digits = bytes[position...].prefix(count)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == count, digits.allSatisfy(Self.isHexadecimal),
      let value = UInt16(text, radix: 16)
    else { throw fault(at: start, "expected \(count) hexadecimal digits") }
    position += count
    return value
  }

  /// Reads `null`, `true`, `false` or a number.
  private mutating func word() throws(JSON5Fault) {
    let start = position
    while let byte = next, blankLength == nil,
      Self.isLetter(byte) || Self.isDigit(byte) || "+-.".utf8.contains(byte)
    {
      position += 1
    }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if ["null", "true", "false"].contains(word) {
      json += word.utf8
      return
    }
    let isNegative = word.hasPrefix("-")
    let size = word.hasPrefix("+") || isNegative ? word.dropFirst() : word[...]
    if size == "NaN" || size == "Infinity" {
      throw fault(at: start, "NaN and Infinity are no settings")
    }
    json += (isNegative ? "-" : "").utf8
    if size.hasPrefix("0x") || size.hasPrefix("0X") {
      let digits = size.dropFirst(2)
      guard digits.utf8.allSatisfy(Self.isHexadecimal), let value = UInt64(digits, radix: 16)
      else { throw fault(at: start, "expected 1 to 16 hexadecimal digits") }
      json += "\(value)".utf8
    } else {
      json += try decimal(size, at: start).utf8
    }
  }

  /// A decimal number as plain JSON writes it.
  private func decimal(_ size: Substring, at start: Int) throws(JSON5Fault) -> String {
    var rest = size.utf8[...]
    func digits() -> Substring {
      let run = rest.prefix(while: Self.isDigit)
      rest = rest[run.endIndex...]
      return Substring(run)
    }
    let whole = digits()
    var fraction: Substring = ""
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = digits()
    }
    var exponent = ""
    if let mark = rest.first, mark & 0xdf == UInt8(ascii: "E") {
      rest.removeFirst()
      let sign = rest.first.flatMap { "+-".utf8.contains($0) ? $0 : nil }
      if sign != nil { rest.removeFirst() }
      let power = digits()
      if power.isEmpty { rest = size.utf8 }
      exponent = "e\(sign == UInt8(ascii: "-") ? "-" : "")\(power)"
    }
    guard rest.isEmpty, !(whole.isEmpty && fraction.isEmpty) else {
      throw fault(at: start, "expected a value")
    }
    guard whole.count < 2 || !whole.hasPrefix("0") else {
      throw fault(at: start, "a number that begins with 0")
    }
    let number =
      (whole.isEmpty ? "0" : "\(whole)") + (fraction.isEmpty ? "" : ".\(fraction)") + exponent
    guard let value = Double(number), value.isFinite else {
      throw fault(at: start, "a number that is too large")
    }
    return number
  }

  /// Writes a text as plain JSON does.
  private mutating func write(_ text: [UInt8]) {
    json.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        json += "\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8
      default: json.append(byte)
      }
    }
    json.append(UInt8(ascii: "\""))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte & 0xdf)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5a).contains(byte & 0xdf) || byte == 0x24 || byte == 0x5f || byte >= 0x80
  }
}
