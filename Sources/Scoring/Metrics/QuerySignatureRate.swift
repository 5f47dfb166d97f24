/// Bytes of signature for each second of query, in query form.
public struct QuerySignatureRate: Metric {
  /// `query_signature_rate`.
  public let name = "query_signature_rate"
  /// What it says.
  public let summary = "bytes of signature for each second of query, in query form"
  /// Bytes per second.
  public let unit = MetricUnit.bytesPerSecond
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// The signature alone decides.
  public let needsThreshold = false
  /// Makes the metric.
  public init() {}

  /// Computes the figure over the queries that have an answer.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let answered = queries.filter { $0.outcome.failure == nil }
    let seconds = answered.reduce(0) { $0 + $1.outcome.seconds }
    let bytes = answered.reduce(0.0) { $0 + Double($1.outcome.signatureBytes) }
    return Measurement(
      value: seconds > 0 ? bytes / seconds : nil, count: answered.count)
  }
}
