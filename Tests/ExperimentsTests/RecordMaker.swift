import Experiments
import Fingerprinting

/// Records full of what breaks tables.
enum RecordMaker {
  static let names = [
    "plain", "with|pipe", "line\nbreak", "=1+1", "*", "**", "comma, \"quote\"", "'", "", "é",
    "e\u{301}",
    "-5", "\r", " space ",
  ]

  static func record(seed: UInt64, queries: Int = 20, variants: Int = 2, conditions: Int = 3)
    -> RunRecord
  {
    var generator = SplitMix64(seed: seed)
    func name() -> String { names[generator.integer(below: names.count)] }
    let lengths = [2.5, 5.0]
    var excerpts: [ExcerptRow] = []
    for seconds in lengths {
      for number in 0..<queries {
        let start = Seconds(Rounding.fine(generator.uniform(in: 0...200)))
        let source = TrackID(name())
        excerpts.append(
          ExcerptRow(
            query: QueryID("q\(1_000 + number)"), seconds: seconds, split: "test",
            recording: name(),
            source: source, start: start,
            truth: (0..<generator.integer(below: 3)).map { number in
              Occurrence(
                track: number == 0 ? source : TrackID(name()),
                alignment: Alignment(referenceStart: start))
            }))
      }
    }
    var rows: [QueryRow] = []
    for variant in 0..<variants {
      for condition in 0..<conditions {
        for excerpt in excerpts {
          rows.append(
            row(
              of: excerpt, variant: "v\(variant)|", condition: "c\(condition),", name: name(),
              using: &generator))
        }
      }
    }
    let costs = (0..<variants).flatMap { variant in
      lengths.map { seconds in
        CostRow(
          variant: "v\(variant)|", seconds: seconds,
          footprint: IndexFootprint(
            tracks: 3, duration: Seconds(61.25), signatureBytes: 1_234, indexBytes: 99),
          enrolment: 1.234567, latencyCount: seconds == 5 ? 0 : 9,
          decode: seconds == 5 ? [] : [0.001, 0.002, 0.5],
          extract: seconds == 5 ? [] : [0.000001, 1, 2], search: seconds == 5 ? [] : [0, 0, 3])
      }
    }
    return RunRecord(
      provenance: provenance(name: name()), excerpts: excerpts, queries: rows, costs: costs)
  }

  private static func row(
    of excerpt: ExcerptRow, variant: String, condition: String, name: String,
    using generator: inout SplitMix64
  ) -> QueryRow {
    let shift = [0, 0.0113, -0.5][generator.integer(below: 3)]
    let scale = [1, 0.975, 1.01][generator.integer(below: 3)]
    var row = QueryRow(
      variant: variant, condition: condition, seconds: excerpt.seconds, query: excerpt.query,
      recording: excerpt.recording, split: excerpt.split,
      truth: excerpt.truth.map {
        Occurrence(
          track: $0.track,
          alignment: Alignment(
            referenceStart: Seconds(Rounding.fine($0.alignment.referenceStart.value + shift)),
            timeScale: scale, frequencySkew: Rounding.micro(scale - 1)))
      },
      status: QueryRow.Status.allCases[generator.integer(below: 5)])
    if row.status == .failed || row.status == .excluded { row.failure = "because|of\n\"this\"" }
    guard row.status == .searched else { return row }
    row.signatureBytes = generator.integer(below: 5_000)
    row.work.lookups = generator.integer(below: 2_000)
    row.work.postingsRead = generator.integer(below: 200_000)
    row.achievedSNR =
      generator.integer(below: 2) == 0 ? nil : Rounding.decibel(generator.uniform(in: -9...9))
    guard generator.integer(below: 4) > 0 else { return row }
    let right = !excerpt.truth.isEmpty && generator.integer(below: 2) == 0
    row.best = RankedAnswer(
      track: right ? excerpt.source : TrackID(name),
      score: Rounding.score(generator.uniform(in: 0...30)),
      confidence: generator.integer(below: 2) == 0 ? nil : 0.75,
      alignment: Alignment(
        referenceStart: Seconds(Rounding.fine(generator.uniform(in: -3...200))), timeScale: scale,
        frequencySkew: Rounding.micro(1 - scale)))
    row.nextScore = Rounding.score(generator.uniform(in: 0...4))
    if right {
      row.trueRank = 1
      row.trueScore = row.best?.score
    } else if generator.integer(below: 2) == 0 {
      row.trueRank = 2
      row.trueScore = row.nextScore
    }
    return row
  }

  static func provenance(name: String) -> Provenance {
    Provenance(
      experiment: name, description: "two\nlines", plan: "{\"a/b\":1}", planDigest: "00ff",
      seed: Seed(.max),
      corpora: [CorpusSummary(name: name, digest: "d", tracks: ["reference/test": 3])],
      variants: [
        VariantSummary(
          label: name,
          identity: ComponentIdentity(name: "x", revision: 2, configurationDigest: "e"),
          configuration: "{}")
      ],
      conditions: [ConditionSummary(label: name, chain: "[]", axis: nil, value: -0.1)],
      queryLengths: [2.5, 5], decision: DecisionPlan(falseAlarmRate: 1.0 / 3), warnings: names,
      plannedQueries: 240, versions: ["b": "2", "a": "1"], machine: ["cores": "2"],
      times: ["began": "2026-01-01T00:00:00Z"])
  }
}
