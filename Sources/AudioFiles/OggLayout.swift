/// The pages of an Ogg file: whether they are whole, in order and of one stream.
struct OggLayout {
  /// Places where pages are damaged or missing.
  private(set) var damagedPlaces = 0
  /// Streams that run beside each other.
  private var parallel = 0
  /// Whether another stream begins after the end of one.
  private var isChained = false
  /// Whether the last page says that it is the last.
  private(set) var hasEnd = false

  /// Why libsndfile, which reads on over damage without a word, should not read this file.
  var reasonForFFmpeg: String? {
    if damagedPlaces > 0 {
      return "damaged: breaks in the sequence of Ogg pages: \(damagedPlaces); silence put in"
    }
    if isChained { return "several Ogg streams one after the other; read by ffmpeg" }
    if parallel > 1 { return "several Ogg streams beside each other; read by ffmpeg" }
    return nil
  }

  init(_ file: RegularFile, from start: Int64) {
    let scanner = ByteScanner(file)
    var place = start
    var expected: [UInt32: UInt32] = [:]
    var hasData = false
    while place < scanner.size {
      guard let page = OggPage(scanner, at: place), page.isWhole else {
        // A last page cut short is an end, not a break.
        guard let next = Self.nextPage(scanner, after: place) else { break }
        damagedPlaces += 1
        // The pages in between are gone: whatever number comes next is right.
        expected = expected.mapValues { _ in .max }
        place = next
        continue
      }
      if page.isFirst {
        if hasData { isChained = true } else { parallel += 1 }
      } else {
        hasData = true
        if let number = expected[page.stream], number != .max, number != page.number {
          damagedPlaces += 1
        }
      }
      expected[page.stream] = page.number &+ 1
      hasEnd = page.isLast
      place += Int64(page.length)
    }
  }

  /// The next place that looks like a whole page.
  private static func nextPage(_ scanner: ByteScanner, after place: Int64) -> Int64? {
    var start = place + 1
    // Each attempt may sum up 64 kB; a file made of false beginnings must not take for ever.
    var attempts = 0
    while attempts < 10_000,
      let found = scanner.firstPlace(of: 0x4f, from: start, before: scanner.size)
    {
      if let page = OggPage(scanner, at: found) {
        if page.isWhole { return found }
        attempts += 1
      }
      start = found + 1
    }
    return nil
  }
}

/// One page of an Ogg file.
private struct OggPage {
  let stream: UInt32
  let number: UInt32
  let length: Int
  /// Whether all of it is there and its checksum is right.
  let isWhole: Bool
  let isFirst: Bool
  let isLast: Bool

  init?(_ scanner: ByteScanner, at place: Int64) {
    // The longest page has 65,307 bytes.
    let bytes = scanner.look(at: place, 65_307)
    guard bytes.count >= 27, bytes.starts(with: "OggS".utf8), bytes[4] == 0 else { return nil }
    let segments = Int(bytes[26])
    guard bytes.count >= 27 + segments else { return nil }
    length = bytes[27..<(27 + segments)].reduce(27 + segments) { $0 + Int($1) }
    func number(_ offset: Int) -> UInt32 {
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    stream = number(14)
    self.number = number(18)
    isFirst = bytes[5] & 2 != 0
    isLast = bytes[5] & 4 != 0
    isWhole =
      bytes.count >= length
      && OggChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<length])) == number(22)
  }
}

/// The checksum of Ogg pages: CRC-32 with the polynomial 0x04C11DB7, highest bit first.
private enum OggChecksum {
  /// Eight tables, so that eight bytes are taken at once.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte) << 24
      for _ in 0..<8 { value = value << 1 ^ (value >> 31 == 1 ? 0x04c1_1db7 : 0) }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 24)]
    }
    return tables
  }()

  /// The checksum of a page, its own checksum field taken as zero.
  static func of(_ page: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var sum = part(tables, 0, page, 0..<22)
      for _ in 0..<4 { sum = sum << 8 ^ tables[Int(sum >> 24)] }
      return part(tables, sum, page, 26..<page.count)
    }
  }

  private static func part(
    _ tables: UnsafeBufferPointer<UInt32>, _ start: UInt32, _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>
  ) -> UInt32 {
    var sum = start
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let high =
        sum ^ UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      let low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
      sum = tables[0x700 | Int(high >> 24)] ^ tables[0x600 | Int(high >> 16 & 0xff)]
      sum ^= tables[0x500 | Int(high >> 8 & 0xff)] ^ tables[0x400 | Int(high & 0xff)]
      sum ^= tables[0x300 | Int(low >> 24)] ^ tables[0x200 | Int(low >> 16 & 0xff)]
      sum ^= tables[0x100 | Int(low >> 8 & 0xff)] ^ tables[Int(low & 0xff)]
      place += 8
    }
    while place < range.upperBound {
      sum = sum << 8 ^ tables[Int(sum >> 24) ^ Int(bytes[place])]
      place += 1
    }
    return sum
  }
}
