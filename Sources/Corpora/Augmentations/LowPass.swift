public import Fingerprinting

/// Takes away what is above a frequency: a Butterworth filter, from rest.
///
/// The filter's own delay, a fraction of a millisecond, is not in the truth.
public struct LowPass: Augmentation {
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

    /// 3.4 kHz, 24 dB for each octave.
    public static let standard = Configuration(cutoff: DrawRange(3_400), order: 4)

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
  public static let name = "low-pass"
  /// One sentence for lists and help.
  public static let summary = "Takes away what is above a frequency (Butterworth)."
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
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    var filtered = excerpt
    Biquad.butterworthLowPass(
      draw.cutoff, order: configuration.order, rate: excerpt.audio.sampleRate
    ).apply(to: &filtered.audio.samples)
    return filtered
  }
}

/// Refuses frequencies and orders that no filter here has.
func validateFilter(cutoff: DrawRange, order: Int) throws(ConfigurationError) {
  try cutoff.validate("cutoff", within: 10...96_000)
  guard (1...12).contains(order) else {
    throw ConfigurationError("'order' must lie in 1 to 12, found \(order)")
  }
}
