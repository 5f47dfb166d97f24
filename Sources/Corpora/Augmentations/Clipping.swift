public import Fingerprinting

/// Cuts off peaks, as an input that is driven too hard does.
public struct Clipping: Augmentation {
  /// How hard.
  public struct Configuration: ComponentConfiguration {
    /// How far the excerpt's peak would go beyond the limit, in dB, or the range it is drawn from.
    public var overdrive: DrawRange

    /// Joins the settings.
    public init(overdrive: DrawRange) { self.overdrive = overdrive }

    /// 12 dB too hard.
    public static let standard = Configuration(overdrive: DrawRange(12))

    /// Refuses what cuts nothing or everything.
    public func validate() throws(ConfigurationError) {
      try overdrive.validate("overdrive", within: 0...80)
    }
  }

  /// How hard.
  public struct Draw: Hashable, Codable, Sendable {
    /// How far the excerpt's peak would go beyond the limit, in dB.
    public var overdrive: Double
  }

  /// The registered name.
  public static let name = "clipping"
  /// One sentence for lists and help.
  public static let summary = "Cuts peaks off, so many dB below the highest."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws how hard.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(overdrive: configuration.overdrive.draw(using: &generator))
  }

  /// Clips; the truth stays.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let peak = excerpt.audio.samples.reduce(Float(0)) { max($0, abs($1)) }
    let share = Arithmetic.powerRatio(ofDecibels: -draw.overdrive).squareRoot()
    let limit = Float(Double(peak) * share)
    var clipped = excerpt
    for place in clipped.audio.samples.indices {
      clipped.audio.samples[place] = min(max(clipped.audio.samples[place], -limit), limit)
    }
    return clipped
  }
}
