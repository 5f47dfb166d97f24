/// All that a finished or partial run knows: what reports, gates and comparisons are made of.
///
/// It comes from the run's store or from its CSV files and provenance alike; every number in it
/// is already rounded to the digits that the CSV prints (`Rounding`), so both give the same report
/// byte for byte.
public struct RunRecord: Hashable, Sendable {
  /// What was run.
  public var provenance: Provenance
  /// One row a query and length, sorted by length, split, query.
  public var excerpts: [ExcerptRow]
  /// One row a query and trial, sorted by variant order of the plan, condition order, length,
  /// split, query.
  public var queries: [QueryRow]
  /// One row a variant and query length, in the plan's order.
  public var costs: [CostRow]

  /// Joins the parts.
  public init(
    provenance: Provenance, excerpts: [ExcerptRow], queries: [QueryRow], costs: [CostRow]
  ) {
    self.provenance = provenance
    self.excerpts = excerpts
    self.queries = queries
    self.costs = costs
  }
}
