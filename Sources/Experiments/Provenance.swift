public import Fingerprinting

/// What a run can be traced to: `provenance.json`.
public struct Provenance: Hashable, Codable, Sendable {
  /// The experiment's name and description, from the plan.
  public var experiment: String
  /// One paragraph for the head of the report.
  public var description: String
  /// The plan as canonical JSON.
  public var plan: String
  /// SHA-256 of the canonical plan.
  public var planDigest: String
  /// The plan's seed.
  public var seed: Seed
  /// The corpora, as name, digest and number of tracks present by role and split.
  public var corpora: [CorpusSummary]
  /// The variants in the plan's order.
  public var variants: [VariantSummary]
  /// The conditions in the plan's order.
  public var conditions: [ConditionSummary]
  /// Query lengths in seconds, ascending.
  public var queryLengths: [Double]
  /// The decision rule of the plan.
  public var decision: DecisionPlan
  /// What the reader must know: short reads, absent tracks, exclusions.
  public var warnings: [String]
  /// Queries planned; fewer rows mean an unfinished run.
  public var plannedQueries: Int
  /// Versions of the program and of the libraries that decide results, by name.
  public var versions: [String: String]
  /// CPU, cores, system.
  public var machine: [String: String]
  /// When the run began and ended (ISO 8601), and its wall time in seconds: by name.
  public var times: [String: String]

  /// Joins the parts.
  public init(
    experiment: String, description: String, plan: String, planDigest: String, seed: Seed,
    corpora: [CorpusSummary], variants: [VariantSummary], conditions: [ConditionSummary],
    queryLengths: [Double], decision: DecisionPlan, warnings: [String], plannedQueries: Int,
    versions: [String: String], machine: [String: String], times: [String: String]
  ) {
    self.experiment = experiment
    self.description = description
    self.plan = plan
    self.planDigest = planDigest
    self.seed = seed
    self.corpora = corpora
    self.variants = variants
    self.conditions = conditions
    self.queryLengths = queryLengths
    self.decision = decision
    self.warnings = warnings
    self.plannedQueries = plannedQueries
    self.versions = versions
    self.machine = machine
    self.times = times
  }
}

/// A corpus as provenance names it.
public struct CorpusSummary: Hashable, Codable, Sendable {
  /// The corpus.
  public var name: String
  /// Digest of the tracks that were present.
  public var digest: String
  /// Tracks present, by `role/split`.
  public var tracks: [String: Int]

  /// Joins the parts.
  public init(name: String, digest: String, tracks: [String: Int]) {
    self.name = name
    self.digest = digest
    self.tracks = tracks
  }
}

/// A variant as provenance names it.
public struct VariantSummary: Hashable, Codable, Sendable {
  /// The label.
  public var label: String
  /// The recognizer's identity.
  public var identity: ComponentIdentity
  /// Its complete configuration as canonical JSON.
  public var configuration: String

  /// Joins the parts.
  public init(label: String, identity: ComponentIdentity, configuration: String) {
    self.label = label
    self.identity = identity
    self.configuration = configuration
  }
}

/// A condition as provenance names it.
public struct ConditionSummary: Hashable, Codable, Sendable {
  /// The label.
  public var label: String
  /// The chain as canonical JSON.
  public var chain: String
  /// The degradation's axis and value for plots, such as `white SNR` and −5; absent where none.
  public var axis: String?
  /// The place on the axis.
  public var value: Double?

  /// Joins the parts.
  public init(label: String, chain: String, axis: String?, value: Double?) {
    self.label = label
    self.chain = chain
    self.axis = axis
    self.value = value
  }
}

/// How a plan decides: by a stated threshold, or by one fitted to a false-alarm rate.
public struct DecisionPlan: Hashable, Codable, Sendable {
  /// The threshold for every variant and length; absent where it is fitted.
  public var acceptAtLeast: Double?
  /// The false-alarm rate per query that calibration negatives may show, pooled over conditions,
  /// for each variant and length.
  public var falseAlarmRate: Double
  /// The largest offset error that still counts as aligned.
  public var offsetTolerance: Seconds

  /// Joins the parts.
  public init(
    acceptAtLeast: Double? = nil, falseAlarmRate: Double = 0.01,
    offsetTolerance: Seconds = Seconds(0.25)
  ) {
    self.acceptAtLeast = acceptAtLeast
    self.falseAlarmRate = falseAlarmRate
    self.offsetTolerance = offsetTolerance
  }
}
