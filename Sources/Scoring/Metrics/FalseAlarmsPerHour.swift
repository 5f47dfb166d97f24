/// False alarms for each hour of queries whose recording is not enrolled.
public struct FalseAlarmsPerHour: Metric {
  /// `false_alarms_per_hour`.
  public let name = "false_alarms_per_hour"
  /// What it says.
  public let summary = "claims for each hour of queries whose recording is not enrolled"
  /// Events per hour.
  public let unit = MetricUnit.perHour
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Computes the figure from the rate per query and the mean length of these queries.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let seconds = queries.reduce(0) { $0 + ($1.outcome.isEnrolled ? 0 : $1.outcome.seconds) }
    let perQuery = FalseAlarmRate().measure(queries)
    guard seconds > 0 else { return .undefined }
    return perQuery.scaled(by: 3_600 * Double(perQuery.count) / seconds)
  }
}
