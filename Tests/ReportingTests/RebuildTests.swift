import Experiments
import Fingerprinting
import Foundation
import Reporting
import Scoring
import TestSupport
import Testing

struct RebuildTests {
  /// The report of the files is the report of the run, byte for byte.
  @Test func reportComesBackFromItsFiles() throws {
    try withTemporaryDirectory { folder in
      try RunFiles.write(SyntheticRun.standard, to: folder)
      let report = try SyntheticRun.report.get()
      #expect(
        try report.write([MarkdownFormat(), MetricsCSVFormat(), PlotsFormat()], to: folder) == [])
      let written = String(decoding: try folder.appending("report.md").read(), as: UTF8.self)
      #expect(try Report.rebuild(from: folder, metrics: allMetrics) == written)
      #expect(written.contains("](plots/"))
      let again = try Report(record: try RunFiles.read(folder), metrics: allMetrics)
      #expect(
        MetricsCSVFormat().text(of: again).utf8.elementsEqual(
          try folder.appending("metrics.csv").read()))
    }
  }

  /// Every published report is what its kept files say, byte for byte.
  @Test func publishedReportsComeBackFromTheirFiles() throws {
    let published = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Reports/published").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: published.path)
      .filter { name in
        // Replays of the live matcher are reports of another kind.
        FileManager.default.fileExists(
          atPath: published.appendingPathComponent("\(name)/provenance.json").path)
      }.sorted()
    #expect(names.contains("noise-skew-offset"))
    for name in names {
      let folder = FilePath(published.appendingPathComponent(name).path)
      let kept = String(decoding: try folder.appending("report.md").read(), as: UTF8.self)
      #expect(try Report.rebuild(from: folder, metrics: allMetrics) == kept, "\(name)")
    }
  }

  /// A million observations are judged and reported within 20 seconds, in an optimised build.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled)) func aMillionRowsAreQuick() throws {
    var run = SyntheticRun()
    run.variants = ["one"]
    run.conditions = [run.conditions[3]]
    run.lengths = [5]
    let template = run.record().queries
    run.variants = ["one", "two"]
    run.conditions = (0..<25).map {
      ConditionSummary(label: "noise \($0)", chain: "[]", axis: "SNR (dB)", value: Double($0))
    }
    run.lengths = [5, 10]
    run.enrolled = 0
    run.negatives = 1
    var record = run.record()
    record.queries = []
    for variant in run.variants {
      for condition in run.conditions {
        for seconds in run.lengths {
          for number in 0..<10_000 {
            var row = template[number % template.count]
            row.variant = variant
            row.condition = condition.label
            row.seconds = seconds
            row.query = QueryID("a query with a long name \(number)")
            row.recording = "\(row.split) recording \(number / 20)"
            record.queries.append(row)
          }
        }
      }
    }
    #expect(record.queries.count == 1_000_000)
    let before = threadSeconds
    let report = try Report(record: record, metrics: allMetrics)
    #expect(!MarkdownFormat().text(of: report, drawn: []).isEmpty)
    #expect(!MetricsCSVFormat().text(of: report).isEmpty)
    #if DEBUG
      #expect(threadSeconds - before < 80)
    #else
      #expect(threadSeconds - before < 20)
    #endif
  }

  /// The processor time of this thread, which does not depend on what else runs.
  private var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
