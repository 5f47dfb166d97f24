/// The share of claims that name the right recording.
///
/// It depends on how many of the queries are enrolled, which `enrolled_share` states.
public struct Precision: ShareMetric {
  /// `precision`.
  public let name = "precision"
  /// What it says.
  public let summary = "right recording, any time, of all claims; read it with enrolled_share"
  /// More is better.
  public let betterWhen = BetterWhen.higher
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Whether a claim names the right recording.
  public func hit(_ query: JudgedQuery) -> Bool? {
    query.verdict.isClaim ? query.verdict.namesTheRecording : nil
  }
}
