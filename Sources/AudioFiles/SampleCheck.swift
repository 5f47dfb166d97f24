internal import Fingerprinting

/// Looks for samples that are no finite number, which are heard as silence.
struct FiniteCheck {
  /// Bytes of a sample; nil where every sample is finite.
  private let size: Int?
  /// The bits of the two last bytes that are all set where a sample is no finite number.
  private let mask: UInt16
  private var position = 0
  private var last: UInt8 = 0
  private var isDone = false

  init(_ format: PCMFormat) {
    switch format.encoding {
    case .f32: (size, mask) = (4, 0x7f80)
    case .f64: (size, mask) = (8, 0x7ff0)
    case .u8, .s16, .s24, .s32: (size, mask) = (nil, 0)
    }
  }

  /// Takes the next bytes, wherever they were divided; says once that there are such samples.
  mutating func take(_ bytes: [UInt8]) -> String? {
    guard let size, !isDone else { return nil }
    for byte in bytes {
      position += 1
      if position == size {
        position = 0
        if (UInt16(byte) << 8 | UInt16(last)) & mask == mask {
          isDone = true
          return "some samples are no finite number and are taken for silence; check the sender"
        }
      }
      last = byte
    }
    return nil
  }
}

/// Looks at the first seconds of bare samples for signs that they are written in another format
/// than was said: sound is smooth and rarely near full scale, bytes read wrongly are neither.
struct SampleCheck {
  private let format: PCMFormat
  private var bytes: [UInt8] = []
  private var isDone = false

  init(_ format: PCMFormat) { self.format = format }

  /// Takes the next bytes; says once what is odd about them.
  mutating func take(_ more: [UInt8]) -> String? {
    guard !isDone else { return nil }
    bytes += more
    let wanted = Int(2 * format.sampleRate.hertz) * format.bytesPerFrame
    guard bytes.count >= wanted else { return nil }
    isDone = true
    defer { bytes = [] }
    let whole = bytes[..<(wanted / format.bytesPerFrame * format.bytesPerFrame)]
    return Self.complaint(about: Array(whole), format)
  }

  private static func complaint(about bytes: [UInt8], _ format: PCMFormat) -> String? {
    let own = Statistics(bytes, format.encoding, channels: format.channels)
    if own.isNoise {
      for encoding in [SampleEncoding.s16, .f32, .s24, .s32] where encoding != format.encoding {
        let other = Statistics(bytes, encoding, channels: format.channels)
        if other.isSound {
          return "these samples hardly are \(format.encoding.rawValue); they look like "
            + "\(encoding.rawValue)"
        }
      }
      return "these samples are noise at full scale; check --format and the order of bytes"
    }
    if format.channels == 1, own.isPaired {
      return "every second sample is much like the one before; they look like 2 channels"
    }
    return nil
  }

  /// What a look at samples shows.
  private struct Statistics {
    var level = 0.0
    /// Mean square of the difference of neighbours, over that of the samples: 2 for white noise.
    var roughness = 0.0
    /// The same of even and of odd neighbours, the smaller over the larger.
    var pairing = 1.0
    var isFinite = true

    init(_ bytes: [UInt8], _ encoding: SampleEncoding, channels: Int) {
      var decoder = PCMDecoder(PCMFormat(sampleRate: SampleRate(8_000), encoding: encoding))
      var samples: [Float] = []
      bytes.withUnsafeBytes { raw in
        decoder.decode(raw) { block in
          block.withUnsafeBufferPointer { samples.append(contentsOf: $0) }
        }
      }
      guard samples.count > 2 * channels else { return }
      var square = 0.0
      var even = 0.0
      var odd = 0.0
      for index in channels..<samples.count {
        let sample = Double(samples[index])
        guard sample.isFinite, abs(sample) < 1e6 else {
          isFinite = false
          return
        }
        let step = sample - Double(samples[index - channels])
        square += sample * sample
        if index.isMultiple(of: 2) { even += step * step } else { odd += step * step }
      }
      level = (square / Double(samples.count - channels)).squareRoot()
      roughness = square > 0 ? (even + odd) / square : 0
      pairing = max(even, odd) > 0 ? min(even, odd) / max(even, odd) : 1
    }

    var isNoise: Bool { !isFinite || level > 0.25 && roughness > 0.8 }
    var isSound: Bool { isFinite && level > 1e-5 && level < 1 && roughness < 0.8 }
    var isPaired: Bool { isFinite && level > 1e-3 && pairing < 0.2 }
  }
}
