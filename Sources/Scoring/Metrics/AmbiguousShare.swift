/// The share of claims that name one of several candidates of equal score.
public struct AmbiguousShare: ShareMetric {
  /// `ambiguous_share`.
  public let name = "ambiguous_share"
  /// What it says.
  public let summary = "claims whose runner-up has the same score, of all claims"
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// Claims depend on the threshold.
  public let needsThreshold = true
  /// Makes the metric.
  public init() {}

  /// Whether a claim could as well have named another candidate.
  public func hit(_ query: JudgedQuery) -> Bool? {
    query.verdict.isClaim ? query.outcome.best?.isTied == true : nil
  }
}
