internal import Fingerprinting

/// A quantile of the scores of right answers, claimed or not: how far a strategy's score rises with
/// the query's length.
public struct RightScore: Metric {
  /// Which quantile, 0 … 1.
  public let quantile: Double
  /// `right_score_median` and so on.
  public var name: String { "right_score_" + quantileName(quantile) }
  /// What it says.
  public var summary: String {
    "score of the best candidate where it is right, \(quantileName(quantile)) of such queries"
  }
  /// The strategy's own number.
  public let unit = MetricUnit.score
  /// Scores of different strategies cannot be compared.
  public let betterWhen = BetterWhen.neither
  /// The ranking alone decides.
  public let needsThreshold = false
  /// Makes the metric for a quantile.
  public init(quantile: Double) { self.quantile = quantile }

  /// Computes the figure; the count is that of queries whose best candidate is right.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let scores = queries.compactMap { query in
      query.outcome.best.flatMap { $0.alignmentError == nil ? nil : $0.score }
    }
    return Measurement(value: Quantile.interpolated(quantile, of: scores), count: scores.count)
  }
}
