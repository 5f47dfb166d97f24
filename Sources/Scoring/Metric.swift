public import Fingerprinting

/// One figure of a set of judged queries.
public protocol Metric: Sendable {
  /// The name in CSV files and on the command line, such as `recording_recall`.
  var name: String { get }
  /// One line on what it says.
  var summary: String { get }
  /// What its value counts.
  var unit: MetricUnit { get }
  /// Which change is an improvement.
  var betterWhen: BetterWhen { get }
  /// Whether it depends on the decision threshold, and so is undefined without one.
  var needsThreshold: Bool { get }
  /// Computes the figure.
  ///
  /// - Parameter queries: one cell of a run, or several pooled; the order does not matter.
  /// - Returns: the figure, undefined where there is nothing to compute it of.
  func measure(_ queries: [JudgedQuery]) -> Measurement
}

/// What a metric's value counts.
public enum MetricUnit: String, Hashable, Codable, Sendable {
  /// A share of queries or claims, 0 … 1.
  case share
  /// Seconds.
  case seconds
  /// A plain ratio, such as of frequencies.
  case ratio
  /// The strategy's own number.
  case score
  /// A number of queries.
  case queries
  /// Events per hour of audio.
  case perHour = "1/h"
  /// Bytes per second of audio.
  case bytesPerSecond = "B/s"
  /// Pieces of work per query.
  case perQuery = "1/query"
}

/// Which change of a metric is an improvement.
public enum BetterWhen: String, Hashable, Codable, Sendable {
  /// More is better.
  case higher
  /// Less is better.
  case lower
  /// It describes; neither is better.
  case neither
}

/// A metric that is the share of some queries among others, with a Wilson interval.
public protocol ShareMetric: Metric {
  /// Whether a query has the property; nil where it is not among those looked at.
  func hit(_ query: JudgedQuery) -> Bool?
}

extension ShareMetric {
  /// A share.
  public var unit: MetricUnit { .share }

  /// The share with its Wilson interval, as if all queries were independent.
  ///
  /// - Parameter queries: one cell of a run.
  /// - Returns: the share; undefined where no query is looked at.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    var hits = 0
    var count = 0
    for query in queries {
      guard let hit = hit(query) else { continue }
      count += 1
      if hit { hits += 1 }
    }
    return .share(hits, of: count)
  }

  /// The share with the bootstrap interval over recordings, for queries that are not independent:
  /// several of one recording, or one excerpt in several conditions.
  ///
  /// - Parameters:
  ///   - queries: the pooled queries.
  ///   - seed: where the drawing starts.
  /// - Returns: the share; without interval where fewer than two recordings are looked at.
  public func measure(_ queries: [JudgedQuery], clusteredWith seed: Seed) -> Measurement {
    let clusters = clusters(of: queries)
    let count = clusters.reduce(0) { $0 + $1.count }
    guard count > 0 else { return .undefined }
    return Measurement(
      value: Double(clusters.reduce(0) { $0 + $1.hits }) / Double(count),
      interval: ClusterBootstrap.interval(of: clusters, seed: seed), count: count)
  }

  /// Hits and queries of each recording that is looked at, in order of the recordings' numbers.
  ///
  /// - Parameter queries: the queries.
  /// - Returns: one count a recording.
  public func clusters(of queries: [JudgedQuery]) -> [ClusterCount] {
    var clusters: [ClusterCount] = []
    for query in queries {
      guard let hit = hit(query) else { continue }
      while clusters.count <= query.outcome.recording {
        clusters.append(ClusterCount(hits: 0, count: 0))
      }
      clusters[query.outcome.recording].count += 1
      if hit { clusters[query.outcome.recording].hits += 1 }
    }
    return clusters.filter { $0.count > 0 }
  }
}
