public import Fingerprinting

/// Successes and trials that come from one recording and so are not independent.
public struct ClusterCount: Hashable, Sendable {
  /// Successes.
  public var hits: Int
  /// Trials.
  public var count: Int

  /// Joins the parts.
  public init(hits: Int, count: Int) {
    self.hits = hits
    self.count = count
  }
}

/// The interval of a share whose trials come in clusters.
public enum ClusterBootstrap {
  /// The percentile bootstrap interval at 95 %, clusters drawn whole with replacement (Davison and
  /// Hinkley 1997, section 3.8).
  ///
  /// Where all trials agree the bootstrap knows no spread; then the Wilson interval of as many
  /// trials as there are clusters is given, as if each cluster were one trial.
  ///
  /// - Parameters:
  ///   - clusters: the counts in a fixed order; clusters without trials are left out.
  ///   - seed: where the drawing starts.
  ///   - replicates: how often all clusters are drawn.
  /// - Returns: the interval; nil with fewer than two clusters.
  public static func interval(
    of clusters: [ClusterCount], seed: Seed, replicates: Int = 2_000
  ) -> ClosedRange<Double>? {
    let clusters = clusters.filter { $0.count > 0 }
    guard clusters.count > 1 else { return nil }
    let hits = clusters.reduce(0) { $0 + $1.hits }
    let count = clusters.reduce(0) { $0 + $1.count }
    if hits == 0 { return Binomial.wilsonInterval(0, of: clusters.count) }
    if hits == count { return Binomial.wilsonInterval(clusters.count, of: clusters.count) }
    var generator = seed.generator
    var shares: [Double] = []
    shares.reserveCapacity(replicates)
    for _ in 0..<replicates {
      var drawnHits = 0
      var drawnCount = 0
      for _ in clusters.indices {
        let cluster = clusters[generator.integer(below: clusters.count)]
        drawnHits += cluster.hits
        drawnCount += cluster.count
      }
      shares.append(Double(drawnHits) / Double(drawnCount))
    }
    shares.sort()
    guard let low = Quantile.interpolated(0.025, ofSorted: shares),
      let high = Quantile.interpolated(0.975, ofSorted: shares)
    else { return nil }
    return low...high
  }
}
