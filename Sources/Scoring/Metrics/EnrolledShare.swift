/// The share of queries whose recording is enrolled.
public struct EnrolledShare: ShareMetric {
  /// `enrolled_share`.
  public let name = "enrolled_share"
  /// What it says.
  public let summary = "queries whose recording is enrolled, of all: the base of precision"
  /// Neither is better.
  public let betterWhen = BetterWhen.neither
  /// The truth alone decides.
  public let needsThreshold = false
  /// Makes the metric.
  public init() {}

  /// Whether the query's recording is enrolled.
  public func hit(_ query: JudgedQuery) -> Bool? { query.outcome.isEnrolled }
}
