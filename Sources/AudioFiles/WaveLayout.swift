internal import Fingerprinting

/// The chunks of a RIFF/WAVE or RF64 file, read with distrust of every size.
struct WaveLayout {
  var sampleRate = 0
  var channels = 0
  /// Where the 32-bit size of the sound stands.
  private var sizePlace: Int64 = 0
  private var dataStart: Int64 = 0
  /// How many bytes of sound there really are.
  private var dataLength: Int64 = 0
  private var formatPlace: Int64 = 0
  private var formatLength: Int64 = 0
  private var blockSize = 0
  private var format = 0
  private var is64Bit = false
  /// How many bytes of sound the header claims; nil where it leaves that open.
  private var claimedBytes: Int64?
  /// Bytes after the end, by the header's own reckoning.
  private var trailingBytes: Int64 = 0
  private var hasOverflowed = false

  /// Whether bytes tell frames: plain, float, A-law, µ-law, extensible.
  var hasFixedFrames: Bool { [1, 3, 6, 7, 0xfffe].contains(format) && blockSize > 0 }

  /// Frames that the header claims; nil where it leaves that open.
  var claimedFrames: Int64? {
    hasFixedFrames ? claimedBytes.map { $0 / Int64(blockSize) } : nil
  }

  var warnings: [String] {
    var warnings: [String] = []
    if claimedBytes == nil, !hasOverflowed {
      warnings.append("the header gives no length; read to the end of the file")
    }
    if hasOverflowed {
      warnings.append("the sound is longer than its 32-bit size can say; read to the end")
    }
    if trailingBytes > max(1_024, dataLength / 100) {
      warnings.append("ignored: \(trailingBytes) bytes after the end of the sound")
    }
    return warnings
  }

  /// Finds the format and the sound; nil where there is no such pair.
  init?(_ file: RegularFile, at base: Int64) {
    let head = file.bytes(at: base, count: 12)
    guard head.count == 12,
      head.starts(with: "RIFF".utf8) || head[1...3] == [0x46, 0x36, 0x34][...]
        || head[1...3] == [0x57, 0x36, 0x34][...]
    else { return nil }
    is64Bit = !head.starts(with: "RIFF".utf8)
    let containerSize = Self.number(head, 4, 4)
    var longSize: Int64?
    var place = base + 12
    while true {
      let chunk = file.bytes(at: place, count: 8)
      guard chunk.count == 8 else { return nil }
      let size = Self.number(chunk, 4, 4)
      if chunk.starts(with: "ds64".utf8) {
        let sizes = file.bytes(at: place + 8, count: 16)
        guard sizes.count == 16 else { return nil }
        longSize = Int64(clamping: UInt64(bitPattern: Self.number(sizes, 8, 8)))
      } else if chunk.starts(with: "fmt ".utf8) {
        let fields = file.bytes(at: place + 8, count: 16)
        guard size >= 16, fields.count == 16 else { return nil }
        formatPlace = place
        formatLength = 8 + size
        format = Int(Self.number(fields, 0, 2))
        channels = Int(Self.number(fields, 2, 2))
        sampleRate = Int(Self.number(fields, 4, 4))
        blockSize = Int(Self.number(fields, 12, 2))
      } else if chunk.starts(with: "data".utf8) {
        guard format != 0 else { return nil }
        sizePlace = place + 4
        dataStart = place + 8
        measure(file, claimed: size, longSize: longSize, end: base + 8 + containerSize)
        return
      }
      place += 8 + size + size % 2
    }
  }

  /// Settles how much sound there is.
  private mutating func measure(
    _ file: RegularFile, claimed: Int64, longSize: Int64?, end: Int64
  ) {
    let available = max(0, file.size - dataStart)
    if is64Bit, claimed == 0xffff_ffff, let longSize {
      claimedBytes = longSize
    } else if claimed == 0 ? !isRealEnd(file, from: dataStart) : claimed >= 0x7fff_f000 {
      // Writers into a pipe never come back to fill the size in.
      claimedBytes = 1..<0xffff_ffff ~= claimed && claimed <= available ? claimed : nil
    } else {
      claimedBytes = claimed
    }
    let lap: Int64 = 1 << 32
    if !is64Bit, let bytes = claimedBytes, available - bytes >= lap {
      hasOverflowed = true
      claimedBytes = nil
      dataLength = bytes + (available - bytes) / lap * lap
    } else {
      dataLength = min(claimedBytes ?? available, available)
      if claimedBytes != nil {
        trailingBytes = max(0, file.size - max(end, dataStart + dataLength))
      }
    }
  }

  /// Whether nothing, or whole chunks up to the end of the file, follow: then the sound is empty
  /// in earnest.
  private func isRealEnd(_ file: RegularFile, from start: Int64) -> Bool {
    var place = start
    while place < file.size {
      let chunk = file.bytes(at: place, count: 8)
      guard chunk.count == 8, chunk.prefix(4).allSatisfy({ 0x20...0x7e ~= $0 }) else {
        return false
      }
      let size = Self.number(chunk, 4, 4)
      place += 8 + size + size % 2
    }
    return place <= file.size + 1
  }

  /// The file as it should have been: the right size before the sound, nothing after it.
  func view(of file: RegularFile, from base: Int64) -> FileView {
    let view = FileView(file)
    func put(_ number: some FixedWidthInteger) {
      let bytes = withUnsafeBytes(of: number.littleEndian) { Array($0) }
      view.append(.bytes(bytes), length: Int64(bytes.count))
    }
    if is64Bit {
      view.append(.file(base), length: dataStart - base)
    } else if dataLength < 0xffff_0000 {
      view.append(.file(base), length: sizePlace - base)
      put(UInt32(dataLength))
    } else {
      // Only RF64 has room for the size.
      view.append(.bytes(Array("RF64".utf8)), length: 4)
      put(UInt32.max)
      view.append(.bytes(Array("WAVEds64".utf8)), length: 8)
      put(UInt32(28))
      put(UInt64(dataLength + formatLength + 60))
      put(UInt64(dataLength))
      put(UInt64(dataLength) / UInt64(max(1, blockSize)))
      put(UInt32(0))
      view.append(.file(formatPlace), length: formatLength)
      view.append(.bytes(Array("data".utf8)), length: 4)
      put(UInt32.max)
    }
    view.append(.file(dataStart), length: dataLength)
    return view
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int64 {
    (0..<count).reduce(0) { $0 | Int64(bytes[offset + $1]) << (8 * $1) }
  }
}
