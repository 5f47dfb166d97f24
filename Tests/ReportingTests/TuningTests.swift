import Experiments
import Fingerprinting
import Reporting
import Scoring
import TestSupport
import Testing

struct TuningTests {
  @Test func thresholdsHoldTheirRateWhereTheyWereFitted() throws {
    let record = SyntheticRun.standard
    let noisy = record.provenance.conditions.map(\.label).filter { $0.contains("-5 dB") }
    let environments = [
      TuningPlan.Environment(name: "all", conditions: record.provenance.conditions.map(\.label)),
      TuningPlan.Environment(name: "noisy", conditions: noisy),
    ]
    let tuning = try ThresholdTuning(
      record: record, environments: environments, rate: 0.05, per: .query)
    #expect(tuning.rows.count == 8 && tuning.split == "test" && !tuning.hasRefusals)
    for row in tuning.rows {
      let labels = environments.first { $0.name == row.environment }?.conditions ?? []
      let threshold = try #require(row.fit.threshold)
      func claims(_ split: String) -> Int {
        record.queries.count {
          $0.variant == row.variant && $0.seconds == row.seconds && $0.split == split
            && $0.truth.isEmpty && labels.contains($0.condition)
            && ($0.best?.score ?? -1) >= threshold
        }
      }
      #expect(Double(claims("calibration")) <= 0.05 * Double(40 * labels.count))
      let point = try #require(row.point)
      #expect(point.evidence.falseAlarms == claims("test"))
      #expect(point.evidence.negatives == 40 * labels.count)
      #expect(point.environment == row.environment && point.acceptAtLeast == threshold)
    }
    #expect(
      tuning.file.points.map(\.name).prefix(2) == ["all/constellation/5s", "all/constellation/10s"])
    #expect(tuning.markdown().contains("noisy"))
  }

  /// What 80 negatives cannot support is refused; an hour holds 720 queries of 5 s.
  @Test func unsupportedTargetsAreRefused() throws {
    let record = SyntheticRun.standard
    let environment = TuningPlan.Environment(name: "two", conditions: ["clean", "white 0 dB"])
    let refused = try ThresholdTuning(
      record: record, environments: [environment], rate: 0.01, per: .query)
    #expect(refused.hasRefusals && refused.file.points.isEmpty)
    #expect(refused.markdown().contains("Refused"))
    let hourly = try ThresholdTuning(
      record: record, environments: [environment], rate: 36, per: .hour)
    #expect(hourly.rows.filter { $0.seconds == 5 }.allSatisfy { $0.fit.targetRate == 0.05 })
    let point = try #require(hourly.file.points.first)
    #expect(point.per == .hour && point.targetFalseAlarmRate == 36)
    let bound = try #require(
      Binomial.upperBound(point.evidence.falseAlarms, of: point.evidence.negatives))
    #expect(abs(point.evidence.upperBound - bound * 720) < 1e-9)
  }

  /// An operating point decides for its strategy, and for no other.
  @Test func gatesTakeOperatingPoints() throws {
    let record = SyntheticRun.standard
    let identity = record.provenance.variants[0].identity
    var point = OperatingPoint(
      name: "strict", strategy: identity, queryLength: Seconds(5), acceptAtLeast: 9,
      targetFalseAlarmRate: 0.01, per: .query,
      evidence: OperatingPoint.Evidence(
        negatives: 1, recordings: 1, falseAlarms: 0, upperBound: 0.95))
    let table = try OutcomeTable(record: record, operatingPoint: point)
    #expect(table.source.thresholds.filter { $0.acceptAtLeast == 9 }.map(\.seconds) == [5, 5])
    let report = try Report(record: record, metrics: allMetrics, operatingPoint: point)
    #expect(report.thresholds[0].source == .operatingPoint("strict"))
    point.strategy.revision += 1
    #expect(throws: ReportError.self) { try OutcomeTable(record: record, operatingPoint: point) }
  }

  static func plan(_ parameters: String) throws -> Plan {
    try Plan(
      text: """
        {name: "t", corpus: "c", queryLengths: [5], queriesPerCell: 40,
         variants: [{strategy: "peaks", configuration: {a: {b: 1}}}],
         conditions: [{label: "clean", chain: []}],
         tuning: {environments: "each condition", parameters: \(parameters)}}
        """)
  }

  @Test func spacesAreExpandedAndDrawn() throws {
    let grid = try Self.plan("{space: {\"a.b\": [1, 2, 3], x: [true, false]}}")
    let search = try #require(grid.tuning?.search)
    let candidates = try search.candidates(of: grid.variants[0], seed: Seed(1))
    // The variant as it is, and six places of the grid.
    #expect(candidates.count == 7 && candidates[0] == grid.variants[0])
    #expect(
      candidates[1].configuration
        == .object(["a": .object(["b": .integer(1)]), "x": .bool(true)]))
    #expect(Set(candidates.map(\.label)).count == 7)
    let random = try Self.plan(
      "{count: 50, space: {\"a.b\": {from: 1, to: 9, integer: true}, r: {from: 0.1, to: 10, log: true}}}"
    )
    let drawn = try #require(random.tuning?.search).candidates(
      of: random.variants[0], seed: Seed(1))
    #expect(drawn.count > 40)
    #expect(
      drawn
        == (try #require(random.tuning?.search).candidates(
          of: random.variants[0], seed: Seed(1))))
    // Reading what was written gives the same plan.
    #expect(try Plan(text: try random.canonicalText) == random)
    for wrong in [
      "{space: {}}", "{space: {a: {from: 1, to: 2}}}", "{variant: \"no\", space: {a: [1]}}",
      "{count: 5, space: {a: {from: 0, to: 2, log: true}}}", "{space: {a: [1]}, spce: 1}",
    ] {
      #expect(throws: ExperimentError.self, "\(wrong)") { try Self.plan(wrong) }
    }
  }

  /// Rounds ask more of fewer, the variant as it was stays, and the best comes out in front.
  @Test func halvingFindsTheBest() async throws {
    var plan = try Self.plan(
      "{firstQueries: 5, growth: 3, space: {\"a.b\": [2, 3, 4, 5, 6, 7, 8, 9]}}")
    let search = try #require(plan.tuning?.search)
    plan.decision.acceptAtLeast = 5
    var asked: [(Int, Int)] = []
    let tuning = try await ParameterTuning(
      plan: plan, search: search, metrics: allMetrics,
      run: { Self.answers(to: $0) },
      progress: { _, queries, candidates in asked.append((queries, candidates)) })
    #expect(asked.map(\.0) == [5, 15, 40])
    #expect(asked.map(\.1)[0] == 9 && asked.map(\.1)[2] <= 4)
    #expect(tuning.rows.count == 9)
    #expect(
      tuning.front.first?.variant.configuration == .object(["a": .object(["b": .integer(7)])]))
    #expect(tuning.rows.contains { $0.variant == plan.variants[0] && $0.round == 3 })
    let presets = try tuning.presets(experiment: "t")
    #expect(presets.contains("{\"a\":{\"b\":7}}"))
    #expect(tuning.markdown(confirmation: []).contains("(as it was)"))
  }

  /// A setting of 7 is right most often; the further from it the worse.
  private static func answers(to plan: Plan) -> RunRecord {
    var run = SyntheticRun()
    run.variants = plan.variants.map(\.label)
    run.lengths = [5]
    run.conditions = [ConditionSummary(label: "clean", chain: "[]", axis: nil, value: nil)]
    run.enrolled = 1
    run.negatives = 1
    run.decision = plan.decision
    var record = run.record()
    record.queries = []
    for (place, variant) in plan.variants.enumerated() {
      var setting = 1.0
      if case .object(let members) = variant.configuration,
        case .object(let inner)? = members["a"], case .integer(let value)? = inner["b"]
      {
        setting = Double(value)
      }
      record.provenance.variants[place].identity.configurationDigest = "\(setting)"
      record.costs[place].footprint.signatureBytes = 1_000_000
      record.costs[place].search = [0.001, 0.002, 0.003]
      record.costs[place].extract = [0.001, 0.002, 0.003]
      for number in 0..<plan.queriesPerCell {
        var generator = Seed(UInt64(number)).generator
        let isRight = generator.unit() < 1 - abs(setting - 7) * 0.12
        let track = TrackID("t")
        record.queries.append(
          QueryRow(
            variant: variant.label, condition: "clean", seconds: 5, query: QueryID("q\(number)"),
            recording: "r\(number)", split: "tuning",
            truth: [Occurrence(track: track, alignment: Alignment(referenceStart: .zero))],
            status: .searched,
            best: RankedAnswer(
              track: track, score: isRight ? 9 : 1, alignment: Alignment(referenceStart: .zero))))
      }
    }
    return record
  }
}
