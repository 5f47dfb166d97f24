import Fingerprinting
import Foundation
import Scoring
import TestSupport
import Testing

/// Statistics against scipy and numpy.
struct StatisticsTests {
  func near(_ found: Double?, _ expected: Double, within relative: Double = 1e-9) -> Bool {
    guard let found else { return false }
    return abs(found - expected) <= relative * max(abs(expected), 1e-300) + 1e-15
  }

  @Test func wilsonIntervals() throws {
    for row in ScipyFixtures.wilson {
      let interval = try #require(Binomial.wilsonInterval(row.hits, of: row.count))
      #expect(near(interval.lowerBound, row.low), "\(row)")
      #expect(near(interval.upperBound, row.high), "\(row)")
    }
    #expect(Binomial.wilsonInterval(0, of: 0) == nil)
    #expect(Binomial.wilsonInterval(2, of: 1) == nil)
    #expect(Binomial.wilsonInterval(0, of: 7)?.lowerBound == 0)
    #expect(Binomial.wilsonInterval(7, of: 7)?.upperBound == 1)
  }

  @Test func upperBounds() {
    for row in ScipyFixtures.upperBounds {
      // 1,000,000 trials cost digits in the logarithms of factorials.
      #expect(
        near(Binomial.upperBound(row.hits, of: row.count), row.bound, within: 1e-8), "\(row)")
    }
    #expect(Binomial.upperBound(0, of: 0) == nil)
    // None of 40 supports only rates below 7.2 %.
    #expect(near(Binomial.upperBound(0, of: 40), 0.0722, within: 0.001))
  }

  @Test func tailProbabilities() {
    for row in ScipyFixtures.tails {
      let found = Binomial.probability(ofAtMost: row.hits, of: row.count, share: row.share)
      #expect(near(found, row.probability, within: 1e-8), "\(row)")
    }
    #expect(Binomial.probability(ofAtMost: -1, of: 3, share: 0.5) == 0)
    #expect(Binomial.probability(ofAtMost: 2, of: 3, share: 1) == 0)
    #expect(Binomial.probability(ofAtMost: 0, of: 3, share: 0) == 1)
  }

  @Test func pairedTests() {
    for row in ScipyFixtures.mcnemar {
      let test = PairedTest(onlyFirst: row.onlyFirst, onlySecond: row.onlySecond)
      #expect(near(test.pValue, row.pValue), "\(row)")
    }
  }

  @Test func holmCorrection() {
    let adjusted = HolmCorrection.adjusted(ScipyFixtures.pValues)
    #expect(zip(adjusted, ScipyFixtures.holm).allSatisfy { near($0, $1) })
    #expect(HolmCorrection.adjusted([]).isEmpty)
    #expect(HolmCorrection.adjusted([0.2]) == [0.2])
  }

  @Test func quantiles() {
    for row in ScipyFixtures.quantiles {
      #expect(near(Quantile.interpolated(row.share, of: ScipyFixtures.values), row.linear))
      #expect(Quantile.notBelow(row.share, of: ScipyFixtures.values) == row.higher)
    }
    #expect(Quantile.interpolated(0.5, of: []) == nil)
    #expect(Quantile.notBelow(0.5, of: []) == nil)
    #expect(Quantile.interpolated(0.95, of: [4]) == 4)
    #expect(Quantile.interpolated(0.5, of: [.infinity, .infinity]) == .infinity)
    // One slow answer of a hundred shows in the 99th percentile.
    #expect(Quantile.notBelow(0.99, of: [Double](repeating: 1, count: 99) + [500]) == 500)
  }

  @Test func clusterBootstrap() throws {
    let clusters = ScipyFixtures.clusters.map { ClusterCount(hits: $0.hits, count: $0.count) }
    for row in ScipyFixtures.bootstrap {
      let interval = try #require(
        ClusterBootstrap.interval(
          of: clusters, seed: Seed(row.seed), replicates: row.replicates))
      #expect(near(interval.lowerBound, row.low) && near(interval.upperBound, row.high))
    }
    // Recordings without trials change nothing; one recording says nothing about others.
    let empty = ClusterCount(hits: 0, count: 0)
    #expect(
      ClusterBootstrap.interval(of: [empty] + clusters, seed: Seed(1))
        == ClusterBootstrap.interval(of: clusters, seed: Seed(1)))
    #expect(ClusterBootstrap.interval(of: [clusters[1]], seed: Seed(1)) == nil)
    #expect(ClusterBootstrap.interval(of: [], seed: Seed(1)) == nil)
    // Without any hit each recording counts as one trial.
    let none = [ClusterCount](repeating: ClusterCount(hits: 0, count: 50), count: 8)
    #expect(
      ClusterBootstrap.interval(of: none, seed: Seed(1)) == Binomial.wilsonInterval(0, of: 8))
  }

  /// Clusters of one trial each are plain trials: the interval is near Wilson's, and clusters that
  /// always agree among themselves make it wider.
  @Test func clusteringWidens() throws {
    let single = (0..<200).map { ClusterCount(hits: $0 % 4 == 0 ? 1 : 0, count: 1) }
    let plain = try #require(ClusterBootstrap.interval(of: single, seed: Seed(5)))
    let wilson = try #require(Binomial.wilsonInterval(50, of: 200))
    #expect(abs(plain.lowerBound - wilson.lowerBound) < 0.015)
    #expect(abs(plain.upperBound - wilson.upperBound) < 0.015)
    let agreeing = (0..<20).map { ClusterCount(hits: $0 % 4 == 0 ? 10 : 0, count: 10) }
    let wide = try #require(ClusterBootstrap.interval(of: agreeing, seed: Seed(5)))
    #expect(wide.upperBound - wide.lowerBound > 2 * (plain.upperBound - plain.lowerBound))
  }

  /// The committed figures are those that the script writes today.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled)) func fixturesAreCurrent() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let script = tests.deletingLastPathComponent().appending(path: "Oracles/scoring_fixtures.py")
    let committed = try String(
      contentsOf: tests.appending(path: "ScipyFixtures.swift"), encoding: .utf8)
    let written = try runTool("python3", [script.path()])
    #expect(numbers(written.text) == numbers(committed))
  }

  /// All numbers of a text, to six digits: formatting may differ, and what an optimiser finds differs
  /// from processor to processor.
  private func numbers(_ text: String) -> [String] {
    text.split { !"0123456789.e-+".contains($0) }.compactMap { Double($0) }
      .map { String(format: "%.6g", $0) }
  }
}
