/// How far confidence is from the share of right answers; undefined where nothing was calibrated.
public struct ExpectedCalibrationError: Metric {
  /// `calibration_error`.
  public let name = "calibration_error"
  /// What it says.
  public let summary =
    "mean distance of confidence from the share of right answers, in ten bins; needs a calibration"
  /// A difference of probabilities.
  public let unit = MetricUnit.share
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Confidence knows no threshold.
  public let needsThreshold = false
  /// Makes the metric.
  public init() {}

  /// Computes the figure; the count is that of queries with a confident answer, right or wrong.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let curve = ReliabilityCurve(queries)
    return Measurement(value: curve.expectedError, count: curve.count)
  }
}

extension ReliabilityCurve {
  /// The curve of the best answers of queries, as far as they have a confidence.
  ///
  /// - Parameter queries: in any order.
  public init(_ queries: [JudgedQuery]) {
    self.init(
      queries.compactMap { query in
        guard let best = query.outcome.best, let confidence = best.confidence else { return nil }
        return (confidence, query.outcome.rankOfTruth == 1)
      })
  }
}
