public import Fingerprinting

/// One query's outcome in one trial: a row of `queries.csv`, joined with its excerpt.
///
/// Of the ranked candidates a row keeps what judging needs: the best one, the score of the second,
/// and rank and score of the first that names a true track. Whole lists are in the run's store.
public struct QueryRow: Hashable, Sendable {
  /// How a query ended.
  public enum Status: String, Hashable, Codable, Sendable, CaseIterable {
    /// It was searched.
    case searched = "ok"
    /// It is shorter than the strategy can use.
    case tooShort = "too_short"
    /// It holds nothing to go by.
    case noUsableAudio = "no_usable_audio"
    /// The recognizer gave no answer; `failure` says why.
    case failed
    /// The condition left nothing that could be asked about; `failure` says why. Not judged.
    case excluded
  }

  /// The variant's label.
  public var variant: String
  /// The condition's label.
  public var condition: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// The query.
  public var query: QueryID
  /// The recording that the excerpt was cut from: the unit of clustering.
  public var recording: String
  /// `calibration`, `test` or `tuning`.
  public var split: String
  /// Every true answer after the condition moved it; empty where no reference holds the query.
  public var truth: [Occurrence]
  /// How the query ended.
  public var status: Status
  /// The reason, where status is `failed` or `excluded`.
  public var failure: String?
  /// The best candidate; absent where nothing was found.
  public var best: RankedAnswer?
  /// The score of the second candidate.
  public var nextScore: Double?
  /// The rank (from 1) of the first candidate that names a true track; absent where none of the
  /// candidates kept (the plan's `keep`) does.
  public var trueRank: Int?
  /// The score of that candidate.
  public var trueScore: Double?
  /// The signal-to-noise ratio that the mix really has, in dB; absent without noise.
  public var achievedSNR: Double?
  /// Bytes of the query's signature in query form.
  public var signatureBytes: Int
  /// The work of the search.
  public var work: WorkCounters

  /// Joins the parts.
  public init(
    variant: String, condition: String, seconds: Double, query: QueryID, recording: String,
    split: String, truth: [Occurrence], status: Status, failure: String? = nil,
    best: RankedAnswer? = nil, nextScore: Double? = nil, trueRank: Int? = nil,
    trueScore: Double? = nil, achievedSNR: Double? = nil, signatureBytes: Int = 0,
    work: WorkCounters = WorkCounters()
  ) {
    self.variant = variant
    self.condition = condition
    self.seconds = seconds
    self.query = query
    self.recording = recording
    self.split = split
    self.truth = truth
    self.status = status
    self.failure = failure
    self.best = best
    self.nextScore = nextScore
    self.trueRank = trueRank
    self.trueScore = trueScore
    self.achievedSNR = achievedSNR
    self.signatureBytes = signatureBytes
    self.work = work
  }
}
