public import Fingerprinting

/// A stretch of a query in which a reference is heard.
public struct Stretch: Hashable, Sendable {
  /// The reference, the score of the window that has the highest, and what supports it there; the
  /// alignment is that of the line through all windows, the support's times are those of the whole
  /// stretch.
  public var candidate: Candidate
  /// What the lead is counted from in the window of the highest score.
  public var runnerUp: RunnerUp?

  /// Seconds of the windows that a query is searched in.
  public static let window = Seconds(StretchSearch.window)

  /// Joins the parts.
  public init(candidate: Candidate, runnerUp: RunnerUp?) {
    self.candidate = candidate
    self.runnerUp = runnerUp
  }
}

/// What a query holds, window by window.
public struct StretchAnswer: Hashable, Sendable {
  /// The stretches, by score; of equal ones the earlier first.
  public var stretches: [Stretch]
  /// The work of all windows.
  public var work: WorkCounters

  /// Joins the parts.
  public init(stretches: [Stretch], work: WorkCounters) {
    self.stretches = stretches
    self.work = work
  }
}

extension SearchAnswer {
  /// The answer to a whole query together with what its windows say: of each track the better.
  public func joined(with windows: StretchAnswer) -> SearchAnswer {
    var best: [TrackID: Candidate] = [:]
    for candidate in candidates + windows.stretches.map(\.candidate) {
      if let known = best[candidate.track], known.score >= candidate.score { continue }
      best[candidate.track] = candidate
    }
    let ranked = best.values.sorted { ($1.score, $0.track) < ($0.score, $1.track) }
    return SearchAnswer(
      candidates: ranked,
      runnerUp: RunnerUp(of: ranked) ?? windows.stretches.first?.runnerUp ?? runnerUp,
      work: work + windows.work)
  }

  /// The same answer with no more candidates than wanted.
  public func limited(to limit: Int) -> SearchAnswer {
    SearchAnswer(candidates: Array(candidates.prefix(limit)), runnerUp: runnerUp, work: work)
  }
}
