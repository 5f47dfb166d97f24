/// A query with the verdict on it: what metrics are made of.
public struct JudgedQuery: Hashable, Sendable {
  /// The facts.
  public var outcome: QueryOutcome
  /// What the rule makes of them.
  public var verdict: Verdict

  /// Joins the parts.
  public init(outcome: QueryOutcome, verdict: Verdict) {
    self.outcome = outcome
    self.verdict = verdict
  }
}
