public import Fingerprinting

/// Makes an excerpt louder or quieter; nothing is clipped.
public struct Gain: Augmentation {
  /// How much.
  public struct Configuration: ComponentConfiguration {
    /// The gain in dB, or the range it is drawn from.
    public var decibels: DrawRange

    /// Joins the settings.
    public init(decibels: DrawRange) { self.decibels = decibels }

    /// Half the amplitude, nearly.
    public static let standard = Configuration(decibels: DrawRange(-6))

    /// Refuses gains that single precision cannot hold.
    public func validate() throws(ConfigurationError) {
      try decibels.validate("decibels", within: -120...120)
    }
  }

  /// The gain.
  public struct Draw: Hashable, Codable, Sendable {
    /// The gain in dB.
    public var decibels: Double
  }

  /// The registered name.
  public static let name = "gain"
  /// One sentence for lists and help.
  public static let summary = "Changes the level by a number of dB, without clipping."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws the gain.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(decibels: configuration.decibels.draw(using: &generator))
  }

  /// Scales; neither the truth nor a ratio to noise changes.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let factor = Arithmetic.powerRatio(ofDecibels: draw.decibels).squareRoot()
    var scaled = excerpt
    for place in scaled.audio.samples.indices {
      scaled.audio.samples[place] = Float(Double(scaled.audio.samples[place]) * factor)
    }
    return scaled
  }
}
