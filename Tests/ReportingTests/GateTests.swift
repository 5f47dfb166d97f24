import Experiments
import Fingerprinting
import Foundation
import Reporting
import Scoring
import TestSupport
import Testing

struct GateTests {
  /// A run of one variant, condition and length whose queries are right where told.
  static func run(
    right: [Bool], recordings: Int = .max, conditions: Int = 1
  ) -> RunRecord {
    var run = SyntheticRun()
    run.variants = ["peaks"]
    run.lengths = [5]
    run.enrolled = 1
    run.negatives = 1
    run.conditions = (0..<conditions).map {
      ConditionSummary(label: "noise \($0)", chain: "[\($0)]", axis: nil, value: nil)
    }
    run.decision = DecisionPlan(acceptAtLeast: 5)
    var record = run.record()
    record.queries = []
    record.excerpts = []
    for (number, isRight) in right.enumerated() {
      let (query, condition) = (number / conditions, number % conditions)
      let truth = [
        Occurrence(
          track: TrackID("track"), alignment: Alignment(referenceStart: Seconds(Double(query))))
      ]
      record.queries.append(
        QueryRow(
          variant: "peaks", condition: run.conditions[condition].label, seconds: 5,
          query: QueryID("q\(query)"), recording: "r\(query % recordings)", split: "test",
          truth: truth, status: .searched,
          best: RankedAnswer(
            track: TrackID("track"), score: isRight ? 9 : 1,
            alignment: Alignment(referenceStart: Seconds(Double(query))))))
      guard condition == 0 else { continue }
      record.excerpts.append(
        ExcerptRow(
          query: QueryID("q\(query)"), seconds: 5, split: "test",
          recording: "r\(query % recordings)",
          source: TrackID("track"), start: Seconds(Double(query)), truth: truth))
    }
    record.provenance.plannedQueries = record.queries.count
    return record
  }

  static func gate(
    _ before: RunRecord, _ after: RunRecord, rules: GateRules = GateRules()
  ) throws -> Gate {
    Gate(
      try OutcomeTable(record: after), report: try Report(record: after, metrics: allMetrics),
      baseline: try OutcomeTable(record: before), rules: rules)
  }

  /// Outcomes before and after: `lost` and `won` are chances for each query.
  static func draw(
    _ count: Int, seed: UInt64, lost: Double, won: Double
  ) -> (before: [Bool], after: [Bool]) {
    var generator = Seed(seed).generator
    var (before, after): ([Bool], [Bool]) = ([], [])
    for _ in 0..<count {
      let place = generator.unit()
      let same = generator.unit() < 0.8
      before.append(place < lost ? true : place < lost + won ? false : same)
      after.append(place < lost ? false : place < lost + won ? true : same)
    }
    return (before, after)
  }

  @Test func theSameRunPasses() throws {
    let record = SyntheticRun.standard
    let gate = try Self.gate(record, record)
    #expect(gate.judgement == .passed && gate.flips.isEmpty && gate.changes.isEmpty)
    #expect(gate.markdown(of: "x").contains("passed"))
  }

  @Test func aBaselineSurvivesItsFiles() throws {
    try withTemporaryDirectory { folder in
      for record in [SyntheticRun.standard, FormatTests.nastyRun().record()] {
        let table = try OutcomeTable(record: record)
        try table.write(to: folder)
        #expect(try OutcomeTable.read(folder) == table)
      }
      // A line twice, as merging in version control may leave it, must not count twice.
      try OutcomeTable(record: SyntheticRun.standard).write(to: folder)
      let file = folder.appending("outcomes.csv")
      let lines = try file.read().split(separator: 0x0a)
      try file.write(Array((lines + [lines[1]]).joined(separator: [0x0a])))
      let error = #expect(throws: ReportError.self) { try OutcomeTable.read(folder) }
      #expect(error.map { "\($0)".contains("row \(lines.count + 1): expected one row") } == true)
      try folder.appending("outcomes.csv").write(Array("variant,seconds\n".utf8))
      #expect(throws: ReportError.self) { try OutcomeTable.read(folder) }
      #expect(throws: ReportError.self) { try OutcomeTable.read(folder.appending("none")) }
    }
  }

