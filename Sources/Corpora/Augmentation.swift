public import Fingerprinting

/// Something that happens to sound on its way to the recognizer: drawn, then applied.
public protocol Augmentation: Sendable {
  /// All settings.
  associatedtype Configuration: ComponentConfiguration
  /// Everything random; kept with the result, so that it can be applied again.
  associatedtype Draw: Hashable & Codable & Sendable

  /// The registered name.
  static var name: String { get }
  /// One sentence for lists and help.
  static var summary: String { get }
  /// Raised when the same draw would give other sound.
  static var revision: Int { get }

  /// The settings.
  var configuration: Configuration { get }
  /// Takes the settings; all that can be refused is refused here.
  init(_ configuration: Configuration) throws(ConfigurationError)

  /// How much sound must go in, at most, so that `duration` comes out.
  func sourceDuration(forQuery duration: Seconds) -> Seconds
  /// Looks for what applying will need, so that a run fails before its first query.
  func check(_ resources: any AugmentationResources) throws(AugmentationError)
  /// Draws everything random.
  func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw
  /// Applies a draw; the truth moves together with the sound.
  func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt
}

extension Augmentation {
  /// As much as comes out.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds { duration }
  /// Needs nothing.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {}
  /// Name, revision and settings.
  public var identity: ComponentIdentity {
    ComponentIdentity(name: Self.name, revision: Self.revision, configuration: configuration)
  }
}

/// One line of the list of augmentations.
public struct AugmentationEntry: Sendable {
  /// The registered name.
  public let name: String
  /// One sentence for lists and help.
  public let summary: String
  /// The standard settings as JSON.
  public let standardConfiguration: String
  /// Builds the augmentation from its standard settings with overrides laid over them.
  public let make: @Sendable (_ overrides: JSONValue) throws(ConfigurationError) -> any Augmentation

  /// The entry of an augmentation type.
  public static func augmentation<Kind: Augmentation>(_: Kind.Type) -> AugmentationEntry {
    AugmentationEntry(
      name: Kind.name, summary: Kind.summary,
      standardConfiguration: String(
        decoding: Kind.Configuration.standard.canonicalJSON, as: UTF8.self),
      make: { overrides throws(ConfigurationError) in
        try Kind(Kind.Configuration.standard(overriddenBy: overrides))
      })
  }
}

/// What augmentations need from outside.
public protocol AugmentationResources: Sendable {
  /// Says what is wrong with a kind of noise that cannot be had.
  func check(noise kind: String) throws(AugmentationError)
  /// A whole recording, such as an impulse response.
  ///
  /// - Parameters:
  ///   - kind: what recording.
  ///   - rate: the samples' rate.
  ///   - seed: decides among several.
  /// - Returns: its samples.
  /// - Throws: `AugmentationError` where there is none or it cannot be read.
  func recording(
    _ kind: String, at rate: SampleRate, seed: Seed
  ) throws(AugmentationError) -> NoiseSegment
  /// A piece of noise.
  ///
  /// - Parameters:
  ///   - kind: what noise.
  ///   - count: how many samples.
  ///   - rate: the samples' rate.
  ///   - seed: decides the piece, together with the other arguments alone.
  /// - Returns: exactly `count` samples, at any level.
  /// - Throws: `AugmentationError` where the noise cannot be had.
  func noise(
    _ kind: String, count: Int, at rate: SampleRate, seed: Seed
  ) throws(AugmentationError) -> NoiseSegment
}

/// A piece of noise.
public struct NoiseSegment: Sendable {
  /// Where it comes from, in words.
  public var source: String
  /// The samples.
  public var samples: [Float]

  /// Joins the parts.
  public init(source: String, samples: [Float]) {
    self.source = source
    self.samples = samples
  }
}

/// What can go wrong while sound is augmented.
public enum AugmentationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A ratio to noise cannot be set because the excerpt is silent.
  case silentExcerpt(excerpt: String, noise: String)
  /// A ratio to noise cannot be set because the noise is silent.
  case silentNoise(excerpt: String, noise: String)
  /// There is no such noise here, and what there is.
  case unknownNoise(kind: String, remedy: String)
  /// A recorded noise that cannot be read, and why.
  case unreadableNoise(name: String, reason: String)
  /// The sound cannot be resampled, and why.
  case resampling(excerpt: String, reason: String)
  /// A program that is needed is missing or fails, and why.
  case processing(reason: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .silentExcerpt(let excerpt, let noise):
      "\(excerpt) is silent, so that no ratio to the noise '\(noise)' exists; choose another excerpt"
    case .silentNoise(let excerpt, let noise):
      "the noise '\(noise)' is silent, so that no ratio of \(excerpt) to it exists; choose "
        + "another noise"
    case .unknownNoise(let kind, let remedy): "there is no noise '\(kind)'; \(remedy)"
    case .unreadableNoise(let name, let reason): "noise '\(name)' cannot be read: \(reason)"
    case .resampling(let excerpt, let reason): "\(excerpt) cannot be resampled: \(reason)"
    case .processing(let reason): reason
    }
  }
}
