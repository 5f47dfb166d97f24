public import Corpora
public import Experiments
public import Fingerprinting
public import Reporting
public import Scoring
internal import Signals
internal import Strategies

/// The four lists: everything that a plan or a command line may name.
public enum Builtins {
  /// The strategies.
  public static let strategies: [StrategyEntry] = [
    .strategy(ConstellationStrategy.self),
    .strategy(ChromaStrategy.self),
    .strategy(SpectralBandsStrategy.self),
  ]

  /// The augmentations.
  public static let augmentations: [AugmentationEntry] = [
    .augmentation(Noise.self),
    .augmentation(FrequencySkew.self),
    .augmentation(Gain.self),
    .augmentation(Codec.self),
    .augmentation(LowPass.self),
    .augmentation(HighPass.self),
    .augmentation(TelephoneBand.self),
    .augmentation(Equalizer.self),
    .augmentation(Clipping.self),
    .augmentation(Compression.self),
    .augmentation(DropOuts.self),
    .augmentation(ClockDrift.self),
    .augmentation(Tempo.self),
    .augmentation(Pitch.self),
    .augmentation(SimulatedRoom.self),
    .augmentation(RecordedResponse.self),
    .augmentation(Loudspeaker.self),
    .augmentation(SpeechOver.self),
  ]

  /// The environments.
  public static let environments: [NamedEnvironment] = Environments.all

  /// The metrics, in the order of reports.
  public static let metrics: [any Metric] = [
    RecordingRecall(),
    AlignedRecall(),
    Precision(),
    EnrolledShare(),
    F1(),
    TopRecall(places: 1),
    TopRecall(places: 5),
    FalseAlarmRate(),
    FalseAlarmsPerHour(),
    WrongTrackRate(),
    AmbiguousShare(),
    OffsetError(quantile: 0.5),
    OffsetError(quantile: 0.95),
    SkewError(quantile: 0.5),
    SkewError(quantile: 0.95),
    RightScore(quantile: 0.5),
    ExpectedCalibrationError(),
    QuerySignatureRate(),
    UnansweredCount(.failed),
    UnansweredCount(.tooShort),
    UnansweredCount(.noUsableAudio),
    WorkPerQuery(.lookups),
    WorkPerQuery(.postingsRead),
    WorkPerQuery(.framesCompared),
  ]

  /// The report formats.
  public static let reportFormats: [any ReportFormat] = [
    MarkdownFormat(),
    MetricsCSVFormat(),
    PlotsFormat(),
  ]

  /// The program's version.
  public static let version = "0.1.0"

  /// What plans may name, and the versions of what decides results.
  public static let registry = Registry(
    strategies: strategies, augmentations: augmentations, environments: environments,
    versions: ["soundmark": version, "FFTW": RealTransform.libraryVersion])
}
