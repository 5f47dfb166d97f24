/// The share of enrolled queries whose recording is named at a true time, within the rule's tolerance.
///
/// Recordings whose place nobody noted do not count.
public struct AlignedRecall: ShareMetric {
  /// `aligned_recall`.
  public let name = "aligned_recall"
  /// What it says.
  public let summary =
    "right recording at the right time, of the queries whose recording is enrolled"
  /// More is better.
  public let betterWhen = BetterWhen.higher
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Whether an enrolled query's recording is named at a true time.
  public func hit(_ query: JudgedQuery) -> Bool? {
    guard query.outcome.isEnrolled, query.outcome.isPlaced else { return nil }
    if case .correct = query.verdict { return true }
    return false
  }
}
