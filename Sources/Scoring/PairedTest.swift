/// Two variants on the same queries.
public struct PairedTest: Hashable, Sendable {
  /// Queries that only the first variant answered rightly.
  public var onlyFirst: Int
  /// Queries that only the second variant answered rightly.
  public var onlySecond: Int

  /// Joins the counts of queries on which the variants differ.
  public init(onlyFirst: Int, onlySecond: Int) {
    self.onlyFirst = onlyFirst
    self.onlySecond = onlySecond
  }

  /// The two-sided p-value of McNemar's test in its exact form.
  ///
  /// Of the queries on which the variants differ, each would win half if neither were better; 1
  /// where they never differ.
  public var pValue: Double {
    let fewer = min(onlyFirst, onlySecond)
    return min(
      1, 2 * Binomial.probability(ofAtMost: fewer, of: onlyFirst + onlySecond, share: 0.5))
  }
}
