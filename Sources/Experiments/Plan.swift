internal import Checksums
public import Catalogs
public import Corpora
public import Fingerprinting
internal import Foundation

/// What to run: strategy variants × conditions × query lengths on a corpus, and how to judge it.
///
/// Written as JSON5; `Plan.template` explains every field. Fields left out have the standard
/// values of the initialiser's defaults.
public struct Plan: Hashable, Sendable {
  /// The experiment's name; also the name of its reports' folder.
  public var name: String
  /// One paragraph for the head of the report.
  public var description: String
  /// The corpus: a folder of the datasets folder, or the path of a manifest.
  public var corpus: String
  /// A list of recordings that are left out, as `soundmark corpus audit` writes it; absent where all
  /// count.
  public var exclusions: String?
  /// The corpus with recorded noise and voices; absent where no condition needs one.
  public var noise: String?
  /// The start of everything drawn.
  public var seed: Seed
  /// The rate at which queries are cut and conditions applied.
  public var workingRate: SampleRate
  /// The recognizers compared, in the order of the report.
  public var variants: [Variant]
  /// What is done to queries, in the order of the report.
  public var conditions: [Condition]
  /// Query lengths, ascending.
  public var queryLengths: [Seconds]
  /// Queries of enrolled recordings for each condition and length.
  public var queriesPerCell: Int
  /// Queries of recordings that are not enrolled, for each condition and length.
  public var negativesPerCell: Int
  /// The same from the calibration split, where the threshold is fitted on them.
  public var calibrationNegativesPerCell: Int
  /// The split that queries come from.
  public var split: Split
  /// Whether queries are cut from the tracks or are the corpus's recordings.
  public var queries: QuerySource
  /// How answers are judged.
  public var decision: DecisionPlan
  /// Candidates asked for and kept for each query.
  public var keep: Int
  /// Queries of the latency pass for each variant and length; 0 for none.
  public var latencyQueries: Int
  /// What is tuned, where the plan says so.
  ///
  /// A run does not look at it.
  public var tuning: TuningPlan?

  /// Where queries come from.
  public enum QuerySource: String, CaseIterable, Sendable {
    /// They are cut from the corpus's tracks.
    case excerpts
    /// They are the recordings that the corpus's list of queries names.
    case recorded
  }

  /// A strategy with settings, under the name that reports use.
  public struct Variant: Hashable, Sendable {
    /// The name in reports.
    public var label: String
    /// The registered name of the strategy.
    public var strategy: String
    /// Overrides of its standard settings: a JSON object.
    public var configuration: JSONValue
    /// The skews that queries are tried at; absent where they are asked as they are.
    public var skewSearch: SkewSearch?

    /// Joins the parts.
    public init(
      label: String, strategy: String, configuration: JSONValue = .object([:]),
      skewSearch: SkewSearch? = nil
    ) {
      self.label = label
      self.strategy = strategy
      self.configuration = configuration
      self.skewSearch = skewSearch
    }
  }

  /// Joins the parts; the defaults are those of plans that leave the fields out.
  public init(
    name: String, description: String = "", corpus: String, exclusions: String? = nil,
    noise: String? = nil,
    seed: Seed = Seed(1), workingRate: SampleRate = .compactDisc, variants: [Variant],
    conditions: [Condition], queryLengths: [Seconds], queriesPerCell: Int = 100,
    negativesPerCell: Int = 50, calibrationNegativesPerCell: Int? = nil, split: Split = .test,
    queries: QuerySource = .excerpts,
    decision: DecisionPlan = DecisionPlan(), keep: Int = 5, latencyQueries: Int = 50,
    tuning: TuningPlan? = nil
  ) {
    self.name = name
    self.description = description
    self.corpus = corpus
    self.exclusions = exclusions
    self.noise = noise
    self.seed = seed
    self.workingRate = workingRate
    self.variants = variants
    self.conditions = conditions
    self.queryLengths = queryLengths
    self.queriesPerCell = queriesPerCell
    self.negativesPerCell = negativesPerCell
    self.calibrationNegativesPerCell = calibrationNegativesPerCell ?? negativesPerCell
    self.split = split
    self.queries = queries
    self.decision = decision
    self.keep = keep
    self.latencyQueries = latencyQueries
    self.tuning = tuning
  }

  /// The plan as JSON with sorted keys, every field written out; reading it gives the same plan.
  public var canonicalText: String {
    get throws { try canonicalJSON(json) }
  }

  /// SHA-256 of the canonical text, in hexadecimal.
  public var digest: String {
    get throws { SHA256.hexDigest(of: Data(try canonicalText.utf8)) }
  }

  private var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "description": .string(description), "corpus": .string(corpus),
      "seed": .unsigned(seed.rawValue), "workingRate": .number(workingRate.hertz),
      "queryLengths": .array(queryLengths.map { .number($0.value) }),
      "queriesPerCell": .integer(Int64(queriesPerCell)),
      "negativesPerCell": .integer(Int64(negativesPerCell)),
      "calibrationNegativesPerCell": .integer(Int64(calibrationNegativesPerCell)),
      "split": .string(split.rawValue), "keep": .integer(Int64(keep)),
      "latencyQueries": .integer(Int64(latencyQueries)),
    ]
    members["noise"] = noise.map { .string($0) }
    members["exclusions"] = exclusions.map { .string($0) }
    // A plan that cuts its queries keeps the digest that it has always had.
    if queries != .excerpts { members["queries"] = .string(queries.rawValue) }
    members["tuning"] = tuning?.json
    members["variants"] = .array(variants.map(\.json))
    members["conditions"] = .array(conditions.map(\.json))
    var decision: [String: JSONValue] = [
      "falseAlarmRate": .number(self.decision.falseAlarmRate),
      "offsetTolerance": .number(self.decision.offsetTolerance.value),
    ]
    decision["acceptAtLeast"] = self.decision.acceptAtLeast.map { .number($0) }
    members["decision"] = .object(decision)
    return .object(members)
  }
}

extension Plan.Variant {
  /// The variant as plans write it.
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "label": .string(label), "strategy": .string(strategy), "configuration": configuration,
    ]
    members["skewSearch"] = skewSearch.map {
      .object(["range": .number($0.range), "step": .number($0.step)])
    }
    return .object(members)
  }
}

extension Condition {
  /// The condition as plans write it.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "label": .string(label),
      "chain": .array(steps.map { .object([$0.name: $0.configuration]) }),
    ]
    // A plan without environments keeps the digest that it has always had.
    members["environment"] = environment.map { .string($0) }
    members["axis"] = axis.map { .string($0) }
    members["value"] = value.map { .number($0) }
    return .object(members)
  }
}