  /// One query of 20 is chance; 60 of 2,000 with none won is a loss; floors decide on their own.
  @Test func theVerdictFollowsTheNumbers() throws {
    let all = [Bool](repeating: true, count: 2_000)
    func lose(_ count: Int, of total: Int) -> [Bool] { (0..<total).map { $0 >= count } }
    func gate(_ lost: Int, of total: Int, _ rules: GateRules = GateRules()) throws -> Gate {
      try Self.gate(
        Self.run(right: Array(all.prefix(total))), Self.run(right: lose(lost, of: total)),
        rules: rules)
    }
    #expect(try gate(1, of: 20).judgement == .passed)
    #expect(try gate(1, of: 2_000).judgement == .passed)
    #expect(try gate(9, of: 2_000).judgement == .passed)
    let failed = try gate(10, of: 2_000)
    #expect(failed.judgement == .failed)
    #expect(failed.flips.count == 10 && failed.flips.allSatisfy(\.isLost))
    let floor = GateRules.Floor(metric: "recording_recall", atLeast: 0.97)
    #expect(try gate(1, of: 20, GateRules(floors: [floor])).judgement == .failed)
    #expect(try gate(1, of: 2_000, GateRules(floors: [floor])).judgement == .passed)
    let unknown = GateRules.Floor(metric: "recording_recal", atLeast: 0.97)
    let unjudged = try gate(0, of: 20, GateRules(floors: [unknown]))
    #expect(unjudged.judgement == .unjudged)
    #expect(unjudged.obstacles[0].contains("did you mean 'recording_recall'"))
    // A gain is no loss.
    let gain = try Self.gate(Self.run(right: lose(300, of: 2_000)), Self.run(right: all))
    #expect(gain.judgement == .passed && gain.flips.count == 300)
  }

  /// What a pull request changes is judged and named; what makes pairs meaningless is not.
  @Test func changesAreNamedAndBrokenPairsAreUnjudged() throws {
    let record = Self.run(right: [Bool](repeating: true, count: 40))
    func after(_ change: (inout RunRecord) -> Void) throws -> Gate {
      var other = record
      change(&other)
      return try Self.gate(record, other)
    }
    let named = try after {
      $0.provenance.variants[0].identity.revision += 1
      $0.provenance.variants[0].configuration = "{\"hop\":256}"
      $0.provenance.versions["fftw"] = "3.3.11"
      $0.provenance.machine = ["cpu": "another"]
      $0.provenance.decision.acceptAtLeast = 4
    }
    #expect(named.judgement == .passed)
    let words = named.changes.joined(separator: "\n")
    #expect(words.contains("revision 2 → 3") && words.contains("hop 128 → 256"))
    #expect(words.contains("fftw: 3.3.10 → 3.3.11") && words.contains("threshold 5 → 4"))
    #expect(!words.contains("another"))
    for (change, words) in [
      ({ $0.provenance.corpora[0].digest = "beef" }, "corpus 'music' has changed"),
      ({ $0.provenance.seed = Seed(77) }, "the seed has changed: 1 → 77"),
      ({ $0.provenance.conditions[0].chain = "[1]" }, "condition 'noise 0' has changed"),
      ({ $0.queries.removeLast() }, "1 answers of the baseline are missing"),
      (
        {
          $0.queries[3].query = QueryID("q3000"); $0.excerpts[3].query = QueryID("q3000")
        },
        "1 answers of the run are missing in the baseline"
      ),
      ({ $0.queries[3].status = .excluded }, "missing in the run; the first is peaks, noise 0"),
      ({ $0.excerpts[2].start = Seconds(2.5) }, "cut elsewhere"),
      ({ $0.provenance.decision.acceptAtLeast = nil }, "no threshold"),
    ] as [((inout RunRecord) -> Void, String)] {
      let gate = try after(change)
      #expect(gate.judgement == .unjudged, "\(words)")
      #expect(gate.obstacles.contains { $0.contains(words) }, "\(gate.obstacles)")
    }
  }

  /// Names from outside break neither Markdown nor XML, and every lost query is in the XML.
  @Test func anyNameSurvivesTheReports() throws {
    var run = FormatTests.nastyRun()
    run.enrolled = 60
    let before = run.record()
    var after = before
    for place in after.queries.indices where !after.queries[place].truth.isEmpty {
      after.queries[place].best = nil
    }
    let gate = try Self.gate(before, after)
    #expect(gate.judgement == .failed)
    let markdown = gate.markdown(of: "a|b <i>")
    #expect(markdown.contains("a\\|b"))
    let xml = gate.junit(of: "a<b>&\"c\u{7}")
    let answer = try python(
      """
      import sys, xml.etree.ElementTree as e
      root = e.fromstring(sys.stdin.buffer.read())
      cases = root.findall('.//testcase')
      print(len(cases) == int(root.get('tests')), len(root.findall('.//failure')) == int(root.get('failures')),
            root.get('errors'), int(root.get('failures')) > 0)
      """, input: Array(xml.utf8))
    #expect(answer == "True True 0 True\n")
    #expect(try gate.json().contains("\"judgement\":\"failed\""))
  }

