public import Fingerprinting

/// Peaks of a whitened spectrogram, hashed in pairs by the index (Wang 2003).
///
/// A query keeps many peaks with their salience; the store keeps the few that stand out most, as
/// bare points. Pairs are made of both only when the index is built and asked, so that dense
/// hashing costs no stored byte.
public struct ConstellationStrategy: ConfigurableStrategy {
  /// The registered name.
  public static let name = "constellation"
  /// One sentence for lists and help.
  public static let summary =
    "peaks of a whitened spectrogram, looked up in pairs and verified peak by peak"

  /// The settings.
  public let configuration: ConstellationConfiguration
  /// What results are traced to.
  public let identity: ComponentIdentity

  /// Builds the strategy.
  ///
  /// - Parameter configuration: the settings.
  /// - Throws: `ConfigurationError` naming the setting that cannot work.
  public init(_ configuration: ConstellationConfiguration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    identity = ComponentIdentity(name: Self.name, revision: 3, configuration: configuration)
  }

  /// The rate, the delay of whitening and peak picking, and one second as the shortest query.
  public var requirements: AudioRequirements {
    let frames = configuration.contrastFrames + configuration.queryFrameReach
    let samples = frames * configuration.hop + configuration.frameLength
    return AudioRequirements(
      sampleRate: SampleRate(configuration.sampleRate),
      lookahead: SampleRate(configuration.sampleRate).duration(ofSamples: samples),
      shortestQuery: Seconds(1))
  }

  /// Pairs of peaks, voting for time offsets.
  public var indexing: IndexRecipe { .offsetVoting(configuration.index) }

  /// The bins are those of the transform.
  public var binWidth: Double? {
    configuration.sampleRate / Double(configuration.frameLength)
  }

  /// Starts a new sound.
  public func makeExtractor() throws(StrategyError) -> any SignatureExtractor {
    try ConstellationExtractor(configuration)
  }

  /// The peaks that are the most salient of a wide rectangle, and of them the most salient of
  /// each second; without their salience.
  ///
  /// - Parameter signature: in query form; what is thin already stays as it is.
  /// - Returns: the stored form.
  public func thinned(_ signature: Signature) -> Signature {
    guard case .peaks(var peaks) = signature else { return signature }
    peaks.peaks = PeakThinning(configuration).thin(peaks.peaks)
    return .peaks(peaks)
  }
}
