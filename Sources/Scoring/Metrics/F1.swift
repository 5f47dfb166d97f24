/// The harmonic mean of precision and recording recall.
///
/// Undefined where either is. As precision does, it depends on the share of enrolled queries.
public struct F1: Metric {
  /// `f1`.
  public let name = "f1"
  /// What it says.
  public let summary = "harmonic mean of precision and recording recall"
  /// A share.
  public let unit = MetricUnit.share
  /// More is better.
  public let betterWhen = BetterWhen.higher
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Computes the figure; the count is that of all queries.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let claims = queries.count { $0.verdict.isClaim }
    let enrolled = queries.count { $0.outcome.isEnrolled }
    guard claims > 0, enrolled > 0 else { return Measurement(value: nil, count: queries.count) }
    let named = queries.count { $0.verdict.namesTheRecording }
    return Measurement(
      value: 2 * Double(named) / Double(claims + enrolled), count: queries.count)
  }
}
