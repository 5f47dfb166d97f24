/// The four bytes before each frame of MPEG audio.
struct MPEGHeader {
  let bits: UInt32
  /// 1, 2 or 3.
  let layer: Int
  let sampleRate: Int
  let channels: Int
  /// Bytes of the whole frame, these four included.
  let length: Int
  let samples: Int
  private let isVersion1: Bool

  private static let rates = [44_100, 48_000, 32_000]
  /// In kbit/s, by version (1; 2 and 2.5) and layer.
  private static let bitRates: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  init?(_ bits: UInt32) {
    let version = Int(bits >> 19 & 3)
    let layerBits = Int(bits >> 17 & 3)
    let bitRateIndex = Int(bits >> 12 & 15)
    let rateIndex = Int(bits >> 10 & 3)
    // Free bit rates (index 0) are left to the decoders.
    guard bits >> 21 == 0x7ff, version != 1, layerBits != 0, 1...14 ~= bitRateIndex, rateIndex < 3
    else { return nil }
    self.bits = bits
    layer = 4 - layerBits
    isVersion1 = version == 3
    sampleRate = Self.rates[rateIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    channels = bits >> 6 & 3 == 3 ? 1 : 2
    let table = isVersion1 ? layer - 1 : layer == 1 ? 3 : 4
    let bitRate = Self.bitRates[table][bitRateIndex] * 1_000
    let padding = Int(bits >> 9 & 1)
    switch layer {
    case 1:
      samples = 384
      length = (12 * bitRate / sampleRate + padding) * 4
    case 2:
      samples = 1_152
      length = 144 * bitRate / sampleRate + padding
    default:
      samples = isVersion1 ? 1_152 : 576
      length = samples / 8 * bitRate / sampleRate + padding
    }
    guard length > 4 else { return nil }
  }

  /// Version, layer and rate: what must not change within a stream.
  var family: UInt32 { bits & 0xfffe_0c00 }

  /// Bytes of side information after the header (layer III).
  var sideLength: Int {
    isVersion1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
  }

  /// Bytes of header, checksum and side information.
  var preamble: Int { 4 + (bits & 0x1_0000 == 0 ? 2 : 0) + sideLength }

  /// How many bytes before the frame its sound begins (layer III), by its first bytes.
  func reservoir(_ frame: UnsafeRawBufferPointer) -> Int {
    let place = preamble - sideLength
    guard layer == 3, frame.count >= place + 2 else { return 0 }
    return isVersion1 ? Int(frame[place]) << 1 | Int(frame[place + 1] >> 7) : Int(frame[place])
  }

  /// The same kind of frame without a checksum or padding.
  var plain: MPEGHeader? { MPEGHeader(bits & ~0x200 | 0x1_0000) }

  /// The same kind of frame, plain, at the lowest bit rate that has room for so many bytes.
  func plain(holding count: Int) -> MPEGHeader? {
    for index in UInt32(1)...14 {
      if let header = MPEGHeader(bits & ~0xf200 | 0x1_0000 | index << 12), header.length >= count {
        return header
      }
    }
    return nil
  }

  /// The header as the file holds it.
  var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) } }

  /// The name of version and layer.
  var name: String {
    "MPEG-\(isVersion1 ? "1" : bits >> 19 & 3 == 2 ? "2" : "2.5") layer "
      + String(repeating: "I", count: layer)
  }
}
