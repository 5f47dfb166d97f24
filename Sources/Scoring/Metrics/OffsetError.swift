internal import Fingerprinting

/// A quantile of the absolute offset error over the queries whose recording is named.
///
/// Wrong places count with their full error; the quantile is of definition 7 of Hyndman and Fan.
public struct OffsetError: Metric {
  /// Which quantile, 0 … 1.
  public let quantile: Double
  /// `offset_error_median`, `offset_error_p95` and so on.
  public var name: String { "offset_error_" + quantileName(quantile) }
  /// What it says.
  public var summary: String {
    "distance from the claimed to the nearest true time, \(quantileName(quantile)) of right claims"
  }
  /// Seconds.
  public let unit = MetricUnit.seconds
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric for a quantile.
  public init(quantile: Double) { self.quantile = quantile }

  /// Computes the figure; the count is that of claims that name the right recording.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let errors = queries.filter(\.outcome.isPlaced)
      .compactMap { $0.verdict.alignmentError?.value }
    return Measurement(value: Quantile.interpolated(quantile, of: errors), count: errors.count)
  }
}

/// The quantile in a metric's name: `median`, `p95`.
func quantileName(_ quantile: Double) -> String {
  quantile == 0.5 ? "median" : "p\(Int((quantile * 100).rounded()))"
}
