/// What the lead of an answer is counted from: the best other reference, or what stands in for it.
///
/// It comes from the search and not from the candidates that are kept, so that neither lead nor
/// ambiguity depends on how many are asked for.
public struct RunnerUp: Hashable, Codable, Sendable {
  /// Its score.
  public var score: Double
  /// Whether it is a reference that was found; else `score` is what chance reaches, for a lead over
  /// nothing is no evidence.
  public var isFound: Bool

  /// Joins the parts.
  public init(score: Double, isFound: Bool) {
    self.score = score
    self.isFound = isFound
  }

  /// The second of ranked candidates; nil where there is none.
  public init?(of candidates: [Candidate]) {
    guard candidates.count > 1 else { return nil }
    self.init(score: candidates[1].score, isFound: true)
  }
}

extension [Candidate] {
  /// What the lead of the candidate at a place is counted from: the runner-up for the first, the
  /// first for the others.
  public func rivalScore(of place: Int, runnerUp: RunnerUp?) -> Double {
    place == 0 ? runnerUp?.score ?? 0 : self[0].score
  }

  /// Whether another reference has (nearly) the score of the first, so that it is not the only
  /// answer.
  public func isAmbiguous(runnerUp: RunnerUp?) -> Bool {
    guard let best = first, let runnerUp, runnerUp.isFound else { return false }
    return runnerUp.score >= best.score * 0.9
  }
}
