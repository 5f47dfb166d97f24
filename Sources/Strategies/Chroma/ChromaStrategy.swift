public import Fingerprinting

/// Chromaprint's algorithm 2: how the energy of the twelve notes moves, sixteen features of two
/// bits each, eight times a second.
///
/// Words equal those of `fpcalc -raw -length 0` for mono 16-bit sound of 11,025 Hz, silence
/// included; words of silence are neither looked up nor compared.
public struct ChromaStrategy: ConfigurableStrategy {
  /// The registered name.
  public static let name = "chroma"
  /// One sentence for lists and help.
  public static let summary =
    "Chromaprint-compatible chroma features: small and exact, for clean and coded music"

  private let configuration: ChromaConfiguration
  /// What results are traced to.
  public let identity: ComponentIdentity

  /// Builds the strategy.
  ///
  /// - Parameter configuration: the settings.
  /// - Throws: `ConfigurationError` for settings that cannot work.
  public init(_ configuration: ChromaConfiguration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    identity = ComponentIdentity(name: Self.name, revision: 2, configuration: configuration)
  }

  /// 11,025 Hz; the first word takes 2.7 s of sound.
  public var requirements: AudioRequirements {
    let rate = SampleRate(ChromaExtractor.sampleRate)
    let samples =
      ChromaExtractor.firstWordSamples
      + ChromaExtractor.hop * (configuration.index.shortestOverlap - 1)
    return AudioRequirements(
      sampleRate: rate, lookahead: rate.duration(ofSamples: ChromaExtractor.firstWordSamples),
      shortestQuery: rate.duration(ofSamples: samples))
  }

  /// Bit frames, found by their words.
  public var indexing: IndexRecipe { .bitFrames(configuration.index) }

  /// Starts a new sound.
  ///
  /// - Throws: `StrategyError.resources` when there is no plan for the transform.
  /// - Returns: an extractor of the query form.
  public func makeExtractor() throws(StrategyError) -> any SignatureExtractor {
    try ChromaExtractor(configuration)
  }

  /// The words without their reliability.
  ///
  /// - Parameter signature: a signature of this strategy.
  /// - Returns: its stored form.
  public func thinned(_ signature: Signature) -> Signature { signature.withoutReliability }
}
