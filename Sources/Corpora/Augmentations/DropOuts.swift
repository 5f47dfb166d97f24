public import Fingerprinting

/// Leaves gaps of silence, as lost packets or a loose plug do.
public struct DropOuts: Augmentation {
  /// How many and how long.
  public struct Configuration: ComponentConfiguration {
    /// Gaps for each second of sound, or the range it is drawn from.
    public var perSecond: DrawRange
    /// How long a gap is, in seconds, or the range each is drawn from.
    public var length: DrawRange

    /// Joins the settings.
    public init(perSecond: DrawRange, length: DrawRange) {
      self.perSecond = perSecond
      self.length = length
    }

    /// Two a second, of 20 to 100 ms.
    public static let standard = Configuration(
      perSecond: DrawRange(2), length: DrawRange(0.02...0.1))

    /// Refuses what leaves nothing.
    public func validate() throws(ConfigurationError) {
      try perSecond.validate("perSecond", within: 0...100)
      try length.validate("length", within: 0...10)
    }
  }

  /// The gaps.
  public struct Draw: Hashable, Codable, Sendable {
    /// A gap.
    public struct Gap: Hashable, Codable, Sendable {
      /// Where it begins, in seconds.
      public var at: Double
      /// How long it is, in seconds.
      public var length: Double
    }
    /// The gaps, which may overlap, in the order in which they were drawn.
    public var gaps: [Gap]
  }

  /// The registered name.
  public static let name = "drop-outs"
  /// One sentence for lists and help.
  public static let summary = "Leaves gaps of silence at random places."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws places and lengths, evenly spread.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    let wanted = configuration.perSecond.draw(using: &generator) * max(0, duration.value)
    // The part of a gap that is left over is a chance of one.
    let count = Int(min(wanted, 1e6) + generator.unit())
    return Draw(
      gaps: (0..<count).map { _ in
        let at = generator.unit() * duration.value
        return Draw.Gap(at: at, length: configuration.length.draw(using: &generator))
      })
  }

  /// Silences the gaps; the truth stays.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate.hertz
    var broken = excerpt
    for gap in draw.gaps {
      let start = Int((gap.at * rate).rounded())
      let end = min(start + Int((gap.length * rate).rounded()), broken.audio.samples.count)
      for place in start..<max(start, end) { broken.audio.samples[place] = 0 }
    }
    return broken
  }
}
