public import Experiments
internal import Fingerprinting
internal import Scoring

/// Whether a run has lost anything against a baseline.
///
/// Only answers count: absolute time is never looked at.
public struct Gate: Sendable {
  /// How it ends.
  public enum Judgement: String, Hashable, Codable, Sendable {
    /// Nothing was lost that chance would not explain, and every floor holds.
    case passed
    /// Something was.
    case failed
    /// The pairs do not say, because corpus or draw has changed, or rows are missing.
    case unjudged
  }

  /// One exact paired test.
  public struct Test: Hashable, Sendable {
    /// What is compared.
    public var measure: PairedMeasure
    /// The variant's label.
    public var variant: String
    /// The condition's label; nil for all pooled.
    public var condition: String?
    /// The query length; nil for all pooled.
    public var seconds: Double?
    /// Queries in both runs.
    public var pairs: Int
    /// Those that were good before.
    public var goodBefore: Int
    /// Those that were good, and are no more.
    public var lost: Int
    /// Those that are good, and were not.
    public var won: Int
    /// Recordings whose losses and gains do not cancel.
    public var recordings: Int
    /// The chance of such a net loss if neither version were better.
    public var pValue: Double
    /// The level that it is held to; 0 where the pairs cannot show anything.
    public var level: Double

    /// Whether the loss is real.
    public var hasFailed: Bool { lost > won && pValue <= level }
    /// Those that are good now.
    public var goodAfter: Int { goodBefore - lost + won }
  }

  /// A bound, and what was found.
  public struct FloorResult: Hashable, Sendable {
    /// The bound in words.
    public var words: String
    /// What was found; absent where it is not defined.
    public var value: Double?
    /// Whether the bound is kept; false where nothing was found.
    public var holds: Bool
  }

  /// The chance of failing without cause.
  public let level: Double
  /// The tests; those of all conditions and lengths pooled come first.
  public let tests: [Test]
  /// The floors.
  public let floors: [FloorResult]
  /// Queries answered worse or better than before.
  public let flips: [OutcomePairing.Flip]
  /// Why the pairs say nothing, or not all.
  public let obstacles: [String]
  /// What else is different from the baseline: what a change is meant to change.
  public let changes: [String]

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - table: the outcomes of the run.
  ///   - report: the run's report, for the floors.
  ///   - baseline: the outcomes that it is held to; nil where only floors are.
  ///   - rules: level and floors.
  public init(
    _ table: OutcomeTable, report: Report, baseline: OutcomeTable?, rules: GateRules
  ) {
    level = rules.level
    let pairing = baseline.map { OutcomePairing($0, table) }
    tests = pairing.map { Self.tests(of: $0, level: rules.level) } ?? []
    flips = pairing?.flips ?? []
    changes = baseline.map { RunChanges(from: $0.source, to: table.source).words } ?? []
    let (results, problems) = Self.floors(rules.floors, report: report)
    floors = results
    obstacles = (pairing?.obstacles ?? table.undecided.map { "\($0) has no threshold" }) + problems
  }

  /// How it ends: what cannot be judged is never passed.
  public var judgement: Judgement {
    if !obstacles.isEmpty { return .unjudged }
    return tests.contains(where: \.hasFailed) || floors.contains { !$0.holds } ? .failed : .passed
  }

  // MARK: tests

