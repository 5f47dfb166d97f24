import Experiments
import Fingerprinting
import Foundation
import Reporting
import Scoring
import TestSupport
import Testing

/// The sections on verdicts, offsets, tails and breaking points.
struct DetailTests {
  @Test func everyQueryIsCountedOnce() throws {
    let report = try SyntheticRun.report.get()
    #expect(report.verdicts.count == 4 && report.offsets.count == 4)
    for (counts, histogram) in zip(report.verdicts, report.offsets) {
      let enrolled = counts.correct + counts.misaligned + counts.wrong + counts.missed
      #expect(enrolled == 60 * 13 && counts.falseAlarms + counts.rejected == 40 * 13)
      #expect(counts.failed == 0)
      #expect(histogram.count == counts.correct + counts.misaligned)
      #expect(histogram.coarse.reduce(0, +) == histogram.count)
      #expect(histogram.fine.reduce(0, +) == histogram.count)
      let right = report.measurement(
        "aligned_recall", variant: counts.variant, condition: nil, seconds: counts.seconds)
      #expect(abs((right.value ?? 0) - Double(counts.correct) / 780) < 1e-12)
      // Errors of the run are normal with 0.02 s; one in ten is 12 s off.
      #expect(histogram.coarse[7] == counts.misaligned)
    }
    let bounds = OffsetHistogram.fine
    #expect(abs(bounds[40] - 100) < 1e-6 && abs(bounds[8] - 0.01) < 1e-12)
  }

  /// Recall of the run falls with the noise and, either way, with skew: both are found.
  @Test func breakingPointsLieWhereRecallIsHalf() throws {
    let report = try SyntheticRun.report.get()
    func point(_ axis: BreakingPointRow.Axis, _ variant: String, _ seconds: Double?)
      throws -> BreakingPointRow
    {
      try #require(
        report.breakingPoints.first {
          $0.axis == axis && $0.variant == variant && $0.seconds == seconds
        })
    }
    for variant in ["constellation", "dense bits"] {
      for seconds in [5.0, 10] {
        let row = try point(.degradation("white SNR (dB)", isFolded: false), variant, seconds)
        #expect(row.point.rises && row.point.measured == -5...10)
        let value = try #require(row.point.value)
        func recall(_ snr: Int) -> Double {
          report.measurement(
            "recording_recall", variant: variant, condition: "white \(snr) dB", seconds: seconds
          ).value ?? 0
        }
        // Neighbours of the place are on either side of one half, up to the curve's smoothing.
        if value > 1 { #expect(recall(0) < 0.65) }
        if value < 4 { #expect(recall(5) > 0.35) }
        let interval = try #require(row.point.interval)
        #expect(interval.lowerBound <= value && value <= interval.upperBound)
        let skew = try point(.degradation("skew (%)", isFolded: true), variant, seconds)
        #expect(skew.point.measured == 0...2.5)
        if skew.point.value != nil { #expect(!skew.point.rises) }
      }
      _ = try point(.length(condition: "clean"), variant, nil)
    }
    let text = MarkdownFormat().text(of: report, drawn: [])
    for heading in [
      "## Breaking points", "skew (%), either way", "The shortest query", "### Offset errors",
      "What may be claimed", "Larger catalogues", "rightly none",
    ] {
      #expect(text.contains(heading), "\(heading)")
    }
  }

  @Test func noneOfFortySupportsNoSmallRate() throws {
    var run = SyntheticRun()
    run.conditions = [run.conditions[0]]
    run.decision = DecisionPlan(acceptAtLeast: 1_000)
    let report = try Report(record: run.record(), metrics: allMetrics)
    let text = MarkdownFormat().text(of: report, drawn: [])
    #expect(text.contains("0 of 40 support a rate below 7.22 %"))
  }

  /// The curve's end is the plain share over all claims.
  @Test func precisionEndsWhereAllIsClaimed() throws {
    let record = SyntheticRun.standard
    let report = try SyntheticRun.report.get()
    let curve = try #require(report.curves.first)
    let rows = record.queries.filter {
      $0.variant == curve.variant && $0.seconds == curve.seconds && $0.split == "test"
    }
    let named = rows.count { row in row.truth.contains { $0.track == row.best?.track } }
    let last = try #require(curve.precision.last)
    #expect(abs(last.precision - Double(named) / Double(rows.count)) < 1e-12)
    #expect(abs(last.recall - Double(named) / 780) < 1e-12)
  }
}
