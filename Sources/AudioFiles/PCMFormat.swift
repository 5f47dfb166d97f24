public import Fingerprinting

/// How a sample is written.
public enum SampleEncoding: String, Hashable, Codable, Sendable, CaseIterable {
  /// Unsigned, 8 bits; silence is 128.
  case u8
  /// Signed, 16 bits.
  case s16
  /// Signed, 24 bits in three bytes.
  case s24
  /// Signed, 32 bits.
  case s32
  /// Floating point, 32 bits; full scale is ±1.
  case f32
  /// Floating point, 64 bits; full scale is ±1.
  case f64

  /// Bytes of a sample.
  public var byteCount: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    case .f64: 8
    }
  }
}

/// How sound is written as bytes: little-endian samples of one encoding.
public struct PCMFormat: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Frames per second.
  public var sampleRate: SampleRate
  /// Samples in a frame.
  public var channels: Int
  /// How a sample is written.
  public var encoding: SampleEncoding
  /// Whether the samples of a frame stand together; otherwise each channel is a piece of its own.
  public var isInterleaved: Bool

  /// Joins the parts.
  public init(
    sampleRate: SampleRate, channels: Int = 1, encoding: SampleEncoding = .f32,
    isInterleaved: Bool = true
  ) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.encoding = encoding
    self.isInterleaved = isInterleaved
  }

  /// Bytes of a frame.
  public var bytesPerFrame: Int { encoding.byteCount * channels }

  /// The four rates that recognisers of 2021 took: 16, 32, 44.1 and 48 kHz.
  public static let classicRates = [16_000.0, 32_000, 44_100, 48_000]

  /// Says what is impossible about a format.
  ///
  /// - Parameter isStrict: whether only the four classic rates are allowed.
  /// - Throws: `PCMFormatError` with what would be possible.
  public func validate(isStrict: Bool = false) throws(PCMFormatError) {
    guard sampleRate.hertz >= 8_000, sampleRate.hertz <= 192_000 else {
      throw PCMFormatError(
        "expected a sample rate of 8,000 to 192,000 Hz, found \(sampleRate); state the rate that "
          + "the sound really has")
    }
    guard (1...8).contains(channels) else {
      throw PCMFormatError("expected 1 to 8 channels, found \(channels)")
    }
    guard !isStrict || Self.classicRates.contains(sampleRate.hertz) else {
      throw PCMFormatError(
        "expected 16,000, 32,000, 44,100 or 48,000 Hz in strict mode, found \(sampleRate); "
          + "leave strict mode, or convert the sound")
    }
  }

  /// The format in words.
  public var description: String {
    "\(encoding.rawValue), \(channels) channel\(channels == 1 ? "" : "s"), \(sampleRate)"
      + (isInterleaved || channels == 1 ? "" : ", planar")
  }
}

/// A format that sound cannot have, or that is not allowed here.
public struct PCMFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, what was found, what to do.
  public let description: String
  /// Makes an error of its words.
  public init(_ description: String) { self.description = description }
}
