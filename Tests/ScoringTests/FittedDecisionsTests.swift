import Fingerprinting
import Scoring
import Testing

@Suite struct FittedDecisionsTests {
  private let strategy = ComponentIdentity(name: "s", revision: 1, configurationDigest: "d")

  private func decisions(_ points: [(Double, Double)]) -> FittedDecisions {
    FittedDecisions(
      strategy: strategy, references: 10, hours: 1,
      points: points.map {
        .init(seconds: $0.0, least: $0.1, claims: 0, of: 299, recordings: 299, bound: 0.00997)
      }, fits: [])
  }

  @Test(arguments: [(1, 9.0), (2, 9), (3.5, 8), (5, 7), (60, 7)])
  func leastScoresLieBetweenThoseOfTheNearestLengths(length: Double, score: Double) {
    #expect(
      decisions([(2, 9), (5, 7)]).leastScore(forQueryOf: Seconds(length)) == score)
  }

  @Test func nothingIsAMatchWherePointsAreMissing() {
    #expect(decisions([]).leastScore(forQueryOf: Seconds(5)) == .infinity)
    #expect(decisions([]).calibration == nil)
  }

  @Test func valuesBetweenKnotsAreThoseOfTheLine() {
    #expect(interpolated([], at: 1) == nil)
    #expect(interpolated([(2, 5)], at: 1) == 5)
    #expect(interpolated([(2, 5)], at: 3) == 5)
    #expect(interpolated([(0, 0), (10, 1), (20, 0)], at: 12.5) == 0.75)
    #expect(interpolated([(0, 0), (10, 1)], at: 10) == 1)
  }
}
