/// A quantile of the absolute error of the frequency skew over the queries whose recording is named.
public struct SkewError: Metric {
  /// Which quantile, 0 … 1.
  public let quantile: Double
  /// `skew_error_median` and so on.
  public var name: String { "skew_error_" + quantileName(quantile) }
  /// What it says.
  public var summary: String {
    "difference from the true frequency skew, \(quantileName(quantile)) of right claims"
  }
  /// A ratio of frequencies.
  public let unit = MetricUnit.ratio
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric for a quantile.
  public init(quantile: Double) { self.quantile = quantile }

  /// Computes the figure; the count is that of claims that name the right recording.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let errors = queries.compactMap { query in
      query.verdict.namesTheRecording ? query.outcome.best?.skewError : nil
    }
    .filter { !$0.isNaN }
    return Measurement(value: Quantile.interpolated(quantile, of: errors), count: errors.count)
  }
}
