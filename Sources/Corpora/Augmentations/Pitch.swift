public import Fingerprinting

/// Plays an excerpt higher or lower at its own tempo, with Rubber Band.
public struct Pitch: Augmentation {
  /// How much.
  public struct Configuration: ComponentConfiguration {
    /// Query frequency / reference frequency − 1, or the range it is drawn from.
    public var change: DrawRange

    /// Joins the settings.
    public init(change: DrawRange) { self.change = change }

    /// Half a semitone higher, nearly.
    public static let standard = Configuration(change: DrawRange(0.03))

    /// Refuses what is no longer the same music.
    public func validate() throws(ConfigurationError) {
      try change.validate("change", within: -0.5...1)
    }
  }

  /// The change.
  public struct Draw: Hashable, Codable, Sendable {
    /// Query frequency / reference frequency − 1.
    public var change: Double
  }

  /// The registered name.
  public static let name = "pitch"
  /// One sentence for lists and help.
  public static let summary = "Changes the pitch alone: +0.03 sounds 3 % higher at the same tempo."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Tries the program.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    try checkStretching()
  }

  /// Draws the change.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(change: configuration.change.draw(using: &generator))
  }

  /// Shifts; the truth gets the same skew and keeps its time scale.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    var result = excerpt
    result.audio = try stretch(excerpt.audio, tempo: 1, pitch: 1 + draw.change)
    result.truth = excerpt.truth(timeScaledBy: 1, pitchedBy: 1 + draw.change)
    return result
  }
}
