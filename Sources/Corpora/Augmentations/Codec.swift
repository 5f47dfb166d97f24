internal import AudioFiles
public import Fingerprinting
internal import Synchronization

/// Codes an excerpt with a lossy codec and decodes it again, as real encoders do it.
///
/// The codec's delay stays in the sound, as in a broadcast, and moves into the truth. It is measured
/// with a probe, once for each codec, bit rate and sample rate.
public struct Codec: Augmentation {
  /// Which codec.
  public struct Configuration: ComponentConfiguration {
    /// `mp3`, `vorbis`, `opus`, `gsm`, `aac`, `mulaw` or `alaw`.
    public var format: String
    /// Bits per second; 0 for the format's usual number.
    public var bitrate: Int

    /// Joins the settings.
    public init(format: String, bitrate: Int = 0) {
      self.format = format
      self.bitrate = bitrate
    }

    /// MP3 at its usual bit rate.
    public static let standard = Configuration(format: "mp3")

    /// Refuses unknown formats, and bit rates that a format cannot have.
    public func validate() throws(ConfigurationError) {
      guard let codec = LossyCodec(rawValue: format) else {
        throw ConfigurationError(
          "unknown format '\(format)'; "
            + nearestNames(to: format, among: LossyCodec.allCases.map(\.rawValue)))
      }
      if codec.hasFixedBitrate, bitrate != 0, bitrate != codec.usualBitrate {
        throw ConfigurationError(
          "'bitrate' of \(format) is \(codec.usualBitrate) or left out, found \(bitrate)")
      }
      guard bitrate == 0 || (500...512_000).contains(bitrate) else {
        throw ConfigurationError(
          "'bitrate' must be 500 to 512000 bits per second, or 0 for the usual number, found "
            + "\(bitrate)")
      }
    }
  }

  /// Nothing is left to chance.
  public typealias Draw = NoDraw

  /// The registered name.
  public static let name = "codec"
  /// One sentence for lists and help.
  public static let summary =
    "Codes and decodes with ffmpeg: mp3, vorbis, opus, gsm, aac, mulaw or alaw, its delay kept."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration
  private let codec: LossyCodec

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    codec = LossyCodec(rawValue: configuration.format) ?? .mp3
  }

  /// Codes the probe, so that a missing encoder or an impossible bit rate is found.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    _ = try codingDelay(at: .compactDisc)
  }

  /// Draws nothing.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> NoDraw { NoDraw() }

  /// Codes and decodes; the codec's delay moves into the truth.
  public func apply(
    _ draw: NoDraw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    let delay = try codingDelay(at: rate)
    var coded = excerpt
    coded.audio = try roundTrip(excerpt.audio)
    coded.truth = excerpt.truth(delayedBy: rate.duration(ofSamples: delay))
    return coded
  }

  private func roundTrip(_ audio: AudioBuffer) throws(AugmentationError) -> AudioBuffer {
    do {
      return try codec.roundTrip(
        audio, bitrate: configuration.bitrate == 0 ? nil : configuration.bitrate)
    } catch {
      throw .processing(reason: error.description)
    }
  }

  // MARK: delay

  private struct DelayKey: Hashable {
    var configuration: Configuration
    var rate: SampleRate
  }

  /// What has been measured: results do not depend on it.
  private static let delays = Mutex<[DelayKey: Int]>([:])

  /// By how many samples the decoded probe is late.
  private func codingDelay(at rate: SampleRate) throws(AugmentationError) -> Int {
    let key = DelayKey(configuration: configuration, rate: rate)
    if let known = Self.delays.withLock({ $0[key] }) { return known }
    let probe = Self.probe(at: rate)
    let longest = Int(rate.hertz / 5)
    let found = delay(
      of: try roundTrip(probe).samples, after: probe.samples, within: -longest...longest)
    Self.delays.withLock { $0[key] = found }
    return found
  }

  /// Pink noise whose level changes twenty times a second: nothing that repeats itself.
  private static func probe(at rate: SampleRate) -> AudioBuffer {
    var samples = NoiseColour.pink.samples(
      count: Int(1.5 * rate.hertz), at: rate, seed: Seed(0x636f_6465_63))
    var generator = Seed(0x636f_6465_63).deriving("levels").generator
    let step = max(1, Int(rate.hertz / 20))
    var level: Float = 1
    for place in samples.indices {
      if place % step == 0 { level = Float(generator.uniform(in: 0.2...1)) }
      samples[place] *= level
    }
    let peak = samples.reduce(0) { max($0, abs($1)) }
    if peak > 0 { for place in samples.indices { samples[place] *= 0.5 / peak } }
    return AudioBuffer(samples: samples, sampleRate: rate)
  }
}
