/// The share of enrolled queries whose recording is named, at any time; failed queries count as not named.
public struct RecordingRecall: ShareMetric {
  /// `recording_recall`.
  public let name = "recording_recall"
  /// What it says.
  public let summary = "right recording, any time, of the queries whose recording is enrolled"
  /// More is better.
  public let betterWhen = BetterWhen.higher
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Whether an enrolled query's recording is named.
  public func hit(_ query: JudgedQuery) -> Bool? {
    query.outcome.isEnrolled ? query.verdict.namesTheRecording : nil
  }
}
