public import Fingerprinting

/// The facts of one query that judging needs, whatever the threshold.
public struct QueryOutcome: Hashable, Sendable {
  /// A number for the recording that the query was cut from: the unit of clustering.
  public var recording: Int
  /// The query's length.
  public var seconds: Double
  /// Whether some reference holds the query.
  public var isEnrolled: Bool
  /// Whether its true place in the reference is known; recordings may come without.
  public var isPlaced: Bool
  /// How the query was met.
  public var status: QueryStatus
  /// Why there is no answer; absent where there is one.
  public var failure: String?
  /// The candidate that is claimed wherever its score suffices; absent unless the query was
  /// searched.
  public var best: BestCandidate?
  /// The place of the first right candidate in the ranking, counted from 1.
  public var rankOfTruth: Int?
  /// Bytes of the query's signature, in query form.
  public var signatureBytes: Int
  /// The work of the search.
  public var work: WorkCounters

  /// Joins the facts.
  ///
  /// Candidates count only where the query was searched without failure.
  ///
  /// - Parameters:
  ///   - recording: a number for the recording that the query was cut from, from 0.
  ///   - seconds: the query's length.
  ///   - isEnrolled: whether some reference holds the query.
  ///   - isPlaced: whether its true place is known.
  ///   - status: how the query was met.
  ///   - failure: why there is no answer, if so.
  ///   - best: the candidate with the highest score.
  ///   - rankOfTruth: the place of the first right candidate.
  ///   - signatureBytes: bytes of the query's signature.
  ///   - work: the work of the search.
  public init(
    recording: Int, seconds: Double, isEnrolled: Bool, isPlaced: Bool = true,
    status: QueryStatus = .searched,
    failure: String? = nil, best: BestCandidate? = nil, rankOfTruth: Int? = nil,
    signatureBytes: Int = 0, work: WorkCounters = WorkCounters()
  ) {
    self.recording = recording
    self.seconds = seconds
    self.isEnrolled = isEnrolled
    self.isPlaced = isPlaced
    self.status = status
    self.failure = failure
    let isAnswered = status == .searched && failure == nil
    self.best = isAnswered ? best : nil
    self.rankOfTruth = isAnswered ? rankOfTruth : nil
    self.signatureBytes = signatureBytes
    self.work = work
  }
}
