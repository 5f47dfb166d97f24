public import Fingerprinting

/// Signs of energy differences between 33 bands and between frames, 32 bits every 12 ms (Haitsma
/// and Kalker 2002, "A highly robust audio fingerprinting system").
///
/// Bit m, the lowest being 0, is 1 where the energy of band m less that of band m + 1 has risen
/// since the frame before. A frame that is silent, or steadier than rounding, is *void*: its word
/// is 0, all of its bits are marked unreliable, and it is neither looked up nor compared.
public struct SpectralBandsStrategy: ConfigurableStrategy {
  /// The registered name.
  public static let name = "spectral-bands"
  /// One sentence for lists and help.
  public static let summary =
    "Signs of spectral band differences (Haitsma and Kalker): dense, robust to noise and codecs"

  private let configuration: SpectralBandsConfiguration
  /// What results are traced to.
  public let identity: ComponentIdentity

  /// Builds the strategy.
  ///
  /// - Parameter configuration: the settings.
  /// - Throws: `ConfigurationError` for settings that cannot work.
  public init(_ configuration: SpectralBandsConfiguration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    identity = ComponentIdentity(name: Self.name, revision: 2, configuration: configuration)
  }

  /// The rate, the length of two frames, and the shortest overlap that the index accepts.
  public var requirements: AudioRequirements {
    let rate = SampleRate(configuration.sampleRate)
    let firstWord = configuration.frameLength + configuration.hop
    return AudioRequirements(
      sampleRate: rate, lookahead: rate.duration(ofSamples: firstWord),
      shortestQuery: rate.duration(
        ofSamples: firstWord + configuration.hop * (configuration.index.shortestOverlap - 1)))
  }

  /// Bit frames, found by their words.
  public var indexing: IndexRecipe { .bitFrames(configuration.index) }

  /// Starts a new sound.
  ///
  /// - Throws: `StrategyError.resources` when there is no plan for the transform.
  /// - Returns: an extractor of the query form.
  public func makeExtractor() throws(StrategyError) -> any SignatureExtractor {
    try SpectralBandsExtractor(configuration)
  }

  /// The words without their reliability.
  ///
  /// - Parameter signature: a signature of this strategy.
  /// - Returns: its stored form.
  public func thinned(_ signature: Signature) -> Signature { signature.withoutReliability }
}

extension SpectralBandsConfiguration {
  /// The time from one word to the next.
  var frameDuration: Seconds { SampleRate(sampleRate).duration(ofSamples: hop) }
}
