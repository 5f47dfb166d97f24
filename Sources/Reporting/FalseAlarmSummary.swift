internal import Fingerprinting
public import Scoring

/// What the queries whose recording is not enrolled say about one variant and query length, all
/// conditions pooled.
public struct FalseAlarmSummary: Hashable, Sendable {
  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// The rate per query, with Wilson's interval.
  public var perQuery: Measurement
  /// Claims.
  public var claims: Int
  /// The recordings that the queries were cut from.
  public var recordings: Int
  /// The recordings with at least one claim.
  public var recordingsWithClaim: Int
  /// The interval of the rate per query by bootstrap over recordings.
  public var clusteredInterval: ClosedRange<Double>?
  /// The exact one-sided 95 % bound of the rate per query, as if all queries were independent.
  public var upperBound: Double?
  /// The exact one-sided 95 % bound of the share of recordings with a claim.
  public var upperBoundByRecording: Double?
  /// Claims per hour, with Wilson's interval.
  public var perHour: Measurement
  /// The exact one-sided 95 % bound of claims per hour, as if all queries were independent.
  public var upperBoundPerHour: Double?

  init(variant: String, seconds: Double, queries: [JudgedQuery], seed: Seed) {
    self.variant = variant
    self.seconds = seconds
    let clusters = FalseAlarmRate().clusters(of: queries)
    perQuery = FalseAlarmRate().measure(queries)
    perHour = FalseAlarmsPerHour().measure(queries)
    claims = clusters.reduce(0) { $0 + $1.hits }
    recordings = clusters.count
    recordingsWithClaim = clusters.count { $0.hits > 0 }
    clusteredInterval = ClusterBootstrap.interval(of: clusters, seed: seed)
    upperBound = Binomial.upperBound(claims, of: perQuery.count)
    upperBoundByRecording = Binomial.upperBound(recordingsWithClaim, of: recordings)
    let heard = queries.reduce(0) { $0 + ($1.outcome.isEnrolled ? 0 : $1.outcome.seconds) }
    let count = perQuery.count
    upperBoundPerHour = heard > 0 ? upperBound.map { $0 * Double(count) * 3_600 / heard } : nil
  }
}
