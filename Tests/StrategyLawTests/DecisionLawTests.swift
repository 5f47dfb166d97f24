import Builtins
import Fingerprinting
import Scoring
import Testing

/// What comes with a strategy to judge its scores by holds for the strategy as it is now.
@Suite struct DecisionLawTests {
  @Test(arguments: Builtins.strategies)
  func decisionsAreThoseOfTheStandardSettings(entry: StrategyEntry) throws {
    let strategy = try entry.standard()
    guard strategy is any FittedStrategy else { return }
    let decisions = try #require(
      strategy.fittedDecisions,
      "\(strategy.identity) is not what was fitted: fit again, as Experiments/shipped/NOTES.md says"
    )
    #expect(decisions.calibration?.recognizer == strategy.identity)
    let lengths = decisions.points.compactMap(\.queryLength)
    #expect(lengths.count > 1 && lengths == lengths.sorted())
    for point in decisions.points {
      let evidence = point.evidence
      let bound = try #require(Binomial.upperBound(evidence.falseAlarms, of: evidence.negatives))
      #expect(abs(bound - evidence.upperBound) < 1e-5)
      #expect(
        Double(evidence.falseAlarms)
          <= FittedDecisions.falseAlarmRate * Double(evidence.negatives))
    }
  }

  @Test func otherSettingsHaveNone() throws {
    let entry = try #require(Builtins.strategies.first { $0.name == "constellation" })
    let other = try entry.make(
      .object(["index": .object(["referenceFanOut": .integer(3)])]))
    #expect(other.fittedDecisions == nil)
  }
}
