internal import Fingerprinting

/// A count of search work, as a mean over the queries that have an answer.
public struct WorkPerQuery: Metric {
  /// What is counted.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Hashes or sub-fingerprints looked up.
    case lookups
    /// Postings or positions read.
    case postingsRead = "postings"
    /// Frames compared bit by bit.
    case framesCompared = "frames_compared"
  }

  /// What is counted.
  public let kind: Kind
  /// `lookups_per_query`, `postings_per_query` and so on.
  public var name: String { kind.rawValue + "_per_query" }
  /// What it says.
  public var summary: String {
    switch kind {
    case .lookups: "hashes or sub-fingerprints looked up"
    case .postingsRead: "postings or positions read"
    case .framesCompared: "frames compared bit by bit"
    }
  }
  /// Pieces of work per query.
  public let unit = MetricUnit.perQuery
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// The search alone decides.
  public let needsThreshold = false
  /// Makes the metric for a kind of work.
  public init(_ kind: Kind) { self.kind = kind }

  /// Computes the figure.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    var sum = 0.0
    var answered = 0
    for query in queries where query.outcome.failure == nil {
      answered += 1
      sum += Double(amount(query.outcome.work))
    }
    return .mean(sum, of: answered)
  }

  private func amount(_ work: WorkCounters) -> Int {
    switch kind {
    case .lookups: work.lookups
    case .postingsRead: work.postingsRead
    case .framesCompared: work.framesCompared
    }
  }
}