  /// Of equal versions no more than 1 gate in 1,000 fails, whether queries are independent or come
  /// ten of a recording and flip together; a drop of 2 points is caught 9 of 10 times.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled)) func theGateKeepsItsLevel() throws {
    func failures(
      _ gates: Int, seed: UInt64, pairs: Int, lost: Double, won: Double, recordings: Int = .max,
      conditions: Int = 1
    ) throws -> Int {
      try (0..<gates).count { number in
        let drawn = Self.draw(pairs, seed: seed + UInt64(number), lost: lost, won: won)
        return try Self.gate(
          Self.run(right: drawn.before, recordings: recordings, conditions: conditions),
          Self.run(right: drawn.after, recordings: recordings, conditions: conditions)
        ).judgement == .failed
      }
    }
    #expect(try failures(1_000, seed: 1, pairs: 200, lost: 0.05, won: 0.05) <= 1)
    #expect(try failures(1_000, seed: 5_000, pairs: 400, lost: 0.02, won: 0.02, conditions: 4) <= 1)
    #expect(try failures(300, seed: 9_000, pairs: 2_000, lost: 0.03, won: 0.01) >= 270)
    #expect(
      try failures(100, seed: 20_000, pairs: 2_000, lost: 0.03, won: 0.01, recordings: 500) >= 88)
  }

  /// The same over many more gates, by the numbers that the gate decides by.
  @Test func theLevelHoldsOverManySeeds() {
    func caught(_ gates: Int, seed: UInt64, lost: Double, won: Double, size: Int) -> Int {
      var generator = Seed(seed).generator
      return (0..<gates).count { _ in
        var differences: [Int] = []
        for _ in 0..<(2_000 / size) {
          var sum = 0
          // All queries of a recording flip together.
          let place = generator.unit()
          if place < lost { sum = size } else if place < lost + won { sum = -size }
          differences.append(sum)
        }
        return SignFlipTest(differences: differences).pValueOfLoss <= 0.001
      }
    }
    #expect(caught(20_000, seed: 3, lost: 0.02, won: 0.02, size: 1) <= 20)
    #expect(caught(20_000, seed: 4, lost: 0.05, won: 0.05, size: 10) <= 20)
    // And exactly, however many pairs differ: what chance alone makes of them.
    for differing in 0...300 {
      let pairs = Double(differing)
      var size = 0.0
      for lost in 0...differing {
        let gained = differing - lost
        let signs: [Int] =
          Array(repeating: 1, count: lost) + Array(repeating: -1, count: gained)
        guard SignFlipTest(differences: signs).pValueOfLoss <= 0.001 else { continue }
        var chance: Double = lgamma(pairs + 1) - pairs * log(2)
        chance -= lgamma(Double(lost) + 1)
        chance -= lgamma(Double(gained) + 1)
        size += exp(chance)
      }
      #expect(size <= 0.001 * (1 + 1e-9), "\(differing)")
    }
    let power = caught(2_000, seed: 5, lost: 0.03, won: 0.01, size: 1)
    #expect((1_800...1_880).contains(power), "\(power)")
    // What the help says of pairs of which every tenth differs.
    let weak = caught(2_000, seed: 6, lost: 0.06, won: 0.04, size: 1)
    #expect((700...800).contains(weak), "\(weak)")
  }

  /// Which queries change sides together follows from the recording: nobody is to move one.
  @Test func aQueryOfAnotherRecordingIsUnjudged() throws {
    let run = Self.run(right: Array(repeating: true, count: 20), recordings: 5)
    try withTemporaryDirectory { folder in
      try OutcomeTable(record: run).write(to: folder)
      let path = folder.appending("outcomes.csv")
      let text = String(decoding: try path.read(), as: UTF8.self)
      try path.write(Array(text.replacing("peaks,5,q7,r2,", with: "peaks,5,q7,r4,").utf8))
      let gate = Gate(
        try OutcomeTable(record: run), report: try Report(record: run, metrics: allMetrics),
        baseline: try OutcomeTable.read(folder), rules: GateRules())
      #expect(gate.judgement == .unjudged)
      #expect(gate.markdown(of: "x").contains("'q7' of 5 s: 'r4' before, 'r2' now"))
    }
  }
}
