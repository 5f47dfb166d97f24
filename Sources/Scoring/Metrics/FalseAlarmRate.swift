/// The share of claims among the queries whose recording is not enrolled; failed ones claim nothing.
public struct FalseAlarmRate: ShareMetric {
  /// `false_alarm_rate`.
  public let name = "false_alarm_rate"
  /// What it says.
  public let summary = "claims, of the queries whose recording is not enrolled"
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Whether a query that no reference holds is a claim.
  public func hit(_ query: JudgedQuery) -> Bool? {
    query.outcome.isEnrolled ? nil : query.verdict.isClaim
  }
}
