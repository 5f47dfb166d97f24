public import Fingerprinting

/// Raises and lowers bands, as a graphic or parametric equalizer does.
public struct Equalizer: Augmentation {
  /// One band.
  public struct Band: Hashable, Codable, Sendable {
    /// The middle, in hertz.
    public var frequency: Double
    /// How much louder the middle gets, in dB, or the range it is drawn from.
    public var gain: DrawRange
    /// The middle divided by the width: 1.4 is about an octave.
    public var quality: Double

    /// Joins the parts.
    public init(frequency: Double, gain: DrawRange, quality: Double = 1.4) {
      self.frequency = frequency
      self.gain = gain
      self.quality = quality
    }
  }

  /// The bands.
  public struct Configuration: ComponentConfiguration {
    /// The bands, in any order.
    public var bands: [Band]

    /// Joins the settings.
    public init(bands: [Band]) { self.bands = bands }

    /// Ten octaves from 31 Hz to 16 kHz, by turns 3 dB weaker and louder.
    public static let standard = Configuration(
      bands: [31.25, 62.5, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000].enumerated().map {
        Band(frequency: $1, gain: DrawRange($0 % 2 == 0 ? -3 : 3))
      })

    /// Refuses what is no band.
    public func validate() throws(ConfigurationError) {
      for band in bands {
        try band.gain.validate("gain", within: -60...60)
        guard (1...96_000).contains(band.frequency), (0.05...100).contains(band.quality) else {
          throw ConfigurationError(
            "a band needs a 'frequency' of 1 to 96000 Hz and a 'quality' of 0.05 to 100, found "
              + "\(band.frequency) Hz and \(band.quality)")
        }
      }
    }
  }

  /// The gains.
  public struct Draw: Hashable, Codable, Sendable {
    /// The gain of each band in dB.
    public var gains: [Double]
  }

  /// The registered name.
  public static let name = "equalizer"
  /// One sentence for lists and help.
  public static let summary = "Raises and lowers frequency bands by numbers of dB."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws the gains.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(gains: configuration.bands.map { $0.gain.draw(using: &generator) })
  }

  /// Filters by one band after the other; bands above half the rate do nothing, the truth stays.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    var filtered = excerpt
    for (band, gain) in zip(configuration.bands, draw.gains)
    where band.frequency < rate.hertz / 2 {
      Biquad.peak(band.frequency, decibels: gain, quality: band.quality, rate: rate)
        .apply(to: &filtered.audio.samples)
    }
    return filtered
  }
}
