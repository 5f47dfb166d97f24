import Experiments
import Fingerprinting
import Foundation
import Reporting
import Scoring
import Testing

struct ReportTests {
  @Test func figuresAreThoseOfTheRows() throws {
    var record = SyntheticRun.standard
    record.provenance.decision.acceptAtLeast = 7.5
    let report = try Report(record: record, metrics: allMetrics)
    #expect(report.split == "test")
    #expect(report.thresholds.allSatisfy { $0.threshold == 7.5 && $0.source == .stated })
    for condition in record.provenance.conditions {
      // Counted by hand, with none of the code under test.
      let rows = record.queries.filter {
        $0.variant == "dense bits" && $0.condition == condition.label && $0.seconds == 10
          && $0.split == "test"
      }
      let enrolled = rows.filter { !$0.truth.isEmpty }
      let named = enrolled.filter {
        ($0.best?.score ?? 0) >= 7.5 && $0.best?.track == $0.truth[0].track
      }
      let alarms = rows.filter { $0.truth.isEmpty && ($0.best?.score ?? 0) >= 7.5 }
      func figure(_ name: String) -> Scoring.Measurement {
        report.measurement(
          name, variant: "dense bits", condition: condition.label, seconds: 10)
      }
      #expect(figure("recording_recall") == .share(named.count, of: 60))
      #expect(figure("false_alarm_rate") == .share(alarms.count, of: 40))
      #expect(figure("query_signature_rate").value == 250)
      #expect(
        figure("right_score_median").value
          == Quantile.interpolated(
            0.5,
            of: enrolled.filter { $0.best?.track == $0.truth[0].track }.compactMap {
              $0.best?.score
            }))
      #expect(figure("lookups_per_query").value == 80_000)
    }
    #expect(
      report.measurement("no_such", variant: "dense bits", condition: nil, seconds: 10)
        == .undefined)
  }

  @Test func thresholdsAreFittedOnCalibrationNegatives() throws {
    let record = SyntheticRun.standard
    let report = try SyntheticRun.report.get()
    #expect(report.thresholds.count == 4)
    for point in report.thresholds {
      let threshold = try #require(point.threshold)
      let scores = record.queries.filter {
        $0.variant == point.variant && $0.seconds == point.seconds && $0.split == "calibration"
      }.compactMap(\.best?.score)
      let conditions = record.provenance.conditions.count
      #expect(scores.count == 40 * conditions)
      let claims = scores.count { $0 >= threshold }
      #expect(claims == Int(0.01 * Double(scores.count)))
      guard case .fitted(let fit) = point.source else {
        Issue.record("\(point.source)")
        continue
      }
      #expect(fit.claims == claims && fit.negatives == scores.count)
      // Queries −1 … −40, two a recording.
      #expect(fit.recordings == 21)
    }
    let alarm = try #require(report.falseAlarms.first)
    #expect(alarm.perQuery.count == 40 * record.provenance.conditions.count)
    #expect(alarm.recordings == 21 && alarm.recordingsWithClaim <= alarm.claims)
  }

  @Test func pooledIntervalsAreClustered() throws {
    let report = try SyntheticRun.report.get()
    let pooled = report.measurement(
      "recording_recall", variant: "constellation", condition: nil, seconds: 5)
    let value = try #require(pooled.value)
    let interval = try #require(pooled.interval)
    let wilson = try #require(
      Binomial.wilsonInterval(Int((value * Double(pooled.count)).rounded()), of: pooled.count))
    #expect(interval != wilson && interval.contains(value))
  }

  @Test func tooFewNegativesLeaveFiguresUndefined() throws {
    var run = SyntheticRun()
    run.conditions = [run.conditions[0]]
    let report = try Report(record: run.record(), metrics: allMetrics)
    #expect(report.thresholds.allSatisfy { $0.threshold == nil })
    let recall = report.measurement(
      "recording_recall", variant: "constellation", condition: "clean", seconds: 5)
    #expect(recall == .undefined)
    let ranked = report.measurement(
      "top1_recall", variant: "constellation", condition: "clean", seconds: 5)
    #expect(ranked.value != nil)
    #expect(report.falseAlarms.isEmpty)
    #expect(report.warnings.count == 4)
    #expect(report.warnings.allSatisfy { $0.contains("40 calibration negatives") })
    #expect(MarkdownFormat().text(of: report, drawn: []).contains("There are 4 warnings"))
  }

  @Test func nothingIsLeftUnsaid() throws {
    var record = SyntheticRun.standard
    record.provenance.warnings = ["b.mp3: 4.5 s of 20 s could be read"]
    record.provenance.plannedQueries += 1
    let place = try #require(record.queries.firstIndex { $0.split == "test" })
    record.queries[place].status = .failed
    record.queries[place].failure = "index is gone"
    record.queries[place + 1].status = .excluded
    record.queries[place + 1].failure = "silence"
    let report = try Report(record: record, metrics: allMetrics)
    #expect(report.warnings.count == 4)
    #expect(report.warnings[0].contains("b.mp3"))
    #expect(report.warnings[1].contains("unfinished"))
    #expect(report.warnings[2].contains("1 queries failed") && report.warnings[2].contains("gone"))
    #expect(report.warnings[3].contains("excluded") && report.warnings[3].contains("silence"))
    let recall = report.measurement(
      "recording_recall", variant: "constellation", condition: "clean", seconds: 5)
    // The failed query counts, the excluded one does not.
    #expect(recall.count == 59)
    #expect(
      report.measurement("failed", variant: "constellation", condition: "clean", seconds: 5).value
        == 1)
  }

  @Test func achievedRatiosAreShown() throws {
    let report = try SyntheticRun.report.get()
    #expect(report.achievedSNR[0] == nil)
    #expect(report.achievedSNR[7] == -5...(-5))
    #expect(MarkdownFormat().text(of: report, drawn: []).contains("-5.00 … -5.00"))
  }

  @Test func foreignRowsAreRefused() throws {
    var record = SyntheticRun.standard
    record.queries[3].condition = "pink 0 dB"
    #expect(throws: ReportError.self) { try Report(record: record, metrics: allMetrics) }
    record.queries[3].condition = "clean"
    record.queries[3].seconds = 7
    #expect(throws: ReportError.self) { try Report(record: record, metrics: allMetrics) }
  }

  @Test func emptyRunsHaveAReport() throws {
    var record = SyntheticRun.standard
    record.queries = []
    record.costs = []
    let report = try Report(record: record, metrics: allMetrics)
    let text = MarkdownFormat().text(of: report, drawn: [])
    #expect(text.contains("unfinished"))
    #expect(text.contains("–"))
    #expect(!text.contains("nan"))
  }

  /// Rows in another order are the same run.
  @Test func orderDoesNotMatter() throws {
    var run = SyntheticRun()
    run.conditions.removeLast(6)
    let record = run.record()
    var shuffled = record
    var generator = SplitMix64(seed: 4)
    generator.shuffle(&shuffled.queries)
    let texts = try [record, shuffled].map {
      let report = try Report(record: $0, metrics: allMetrics)
      return MetricsCSVFormat().text(of: report) + MarkdownFormat().text(of: report, drawn: [])
    }
    #expect(texts[0] == texts[1])
  }

  @Test func headlineIsJSON() throws {
    let report = try SyntheticRun.report.get()
    let json = try report.headlineJSON()
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    guard case .object(let members) = value, case .array(let cells) = members["cells"],
      case .array(let thresholds) = members["thresholds"]
    else {
      Issue.record("\(json.prefix(200))")
      return
    }
    #expect(members["split"] == .string("test"))
    #expect(cells.count == 2 * 2 * 14)
    #expect(thresholds.count == 4)
    #expect(json == (try report.headlineJSON()))
  }
}
