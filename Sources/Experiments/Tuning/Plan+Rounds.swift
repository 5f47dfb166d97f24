internal import Corpora

extension Plan {
  /// The plan of one round of a search: other variants, on the tuning split.
  public func round(of candidates: [Variant], queries: Int) -> Plan {
    var plan = self
    plan.tuning = nil
    plan.variants = candidates
    plan.split = .tuning
    plan.queriesPerCell = queries
    return plan
  }

  /// The plan that confirms what a search found: these variants, on the plan's own split.
  public func confirmation(of variants: [Variant]) -> Plan {
    var plan = self
    plan.tuning = nil
    plan.variants = variants
    return plan
  }
}
