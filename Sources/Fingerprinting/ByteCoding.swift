/// Bytes and bits that grow: numbers in LEB128, bits from the highest of each byte down.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  /// The number in groups of seven bits, lowest first; all bytes but the last have their top bit
  /// set.
  mutating func appendNumber(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// The bytes after their number.
  mutating func appendCounted(_ more: some Collection<UInt8>) {
    appendNumber(UInt64(more.count))
    append(more)
  }

  /// The lowest `width` bits of a value; `width` is at most 32.
  mutating func writeBits(_ value: UInt32, _ width: Int) {
    pending = pending << UInt64(width) | UInt64(value)
    pendingBits += width
    while pendingBits >= 8 {
      pendingBits -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingBits)))
    }
  }

  /// Fills the last byte up with zeros.
  mutating func endBits() {
    if pendingBits > 0 { writeBits(0, 8 - pendingBits) }
  }

  /// Rice's code of a value.
  ///
  /// Its upper part as that many ones and a zero, then its lower `parameter` bits. Where there
  /// would be 24 ones or more, 24 ones and the value in 32 bits.
  mutating func writeRice(_ value: UInt32, _ parameter: Int) {
    let upper = value >> UInt32(parameter)
    guard upper < riceEscape else {
      writeBits((1 << riceEscape) - 1, Int(riceEscape))
      return writeBits(value, 32)
    }
    writeBits((1 << (upper + 1)) - 2, Int(upper) + 1)
    writeBits(value & ((1 << UInt32(parameter)) - 1), parameter)
  }

  /// The truncated binary code of a value below `count`: no bit where there is one value only.
  mutating func writeBounded(_ value: UInt32, below count: UInt32) {
    let (width, short) = boundedWidth(count)
    if value < short {
      writeBits(value, width)
    } else {
      writeBits(value + short, width + 1)
    }
  }
}

/// Reads what `BitWriter` wrote; whatever the bytes are, it throws and never traps.
struct BitReader {
  private let bytes: [UInt8]
  private var bit = 0
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count * 8
  }

  /// Bits that have not been read.
  var bitsLeft: Int { end - bit }

  mutating func byte() throws(SignatureFileError) -> UInt8 {
    guard bitsLeft >= 8 else { throw .cutShort }
    defer { bit += 8 }
    return bytes[bit / 8]
  }

  mutating func take(_ count: Int) throws(SignatureFileError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bitsLeft / 8 else { throw .cutShort }
    defer { bit += count * 8 }
    return bytes[bit / 8..<bit / 8 + count]
  }

  mutating func number(atMost limit: UInt64 = .max) throws(SignatureFileError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      let part = UInt64(byte & 0x7f)
      guard shift < 64, (part << shift) >> shift == part else {
        throw .malformed("a number overflows")
      }
      value |= part << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      guard byte != 0 || shift == 7 else {
        throw .malformed("a number is not in its shortest form")
      }
      guard value <= limit else { throw .malformed("the number \(value) is above \(limit)") }
      return value
    }
  }

  mutating func counted() throws(SignatureFileError) -> ArraySlice<UInt8> {
    try take(Int(try number(atMost: UInt64(bitsLeft / 8))))
  }

  mutating func text() throws(SignatureFileError) -> String {
    guard let text = String(validating: try counted(), as: UTF8.self) else {
      throw .malformed("a text is no UTF-8")
    }
    return text
  }

  mutating func bits(_ width: Int) throws(SignatureFileError) -> UInt32 {
    guard width <= bitsLeft else { throw .cutShort }
    var value: UInt64 = 0
    var left = width
    while left > 0 {
      let offset = bit & 7
      let taken = min(8 - offset, left)
      let part = (bytes[bit >> 3] << UInt8(offset)) >> UInt8(8 - taken)
      value = value << UInt64(taken) | UInt64(part)
      bit += taken
      left -= taken
    }
    return UInt32(truncatingIfNeeded: value)
  }

  mutating func rice(_ parameter: Int) throws(SignatureFileError) -> UInt32 {
    var upper: UInt32 = 0
    while try bits(1) == 1 {
      upper += 1
      guard upper == riceEscape else { continue }
      let value = try bits(32)
      guard value >> UInt32(parameter) >= riceEscape else {
        throw .malformed("a number is not in its shortest form")
      }
      return value
    }
    return upper << UInt32(parameter) | (try bits(parameter))
  }

  mutating func bounded(below count: UInt32) throws(SignatureFileError) -> UInt32 {
    let (width, short) = boundedWidth(count)
    let value = try bits(width)
    guard value >= short else { return value }
    return value << 1 + (try bits(1)) - short
  }

  /// Checks that only the zeros are left that fill the last byte.
  mutating func expectEnd() throws(SignatureFileError) {
    guard bitsLeft < 8, try bits(bitsLeft) == 0 else {
      throw .malformed("more follows where the end should be")
    }
  }
}

private let riceEscape: UInt32 = 24

/// The bits of the shorter codes for values below `count`, and how many values have one.
private func boundedWidth(_ count: UInt32) -> (width: Int, short: UInt32) {
  let width = 31 - count.leadingZeroBitCount
  return (width, UInt32(truncatingIfNeeded: (UInt64(2) << UInt64(width)) - UInt64(count)))
}

/// The parameter with which the values take the fewest bits in Rice's code.
func bestRiceParameter(_ values: some Sequence<UInt32>) -> Int {
  var costs = [Int](repeating: 0, count: 17)
  for value in values {
    for parameter in costs.indices {
      let upper = value >> UInt32(parameter)
      costs[parameter] += upper < riceEscape ? Int(upper) + 1 + parameter : Int(riceEscape) + 32
    }
  }
  return costs.indices.min { costs[$0] < costs[$1] } ?? 0
}
