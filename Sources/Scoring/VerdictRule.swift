public import Fingerprinting

/// How a stored answer is turned into a verdict.
///
/// Only the score decides: neither the number of agreeing pieces nor the time that they span. A
/// sweep of the rule is the same answers judged again.
public struct VerdictRule: Hashable, Sendable {
  /// The smallest score that is a claim.
  public var acceptAtLeast: Double
  /// The largest offset error that still counts as the right place.
  public var offsetTolerance: Seconds

  /// Joins the settings.
  public init(acceptAtLeast: Double, offsetTolerance: Seconds = Seconds(0.25)) {
    self.acceptAtLeast = acceptAtLeast
    self.offsetTolerance = offsetTolerance
  }

  /// Judges an answer.
  ///
  /// - Parameters:
  ///   - answer: the ranked candidates; the one with the highest score is claimed if that reaches
  ///     the threshold.
  ///   - truth: where the query really is; any of several true answers is right.
  /// - Returns: the one case that holds.
  public func verdict(on answer: Identification, given truth: GroundTruth) -> Verdict {
    let truth = truth.occurrences
    return verdict(
      on: QueryOutcome(
        recording: 0, seconds: 0, isEnrolled: !truth.isEmpty, status: answer.status,
        best: BestCandidate(of: answer.candidates, truth: truth)))
  }

  /// Judges what happened to a query, a failure included.
  ///
  /// - Parameter observation: the stored observation.
  /// - Returns: the one case that holds.
  public func verdict(on observation: Observation) -> Verdict {
    guard observation.failure == nil, let answer = observation.identification else {
      return .failed(reason: observation.failure ?? "no answer and no reason")
    }
    return verdict(on: answer, given: observation.truth)
  }

  /// Judges the facts of a query.
  ///
  /// - Parameter outcome: the facts.
  /// - Returns: the one case that holds.
  public func verdict(on outcome: QueryOutcome) -> Verdict {
    if let reason = outcome.failure { return .failed(reason: reason) }
    // A score that is no number is below every threshold.
    let claim = outcome.best.flatMap { $0.score >= acceptAtLeast ? $0 : nil }
    switch (claim, outcome.isEnrolled) {
    case (nil, false): return .correctRejection
    case (nil, true): return .missed
    case (let claim?, false): return .falseAlarm(claim.track)
    case (let claim?, true):
      guard let error = claim.alignmentError else { return .wrongTrack(claim.track) }
      return error <= offsetTolerance
        ? .correct(alignmentError: error) : .misaligned(alignmentError: error)
    }
  }

  /// Joins the facts of a query with the verdict on them.
  ///
  /// - Parameter outcome: the facts.
  /// - Returns: both.
  public func judge(_ outcome: QueryOutcome) -> JudgedQuery {
    JudgedQuery(outcome: outcome, verdict: verdict(on: outcome))
  }
}

extension GroundTruth {
  /// Every true answer; none where no reference holds the query.
  var occurrences: [Occurrence] {
    switch self {
    case .present(let occurrences): occurrences
    case .absent: []
    }
  }
}
