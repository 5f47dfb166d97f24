import Experiments
import Fingerprinting
import Reporting
import Scoring

/// A run that never happened: answers drawn so that recall falls with the noise.
struct SyntheticRun {
  var variants = ["constellation", "dense bits"]
  var conditions: [ConditionSummary] =
    [ConditionSummary(label: "clean", chain: "[]", axis: nil, value: nil)]
    + [10, 5, 0, -5].flatMap { snr in
      ["white", "babble"].map { kind in
        ConditionSummary(
          label: "\(kind) \(snr) dB", chain: "[{\"noise\":{\"kind\":\"\(kind)\"}}]",
          axis: "\(kind) SNR (dB)", value: Double(snr))
      }
    }
    + [-2.5, -1, 1, 2.5].map { skew in
      ConditionSummary(
        label: "skew \(skew) %", chain: "[{\"skew\":\(skew / 100)}]", axis: "skew (%)", value: skew)
    }
  var lengths = [5.0, 10]
  var enrolled = 60
  var negatives = 40
  var decision = DecisionPlan(falseAlarmRate: 0.01)
  var track = { (number: Int) in "track-\(number)" }

  /// The run as it stands, drawn once.
  static let standard = SyntheticRun().record()
  static let report = Result { try Report(record: standard, metrics: allMetrics) }

  /// Draws all answers.
  func record() -> RunRecord {
    var queries: [QueryRow] = []
    for (place, variant) in variants.enumerated() {
      for condition in conditions {
        for seconds in lengths {
          for (split, positives) in [("calibration", 0), ("test", enrolled)] {
            for number in 0..<(negatives + positives) {
              queries.append(
                row(
                  variant, place, condition, seconds, split,
                  number < positives ? number : -1 - (number - positives)))
            }
          }
        }
      }
    }
    return RunRecord(
      provenance: provenance(planned: queries.count), excerpts: excerpts(of: queries),
      queries: queries,
      costs: variants.enumerated().flatMap { place, variant in
        lengths.map { cost(variant, place, $0) }
      })
  }

  /// One excerpt a query and length.
  private func excerpts(of queries: [QueryRow]) -> [ExcerptRow] {
    queries.filter { $0.variant == variants[0] && $0.condition == conditions[0].label }.map { row in
      ExcerptRow(
        query: row.query, seconds: row.seconds, split: row.split, recording: row.recording,
        source: row.truth.first?.track ?? TrackID("out-" + row.query.rawValue), start: Seconds(0),
        truth: row.truth)
    }
  }

  private func row(
    _ variant: String, _ place: Int, _ condition: ConditionSummary, _ seconds: Double,
    _ split: String, _ number: Int
  ) -> QueryRow {
    let isEnrolled = number >= 0
    let query = "\(split)-\(isEnrolled ? "in" : "out")-\(abs(number))"
    var generator = Seed(9).deriving("\(variant) \(condition.label) \(seconds) \(query)").generator
    // The same query is as hard for every variant.
    let ease = Seed(9).deriving(query).generator.nextUnit * 8
    let axis = condition.axis ?? ""
    let value = condition.value ?? 20
    let loss = axis.hasPrefix("skew") ? abs(value) * 2.2 : max(0, 9 - value * 0.8)
    let strength = 6 + ease + seconds * 0.4 - loss + Double(place) * 2 + generator.normal()
    let noise = 4 + abs(generator.normal()) * 0.7
    let isRight = isEnrolled && strength > noise
    let score = (max(isEnrolled ? strength : 0, noise) * 1e3).rounded() / 1e3
    let start = Double(abs(number) * 7)
    let error = generator.unit() < 0.1 ? 12.0 : generator.normal() * 0.02
    return QueryRow(
      variant: variant, condition: condition.label, seconds: seconds, query: QueryID(query),
      recording: "\(split)-\(isEnrolled ? "in" : "out")-\(abs(number) / 2)", split: split,
      truth: isEnrolled
        ? [
          Occurrence(
            track: TrackID(track(number)), alignment: Alignment(referenceStart: Seconds(start)))
        ] : [], status: .searched,
      best: RankedAnswer(
        track: TrackID(track(isRight ? number : 999)), score: score,
        alignment: Alignment(
          referenceStart: Seconds(((start + (isRight ? error : 90)) * 1e4).rounded() / 1e4))),
      nextScore: noise - 1, trueRank: isRight ? 1 : isEnrolled && ease > 1 ? 3 : nil,
      achievedSNR: condition.value, signatureBytes: Int(seconds * 210) + place * 400,
      work: work(Int(seconds) * 4_000 * (place + 1)))
  }

  private func work(_ lookups: Int) -> WorkCounters {
    var work = WorkCounters()
    work.lookups = lookups
    work.postingsRead = lookups * 21
    return work
  }

  private func cost(_ variant: String, _ place: Int, _ seconds: Double) -> CostRow {
    let factor = Double(place + 1) * seconds
    return CostRow(
      variant: variant, seconds: seconds,
      footprint: IndexFootprint(
        tracks: 250, duration: Seconds(54_000), signatureBytes: 4_860_000 * (place + 1),
        indexBytes: 43_200_000), enrolment: 95.5, latencyCount: 50,
      decode: [0.0011, 0.0014, 0.0021].map { $0 * factor },
      extract: [0.0009, 0.0011, 0.0019].map { $0 * factor },
      search: [0.0041, 0.0093, 0.0151].map { $0 * factor })
  }

  private func provenance(planned: Int) -> Provenance {
    Provenance(
      experiment: "noise-skew", description: "How recall falls with noise and skew.",
      plan: "{\"corpus\":\"music\",\"seed\":1}", planDigest: String(repeating: "ab", count: 32),
      seed: Seed(1),
      corpora: [
        CorpusSummary(name: "music", digest: "c0ffee", tracks: ["reference/test": 250])
      ],
      variants: variants.map {
        VariantSummary(
          label: $0,
          identity: ComponentIdentity(name: "peaks", revision: 2, configurationDigest: "feed"),
          configuration: "{\"hop\":128}")
      }, conditions: conditions, queryLengths: lengths, decision: decision, warnings: [],
      plannedQueries: planned, versions: ["fftw": "3.3.10", "soundmark": "0.1"],
      machine: ["cpu": "AMD EPYC", "cores": "2"], times: ["began": "2026-01-01T00:00:00Z"])
  }
}

extension SplitMix64 {
  fileprivate var nextUnit: Double {
    var copy = self
    return copy.unit()
  }
}

/// The metrics that reports show, and some more.
let allMetrics: [any Metric] = [
  RecordingRecall(), AlignedRecall(), Precision(), EnrolledShare(), F1(), TopRecall(places: 1),
  TopRecall(places: 5), FalseAlarmRate(), FalseAlarmsPerHour(), WrongTrackRate(),
  AmbiguousShare(), OffsetError(quantile: 0.5), OffsetError(quantile: 0.95),
  SkewError(quantile: 0.5), SkewError(quantile: 0.95), RightScore(quantile: 0.5),
  QuerySignatureRate(),
  UnansweredCount(.failed),
  UnansweredCount(.tooShort), UnansweredCount(.noUsableAudio), WorkPerQuery(.lookups),
  WorkPerQuery(.postingsRead), WorkPerQuery(.framesCompared),
]
