internal import AudioFiles
public import Fingerprinting

/// Plays an excerpt faster or slower at its own pitch.
public typealias Tempo = Stretching<TempoAlone>
/// Plays an excerpt higher or lower at its own tempo.
public typealias Pitch = Stretching<PitchAlone>

/// Changes tempo and pitch apart from each other, with Rubber Band.
public struct Stretching<Target: StretchTarget>: Augmentation {
  /// How much.
  public struct Configuration: ComponentConfiguration {
    /// The change of tempo or pitch as a share, or the range it is drawn from: +0.04 is 4 % faster
    /// or higher.
    public var change: DrawRange

    /// Joins the settings.
    public init(change: DrawRange) { self.change = change }

    /// A few per cent up.
    public static var standard: Configuration {
      Configuration(change: DrawRange(Target.standardChange))
    }

    /// Refuses what is no longer the same music.
    public func validate() throws(ConfigurationError) {
      try change.validate("change", within: -0.5...1)
    }
  }

  /// The change.
  public struct Draw: Hashable, Codable, Sendable {
    /// Reference seconds per query second, or query frequency / reference frequency, − 1.
    public var change: Double
  }

  /// The registered name.
  public static var name: String { Target.name }
  /// One sentence for lists and help.
  public static var summary: String { Target.summary }
  /// Raised when the same draw would give other sound.
  public static var revision: Int { 1 }
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Tries the program.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    let click = [Float](repeating: 0.1, count: 4_410)
    _ = try Self.stretch(
      AudioBuffer(samples: click, sampleRate: .compactDisc), tempo: 1.01, pitch: 1)
  }

  /// As much more as the fastest tempo takes.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds {
    duration * Target.factors(of: configuration.change.bounds.upperBound).tempo
  }

  /// Draws the change.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(change: configuration.change.draw(using: &generator))
  }

  /// Stretches; the truth gets the same time scale and the same skew.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let (tempo, pitch) = Target.factors(of: draw.change)
    var result = excerpt
    result.audio = try Self.stretch(excerpt.audio, tempo: tempo, pitch: pitch)
    result.truth = excerpt.truth(timeScaledBy: tempo, pitchedBy: pitch)
    return result
  }

  private static func stretch(
    _ audio: AudioBuffer, tempo: Double, pitch: Double
  ) throws(AugmentationError) -> AudioBuffer {
    do {
      return try stretched(audio, tempo: tempo, pitch: pitch)
    } catch {
      throw .processing(reason: error.description)
    }
  }
}

/// What is changed: the tempo alone, or the pitch alone.
public protocol StretchTarget: Sendable {
  /// The augmentation's registered name.
  static var name: String { get }
  /// One sentence for lists and help.
  static var summary: String { get }
  /// The change unless another is stated.
  static var standardChange: Double { get }
  /// How much faster and how much higher a change sounds.
  static func factors(of change: Double) -> (tempo: Double, pitch: Double)
}

/// The tempo is changed.
public enum TempoAlone: StretchTarget {
  /// `tempo`.
  public static let name = "tempo"
  /// One sentence for lists and help.
  public static let summary = "Changes the tempo alone: +0.04 passes 4 % faster at the same pitch."
  /// 4 % faster.
  public static let standardChange = 0.04
  /// Faster, and as high.
  public static func factors(of change: Double) -> (tempo: Double, pitch: Double) {
    (1 + change, 1)
  }
}

/// The pitch is changed.
public enum PitchAlone: StretchTarget {
  /// `pitch`.
  public static let name = "pitch"
  /// One sentence for lists and help.
  public static let summary = "Changes the pitch alone: +0.03 sounds 3 % higher at the same tempo."
  /// Half a semitone higher, nearly.
  public static let standardChange = 0.03
  /// As fast, and higher.
  public static func factors(of change: Double) -> (tempo: Double, pitch: Double) {
    (1, 1 + change)
  }
}
