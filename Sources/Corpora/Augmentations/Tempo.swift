internal import AudioFiles
public import Fingerprinting

/// Plays an excerpt faster or slower at its own pitch, with Rubber Band.
public struct Tempo: Augmentation {
  /// How much.
  public struct Configuration: ComponentConfiguration {
    /// Reference seconds per query second − 1, or the range it is drawn from: +0.04 passes 4 %
    /// faster.
    public var change: DrawRange

    /// Joins the settings.
    public init(change: DrawRange) { self.change = change }

    /// 4 % faster.
    public static let standard = Configuration(change: DrawRange(0.04))

    /// Refuses what is no longer the same music.
    public func validate() throws(ConfigurationError) {
      try change.validate("change", within: -0.5...1)
    }
  }

  /// The change.
  public struct Draw: Hashable, Codable, Sendable {
    /// Reference seconds per query second − 1.
    public var change: Double
  }

  /// The registered name.
  public static let name = "tempo"
  /// One sentence for lists and help.
  public static let summary = "Changes the tempo alone: +0.04 passes 4 % faster at the same pitch."
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

  /// As much more as the fastest tempo takes.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds {
    duration * (1 + configuration.change.bounds.upperBound)
  }

  /// Draws the change.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(change: configuration.change.draw(using: &generator))
  }

  /// Stretches; the truth gets the same time scale and no skew.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    var result = excerpt
    result.audio = try stretch(excerpt.audio, tempo: 1 + draw.change, pitch: 1)
    result.truth = excerpt.truth(timeScaledBy: 1 + draw.change, pitchedBy: 1)
    return result
  }
}

/// Finds out whether sound can be stretched here.
func checkStretching() throws(AugmentationError) {
  let click = [Float](repeating: 0.1, count: 4_410)
  _ = try stretch(AudioBuffer(samples: click, sampleRate: .compactDisc), tempo: 1.01, pitch: 1)
}

/// Changes tempo and pitch apart from each other.
func stretch(
  _ audio: AudioBuffer, tempo: Double, pitch: Double
) throws(AugmentationError) -> AudioBuffer {
  do {
    return try stretched(audio, tempo: tempo, pitch: pitch)
  } catch {
    throw .processing(reason: error.description)
  }
}
