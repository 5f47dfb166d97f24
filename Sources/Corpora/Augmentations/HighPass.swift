public import Fingerprinting

/// Takes away what is below a frequency: a Butterworth filter, from rest.
public struct HighPass: Augmentation {
  /// Where and how steep.
  public struct Configuration: ComponentConfiguration {
    /// The frequency in hertz that is 3 dB weaker, or the range it is drawn from.
    public var cutoff: DrawRange
    /// The order: 6 dB for each octave each.
    public var order: Int

    /// Joins the settings.
    public init(cutoff: DrawRange, order: Int) {
      self.cutoff = cutoff
      self.order = order
    }

    /// 300 Hz, 24 dB for each octave.
    public static let standard = Configuration(cutoff: DrawRange(300), order: 4)

    /// Refuses what is no filter.
    public func validate() throws(ConfigurationError) {
      try validateFilter(cutoff: cutoff, order: order)
    }
  }

  /// The frequency.
  public struct Draw: Hashable, Codable, Sendable {
    /// The frequency in hertz that is 3 dB weaker.
    public var cutoff: Double
  }

  /// The registered name.
  public static let name = "high-pass"
  /// One sentence for lists and help.
  public static let summary = "Takes away what is below a frequency (Butterworth)."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws the frequency.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(cutoff: configuration.cutoff.draw(using: &generator))
  }

  /// Filters; the truth stays.
  ///
  /// Silence is left where the frequency is above half the rate.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    var filtered = excerpt
    guard draw.cutoff < rate.hertz / 2 else {
      filtered.audio.samples = excerpt.audio.samples.map { _ in 0 }
      return filtered
    }
    Biquad.butterworthHighPass(draw.cutoff, order: configuration.order, rate: rate)
      .apply(to: &filtered.audio.samples)
    return filtered
  }
}
