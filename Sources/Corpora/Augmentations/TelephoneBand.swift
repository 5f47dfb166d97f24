public import Fingerprinting

/// Leaves the band that a telephone carries.
///
/// Only the band: the coding on the line is a `codec` step after it.
public struct TelephoneBand: Augmentation {
  /// The band.
  public struct Configuration: ComponentConfiguration {
    /// The lower frequency in hertz that is 3 dB weaker.
    public var lowest: Double
    /// The upper frequency in hertz that is 3 dB weaker.
    public var highest: Double

    /// Joins the settings.
    public init(lowest: Double, highest: Double) {
      self.lowest = lowest
      self.highest = highest
    }

    /// 300 to 3,400 Hz.
    public static let standard = Configuration(lowest: 300, highest: 3_400)

    /// Refuses what is no band.
    public func validate() throws(ConfigurationError) {
      guard lowest >= 10, lowest < highest, highest <= 96_000 else {
        throw ConfigurationError(
          "'lowest' must be 10 Hz or more and below 'highest' (at most 96000 Hz), found "
            + "\(lowest) to \(highest)")
      }
    }
  }

  /// Nothing is left to chance.
  public typealias Draw = NoDraw

  /// The registered name.
  public static let name = "telephone-band"
  /// One sentence for lists and help.
  public static let summary = "Leaves 300 to 3,400 Hz, as a telephone does."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// The order of the filter at each end.
  static let order = 6

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws nothing.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> NoDraw { NoDraw() }

  /// Filters; the truth stays.
  ///
  /// Silence is left where the whole band is above half the rate.
  public func apply(
    _ draw: NoDraw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    var filtered = excerpt
    guard configuration.lowest < rate.hertz / 2 else {
      filtered.audio.samples = excerpt.audio.samples.map { _ in 0 }
      return filtered
    }
    let sections =
      Biquad.butterworthHighPass(configuration.lowest, order: Self.order, rate: rate)
      + Biquad.butterworthLowPass(configuration.highest, order: Self.order, rate: rate)
    sections.apply(to: &filtered.audio.samples)
    return filtered
  }
}
