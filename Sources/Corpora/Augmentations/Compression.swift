public import Fingerprinting

/// Makes loud places quieter, as the compressors of broadcasts and telephones do.
///
/// The level is followed sample by sample, rising and falling exponentially; what is above the
/// threshold grows only by one part of `ratio`.
public struct Compression: Augmentation {
  /// How strong and how fast.
  public struct Configuration: ComponentConfiguration {
    /// Where it begins, in dB above the excerpt's RMS level, or the range it is drawn from.
    public var threshold: DrawRange
    /// So many dB more in are one dB more out.
    public var ratio: Double
    /// The time constant of a rising level, in seconds.
    public var attack: Double
    /// The time constant of a falling level, in seconds.
    public var release: Double

    /// Joins the settings.
    public init(threshold: DrawRange, ratio: Double, attack: Double, release: Double) {
      self.threshold = threshold
      self.ratio = ratio
      self.attack = attack
      self.release = release
    }

    /// 4 to 1 from 12 dB below the RMS level on.
    public static let standard = Configuration(
      threshold: DrawRange(-12), ratio: 4, attack: 0.005, release: 0.1)

    /// Refuses what does not compress.
    public func validate() throws(ConfigurationError) {
      try threshold.validate("threshold", within: -80...40)
      guard (1...1_000).contains(ratio), (0...10).contains(attack), (0...10).contains(release)
      else {
        throw ConfigurationError(
          "'ratio' must lie in 1 to 1000, 'attack' and 'release' in 0 to 10 s, found \(ratio), "
            + "\(attack) and \(release)")
      }
    }
  }

  /// Where it begins.
  public struct Draw: Hashable, Codable, Sendable {
    /// Where it begins, in dB above the excerpt's RMS level.
    public var threshold: Double
  }

  /// The registered name.
  public static let name = "compression"
  /// One sentence for lists and help.
  public static let summary = "Compresses dynamics: what is louder than a threshold grows less."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws the threshold.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(threshold: configuration.threshold.draw(using: &generator))
  }

  /// Compresses; the truth stays.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let threshold =
      (excerpt.audio.meanSquare * Arithmetic.powerRatio(ofDecibels: draw.threshold)).squareRoot()
    guard threshold > 0 else { return excerpt }
    let rate = excerpt.audio.sampleRate.hertz
    let rise = Self.step(towards: configuration.attack, rate: rate)
    let fall = Self.step(towards: configuration.release, rate: rate)
    let slope = 1 / configuration.ratio - 1
    var compressed = excerpt
    compressed.audio.samples.withUnsafeMutableBufferPointer { samples in
      var level = 0.0
      for place in samples.indices {
        let sample = Double(samples[place])
        let difference = abs(sample) - level
        level += difference * (difference > 0 ? rise : fall)
        guard level > threshold else { continue }
        let gain = Arithmetic.exponential(slope * Arithmetic.logarithm(level / threshold))
        samples[place] = Float(sample * gain)
      }
    }
    return compressed
  }

  /// The share of a difference that one sample makes up for.
  private static func step(towards seconds: Double, rate: Double) -> Double {
    seconds * rate > 1 ? 1 - Arithmetic.exponential(-1 / (rate * seconds)) : 1
  }
}
