import Experiments
import Fingerprinting
import Foundation
import Reporting
import Scoring
import Tabular
import TestSupport
import Testing

struct FormatTests {
  static let nasty = [
    "a|b", "new\nline", "comma, and \"quote\"", "=1+1", "`touch pwned`", "it's $HOME",
    "@sum", "*bold* _x_ <b>",
  ]

  static let nastyReport = Result { try Report(record: nastyRun().record(), metrics: allMetrics) }

  static func nastyRun() -> SyntheticRun {
    var run = SyntheticRun()
    run.variants = nasty
    run.lengths = [5]
    run.conditions = (0..<8).map { place in
      ConditionSummary(
        label: nasty[place % 8] + "\(place)", chain: "[]", axis: "ax|is 'q' `id`\n\\",
        value: Double(place))
    }
    run.enrolled = 6
    return run
  }

  /// The number of columns of every line of every table, by unescaped bars.
  func tableWidths(_ markdown: String) -> [[Int]] {
    var tables: [[Int]] = [[]]
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("|") {
        tables[tables.count - 1].append(
          line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" })
      } else if tables.last != [] {
        tables.append([])
      }
    }
    return tables.filter { !$0.isEmpty }
  }

  @Test func anyNameSurvivesMarkdown() throws {
    let report = try Self.nastyReport.get()
    let text = MarkdownFormat().text(of: report, drawn: [])
    let tables = tableWidths(text)
    #expect(tables.count > 10)
    #expect(tables.allSatisfy { Set($0).count == 1 })
    #expect(text.contains("a\\|b"))
    #expect(text.contains("new line"))
  }

  @Test func anyNameSurvivesCSV() throws {
    let report = try Self.nastyReport.get()
    let text = MetricsCSVFormat().text(of: report)
    let table = try CSVTable(parsing: text)
    let variant = try table.column("variant")
    #expect(Set(table.rows.map { $0[variant] }) == Set(Self.nasty))
    // Python's reader sees the same columns in every line.
    let widths = try runTool(
      "python3",
      ["-c", "import csv,sys; print(sorted({len(r) for r in csv.reader(sys.stdin)}))"],
      input: Array(text.utf8)
    ).text
    #expect(widths == "[10]\n")
  }

  @Test func csvHasEveryFigure() throws {
    let report = try SyntheticRun.report.get()
    let table = try CSVTable(parsing: MetricsCSVFormat().text(of: report))
    // 13 conditions and all pooled, 2 variants, 2 lengths, 2 splits; and 4 thresholds.
    #expect(table.rows.count == 14 * 2 * 2 * 2 * allMetrics.count + 4)
    let recall = try #require(
      table.rows.first {
        $0[0] == "dense bits" && $0[1] == "white 0 dB" && $0[2] == "10" && $0[3] == "test"
          && $0[4] == "recording_recall"
      })
    let expected = report.measurement(
      "recording_recall", variant: "dense bits", condition: "white 0 dB", seconds: 10)
    let value = try #require(expected.value)
    #expect(abs(try #require(Double(recall[5])) - value) < 1e-6)
    #expect(recall[8] == "60")
    // Undefined is empty, not zero: no query of the calibration split is enrolled.
    let undefined = try #require(
      table.rows.first { $0[3] == "calibration" && $0[4] == "recording_recall" })
    #expect(undefined[5...7] == ["", "", ""] && undefined[8] == "0")
  }

  /// Another run of the same plan differs in the section on cost alone.
  @Test func timesStandInTheSectionOnCostOnly() throws {
    let record = SyntheticRun().record()
    var slower = record
    slower.provenance.times = ["began": "2027-02-03T04:05:06Z", "wall seconds": "77.5"]
    for place in slower.costs.indices {
      slower.costs[place].enrolment *= 3
      slower.costs[place].search = [0.5, 0.6, 0.7]
    }
    func rest(_ record: RunRecord) throws -> String {
      let report = try Report(record: record, metrics: allMetrics)
      let text = MarkdownFormat().text(of: report, drawn: [])
      let cost = try #require(text.range(of: "\n## Cost"))
      let next = try #require(text[cost.upperBound...].range(of: "\n## "))
      return text[..<cost.lowerBound] + text[next.lowerBound...]
        + MetricsCSVFormat().text(of: report) + (try report.headlineJSON())
        + PlotsFormat.plots(of: report).filter { $0.section != .cost }.map(\.script).joined()
    }
    #expect(try rest(record) == rest(slower))
  }

  @Test func plotsAreDrawn() throws {
    try withTemporaryDirectory { folder in
      let report = try SyntheticRun.report.get()
      let plots = PlotsFormat.plots(of: report)
      #expect(
        plots.map(\.name) == [
          "recall-white-snr-db", "recall-babble-snr-db", "recall-skew", "offset-error",
          "recall-against-false-alarms", "detection-error", "precision-recall", "cost-pareto",
          "cost-latency",
        ])
      let complaints = try report.write([MarkdownFormat(), PlotsFormat()], to: folder)
      #expect(complaints == [])
      #expect(PlotsFormat.drawn(of: report, in: folder) == Set(plots.map(\.name)))
      let text = String(decoding: try folder.appending("report.md").read(), as: UTF8.self)
      for plot in plots { #expect(text.contains("](plots/\(plot.name).svg)")) }
      #expect(!text.contains("gnuplot"))
      for plot in plots {
        let image = folder.appending("plots").appending(plot.name + ".svg")
        try runTool(
          "python3",
          [
            "-c", "import sys,xml.dom.minidom as m; m.parse(sys.argv[1])", image.description,
          ])
      }
    }
  }

  /// What a name holds is neither run nor breaks a plot.
  @Test func anyNameSurvivesGnuplot() throws {
    try withTemporaryDirectory { folder in
      let report = try Self.nastyReport.get()
      #expect(try PlotsFormat().write(report, to: folder) == [])
      #expect(PlotsFormat.drawn(of: report, in: folder).count == 7)
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending("plots").description)
      #expect(files.count == 14, "\(files)")
    }
  }

  @Test func withoutGnuplotTheReportSaysSo() throws {
    try withTemporaryDirectory { folder in
      let report = try SyntheticRun.report.get()
      let complaints = try report.write(
        [PlotsFormat(program: "no-such-gnuplot"), MarkdownFormat(), MetricsCSVFormat()],
        to: folder)
      #expect(complaints.count == 1 && complaints[0].contains("install gnuplot"))
      let text = String(decoding: try folder.appending("report.md").read(), as: UTF8.self)
      #expect(text.contains("3 plots are missing here"))
      #expect(!text.contains("](" + "plots/"))
      #expect(text.contains("## How to read this"))
    }
  }

  /// Plots of another run are not shown, those of this run are kept without gnuplot.
  @Test func plotsAreOfThisReport() throws {
    try withTemporaryDirectory { folder in
      var run = SyntheticRun()
      run.conditions.removeLast(4)
      let first = try Report(record: run.record(), metrics: allMetrics)
      #expect(try PlotsFormat().write(first, to: folder) == [])
      #expect(try PlotsFormat(program: "no-such-gnuplot").write(first, to: folder) == [])
      run.enrolled = 20
      let second = try Report(record: run.record(), metrics: allMetrics)
      // Latency does not depend on the queries.
      #expect(PlotsFormat.drawn(of: second, in: folder) == ["cost-latency"])
      #expect(try !PlotsFormat(program: "no-such-gnuplot").write(second, to: folder).isEmpty)
      #expect(PlotsFormat.drawn(of: second, in: folder) == ["cost-latency"])
    }
  }
}
