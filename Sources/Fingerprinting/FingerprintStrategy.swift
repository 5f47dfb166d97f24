/// What sound a strategy needs.
public struct AudioRequirements: Hashable, Codable, Sendable {
  /// The rate at which samples must be pushed.
  public var sampleRate: SampleRate
  /// How much later sound can still change what has been emitted: the delay of live use.
  public var lookahead: Seconds
  /// The shortest sound that can be asked about; anything shorter is *too short*, never a match.
  public var shortestQuery: Seconds

  /// Joins the parts.
  public init(sampleRate: SampleRate, lookahead: Seconds, shortestQuery: Seconds) {
    self.sampleRate = sampleRate
    self.lookahead = lookahead
    self.shortestQuery = shortestQuery
  }
}

/// Turns sound into a signature: the first of the two seams.
///
/// Sound is pushed in blocks, so that files and live audio share the code.
public protocol FingerprintStrategy: Sendable {
  /// What results are traced to.
  var identity: ComponentIdentity { get }
  /// The rate, delay and shortest query.
  var requirements: AudioRequirements { get }
  /// How signatures of this strategy are indexed and searched; it also fixes their family.
  var indexing: IndexRecipe { get }
  /// Hertz from one bin of its peaks to the next, for drawing; nothing where signatures hold bits.
  var binWidth: Double? { get }

  /// Starts a new sound.
  func makeExtractor() throws(StrategyError) -> any SignatureExtractor

  /// The stored form of a signature in query form: what enrolment keeps. Pure; thinning twice is
  /// thinning once.
  func thinned(_ signature: Signature) -> Signature
}

extension FingerprintStrategy {
  /// The shape of this strategy's signatures.
  public var family: SignatureFamily { indexing.family }

  /// Nothing, as for bits.
  public var binWidth: Double? { nil }

  /// The query form of a whole sound in memory.
  ///
  /// - Parameter samples: mono, at `requirements.sampleRate`.
  /// - Returns: all parts of the signature, joined.
  /// - Throws: what the extractor throws.
  public func signature(of samples: Span<Float>) throws(StrategyError) -> Signature {
    var extractor = try makeExtractor()
    var signature = try extractor.consume(samples)
    try signature.append(try extractor.finish())
    return signature
  }
}

/// The growing signature of one sound, in query form.
///
/// Law: the parts joined are the same however the samples were divided into blocks.
public protocol SignatureExtractor {
  /// Takes the next samples and returns what has become certain.
  ///
  /// - Parameter block: mono, at the strategy's rate; any length, zero included. Not-a-number and
  ///   infinite samples count as silence.
  /// - Returns: the part of the signature that no later sample can change.
  /// - Throws: `StrategyError` when frames can no longer be counted.
  mutating func consume(_ block: Span<Float>) throws(StrategyError) -> Signature
  /// Ends the sound and returns the rest. Nothing may be consumed after it.
  mutating func finish() throws(StrategyError) -> Signature
}

/// A strategy with settings, as the registry lists it.
public protocol ConfigurableStrategy: FingerprintStrategy {
  /// All of the strategy's settings.
  associatedtype Configuration: ComponentConfiguration
  /// The registered name.
  static var name: String { get }
  /// One sentence for lists and help.
  static var summary: String { get }
  /// Builds the strategy; all that can be refused is refused here.
  init(_ configuration: Configuration) throws(ConfigurationError)
}

/// One line of the list of strategies.
public struct StrategyEntry: Sendable {
  /// The registered name.
  public let name: String
  /// One sentence for lists and help.
  public let summary: String
  /// The standard settings as a JSON object.
  public let standardConfiguration: JSONValue
  /// Builds the strategy from its standard settings with overrides laid over them.
  public let make:
    @Sendable (_ overrides: JSONValue) throws(ConfigurationError) ->
      any FingerprintStrategy

  /// The entry of a strategy type.
  public static func strategy<Strategy: ConfigurableStrategy>(_: Strategy.Type) -> StrategyEntry {
    StrategyEntry(
      name: Strategy.name, summary: Strategy.summary,
      standardConfiguration: (try? JSONValue(canonicalJSON: Strategy.Configuration.standard))
        ?? .object([:]),
      make: { overrides throws(ConfigurationError) in
        try Strategy(Strategy.Configuration.standard(overriddenBy: overrides))
      })
  }

  /// All settings that `make` would use for these overrides.
  ///
  /// - Parameter overrides: a JSON object.
  /// - Returns: the standard settings with the overrides laid over them.
  /// - Throws: `ConfigurationError` naming an unknown setting.
  public func completeConfiguration(
    _ overrides: JSONValue
  ) throws(ConfigurationError) -> JSONValue {
    try standardConfiguration.overridden(by: overrides, at: "")
  }

  /// The strategy with its standard settings.
  public func standard() throws(ConfigurationError) -> any FingerprintStrategy {
    try make(.object([:]))
  }
}

/// What can go wrong while sound becomes a signature.
public enum StrategyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Memory or a plan of the transform could not be had.
  case resources(String)
  /// Two parts of different families or frame durations were joined.
  case mismatchedParts
  /// The sound is longer than time stamps can count.
  case tooLong

  /// The error in words.
  public var description: String {
    switch self {
    case .resources(let what): "cannot start an extractor: \(what)"
    case .mismatchedParts: "signature parts of different families or frame durations were joined"
    case .tooLong: "the sound has more frames than 32 bits can count; split it"
    }
  }
}