  /// The level goes mostly to each variant's recall with everything pooled; the rest watches over
  /// single cells and the other measures.
  static func tests(of pairing: OutcomePairing, level: Double) -> [Test] {
    struct Candidate {
      var test: Test
      var differences: [Int]
      var recordings: [Int: Int]
      var weight: Double
    }
    func candidates(
      _ cells: [OutcomePairing.Cell], variant: String, condition: String?, seconds: Double?,
      weight: Double
    ) -> [Candidate] {
      PairedMeasure.allCases.enumerated().compactMap { place, measure in
        var counts = OutcomePairing.Counts()
        for cell in cells { counts.add(cell.counts[place]) }
        if counts.pairs == 0 { return nil }
        counts.differences = counts.differences.filter { $0.value != 0 }
        let differences = counts.ordered
        return Candidate(
          test: Test(
            measure: measure, variant: variant, condition: condition, seconds: seconds,
            pairs: counts.pairs, goodBefore: counts.before, lost: counts.lost, won: counts.won,
            recordings: differences.count, pValue: 1, level: 0),
          differences: differences, recordings: counts.differences,
          weight: weight * measure.weight)
      }
    }
    var all: [Candidate] = []
    for (place, variant) in pairing.first.source.variants.enumerated() {
      all += candidates(
        pairing.cells.filter { $0.variant == place }, variant: variant.label, condition: nil,
        seconds: nil, weight: 9)
    }
    for (place, variant) in pairing.first.source.variants.enumerated() {
      let cells = pairing.cells.filter { $0.variant == place }
      for cell in cells {
        all += candidates(
          [cell], variant: variant.label,
          condition: pairing.first.source.conditions[cell.condition].label,
          seconds: cell.seconds, weight: 1 / Double(cells.count))
      }
    }
    // Tests of the very same differences are one test. Which are the same does not depend on which
    // version is which, so the level is kept.
    var groups: [(members: [Int], test: SignFlipTest, weight: Double)] = []
    var known: [[Int: Int]: Int] = [:]
    for (place, candidate) in all.enumerated() {
      if let group = known[candidate.recordings] {
        groups[group].members.append(place)
        groups[group].weight += candidate.weight
      } else {
        known[candidate.recordings] = groups.count
        groups.append(
          ([place], SignFlipTest(differences: candidate.differences), candidate.weight))
      }
    }
    let levels = TaroneCorrection.levels(
      level,
      for: groups.map {
        TaroneCorrection.Member(
          smallestPValue: $0.test.smallestPValueOfLoss, weight: $0.weight)
      })
    for (group, level) in zip(groups, levels) {
      let pValue = group.test.pValueOfLoss
      for place in group.members {
        all[place].test.pValue = pValue
        all[place].test.level = level
      }
    }
    return all.map(\.test)
  }

  // MARK: floors

  private static func floors(
    _ floors: [GateRules.Floor], report: Report
  ) -> (results: [FloorResult], problems: [String]) {
    var results: [FloorResult] = []
    var problems: [String] = []
    let variants = report.provenance.variants.map(\.label)
    let conditions = report.provenance.conditions.map(\.label)
    let lengths = report.provenance.queryLengths
    func unknown(_ kind: String, _ name: String, _ known: [String]) {
      problems.append(
        "a floor names the \(kind) '\(name)', which the run does not have; "
          + nearestNames(to: name, among: known))
    }
    for floor in floors {
      guard let metric = report.metrics.first(where: { $0.name == floor.metric }) else {
        unknown("metric", floor.metric, report.metrics.map(\.name))
        continue
      }
      if let name = floor.variant, !variants.contains(name) { unknown("variant", name, variants) }
      if let name = floor.condition, !conditions.contains(name) {
        unknown("condition", name, conditions)
      }
      if let seconds = floor.seconds, !lengths.contains(seconds) {
        unknown("query length", secondsText(seconds), lengths.map(secondsText))
      }
      for variant in variants where floor.variant.map({ $0 == variant }) ?? true {
        for seconds in lengths where floor.seconds.map({ $0 == seconds }) ?? true {
          if let condition = floor.condition, !conditions.contains(condition) { continue }
          let found = report.measurement(
            metric.name, variant: variant, condition: floor.condition, seconds: seconds)
          let bounds = [
            floor.atLeast.map { "at least \(plain($0))" },
            floor.atMost.map { "at most \(plain($0))" },
          ].compactMap { $0 }.joined(separator: " and ")
          let words =
            "\(metric.name) of \(variant), \(floor.condition ?? "all conditions"), "
            + "\(secondsText(seconds)): \(bounds)"
          if found.value == nil { problems.append("\(words): it is not defined in this run") }
          results.append(
            FloorResult(
              words: words, value: found.value,
              holds: found.value.map {
                $0 >= floor.atLeast ?? -.infinity && $0 <= floor.atMost ?? .infinity
              } ?? false))
        }
      }
    }
    return (results, problems)
  }
}
