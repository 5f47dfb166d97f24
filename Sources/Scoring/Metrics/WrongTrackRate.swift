/// The share of enrolled queries for which another recording is named.
public struct WrongTrackRate: ShareMetric {
  /// `wrong_track_rate`.
  public let name = "wrong_track_rate"
  /// What it says.
  public let summary = "another recording named, of the queries whose recording is enrolled"
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Whether an enrolled query is answered with another recording.
  public func hit(_ query: JudgedQuery) -> Bool? {
    guard query.outcome.isEnrolled else { return nil }
    if case .wrongTrack = query.verdict { return true }
    return false
  }
}
