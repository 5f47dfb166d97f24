internal import AudioFiles
public import Fingerprinting

/// Plays an excerpt faster or slower, as a turntable would: pitch and time change together.
///
/// A skew of +0.01 makes 100 Hz sound at 101 Hz, and 1.01 s of the reference pass in 1 s of the
/// query.
public struct FrequencySkew: Augmentation {
  /// How much.
  public struct Configuration: ComponentConfiguration {
    /// Query frequency / reference frequency − 1, or the range it is drawn from.
    public var skew: DrawRange

    /// Joins the settings.
    public init(skew: DrawRange) { self.skew = skew }

    /// One per cent higher and faster.
    public static let standard = Configuration(skew: DrawRange(0.01))

    /// Refuses what is no longer the same music.
    public func validate() throws(ConfigurationError) {
      try skew.validate("skew", within: -0.5...1)
    }
  }

  /// The skew.
  public struct Draw: Hashable, Codable, Sendable {
    /// Query frequency / reference frequency − 1.
    public var skew: Double
  }

  /// The registered name.
  public static let name = "skew"
  /// One sentence for lists and help.
  public static let summary =
    "Resamples by any ratio: +0.01 sounds 1 % higher and passes 1 % faster."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// As much more as the fastest skew takes.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds {
    duration * (1 + configuration.skew.bounds.upperBound)
  }

  /// Draws the skew.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(skew: configuration.skew.draw(using: &generator))
  }

  /// Resamples; the truth gets the same skew and time scale.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let factor = 1 + draw.skew
    let rate = excerpt.audio.sampleRate
    var skewed = excerpt
    do {
      // Read as if it had been sampled faster, the sound is higher and shorter.
      skewed.audio.samples = try Resampler.resample(
        excerpt.audio.samples, from: SampleRate(rate.hertz * factor), to: rate, quality: .high)
    } catch {
      throw .resampling(excerpt: excerpt.source, reason: "\(error)")
    }
    skewed.truth = excerpt.truth(scaledBy: factor)
    return skewed
  }
}
