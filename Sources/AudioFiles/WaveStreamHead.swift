internal import Fingerprinting

/// The head of a WAV file that comes through a pipe: its sizes may be unknown, and nothing can be
/// read twice.
struct WaveStreamHead {
  enum Finding {
    case needsMore
    case wave(PCMFormat, rest: [UInt8])
    case noWave([UInt8])
    case unusable(String)
  }

  private var bytes: [UInt8] = []
  /// Bytes of sound that are still to come; nil where the header leaves that open.
  private var left: Int?

  /// What was held back when the stream ended, where it was no WAV file.
  var unfinished: [UInt8]? { bytes.isEmpty ? nil : bytes }

  mutating func take(_ more: ArraySlice<UInt8>) -> Finding {
    bytes += more
    let magic = Array("RIFF".utf8)
    guard bytes.prefix(4).elementsEqual(magic.prefix(bytes.count)) else { return .noWave(bytes) }
    guard bytes.count >= 12 else { return .needsMore }
    guard bytes[8..<12].elementsEqual("WAVE".utf8) else { return .noWave(bytes) }
    var place = 12
    var format: PCMFormat?
    while place + 8 <= bytes.count {
      let size = number(place + 4, 4)
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      if name == "data" {
        guard let format else { return .unusable("a WAV file whose sound comes before its format") }
        // Writers into a pipe do not know the size.
        left = size == 0 || size >= 0x7fff_f000 ? nil : size
        return .wave(format, rest: Array(bytes[(place + 8)...]))
      }
      if name == "fmt " {
        guard size >= 16, place + 8 + size <= bytes.count else { break }
        switch read(formatAt: place + 8, size) {
        case .success(let found): format = found
        case .failure(let reason): return .unusable(reason.description)
        }
      }
      place += 8 + size + size % 2
    }
    guard bytes.count < 1 << 20 else {
      return .unusable("a WAV file without sound in its first MiB")
    }
    return .needsMore
  }

  /// Leaves out what comes after the sound.
  mutating func limit(_ sound: [UInt8]) -> [UInt8] {
    guard let known = left else { return sound }
    let taken = min(known, sound.count)
    left = known - taken
    return taken == sound.count ? sound : Array(sound[..<taken])
  }

  private func read(formatAt place: Int, _ size: Int) -> Result<PCMFormat, PCMFormatError> {
    var tag = number(place, 2)
    if tag == 0xfffe, size >= 26 { tag = number(place + 24, 2) }
    let bits = number(place + 14, 2)
    let encoding: SampleEncoding? =
      switch (tag, bits) {
      case (1, 8): .u8
      case (1, 16): .s16
      case (1, 24): .s24
      case (1, 32): .s32
      case (3, 32): .f32
      case (3, 64): .f64
      default: nil
      }
    guard let encoding else {
      return .failure(
        PCMFormatError(
          "a WAV file of format \(tag) with \(bits) bits; expected plain samples of 8 to 64 bits"))
    }
    return .success(
      PCMFormat(
        sampleRate: SampleRate(Double(number(place + 4, 4))), channels: number(place + 2, 2),
        encoding: encoding))
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
