import Experiments
import Fingerprinting
import Scoring
import Tabular

/// The sections of `report.md`.
struct MarkdownWriter {
  let report: Report
  let drawn: Set<String>
  let plots: [Plot]

  init(report: Report, drawn: Set<String>) {
    self.report = report
    self.drawn = drawn
    plots = PlotsFormat.plots(of: report)
  }

  var provenance: Provenance { report.provenance }
  var variants: [String] { provenance.variants.map(\.label) }
  /// Every variant at every length, in the plan's order.
  var pairs: [(variant: String, seconds: Double)] {
    variants.flatMap { variant in provenance.queryLengths.map { (variant, $0) } }
  }

  func figure(
    _ metric: any Metric, _ variant: String, _ condition: String?, _ seconds: Double
  ) -> Measurement {
    report.measurement(metric.name, variant: variant, condition: condition, seconds: seconds)
  }

  var opening: String {
    var text = ""
    if !provenance.description.isEmpty { text += Markdown.escape(provenance.description) + "\n" }
    if !report.warnings.isEmpty {
      let count = report.warnings.count
      text +=
        (text.isEmpty ? "" : "\n")
        + "**\(count == 1 ? "There is a warning" : "There are \(count) warnings")**: see "
        + "[Warnings](#warnings).\n"
    }
    return text
  }

  var headline: String {
    let tolerance = plain(provenance.decision.offsetTolerance.value)
    let rows = pairs.map { variant, seconds in
      [
        variant, secondsText(seconds),
        grouped(figure(RecordingRecall(), variant, nil, seconds).count),
        grouped(figure(FalseAlarmRate(), variant, nil, seconds).count),
        percentText(figure(RecordingRecall(), variant, nil, seconds)),
        percentText(figure(AlignedRecall(), variant, nil, seconds)),
        percentText(figure(WrongTrackRate(), variant, nil, seconds)),
        percentText(figure(FalseAlarmRate(), variant, nil, seconds), places: 2),
        thresholdText(point(variant, seconds)?.threshold), storedRate(variant, seconds),
      ]
    }
    return """
      ## Headline

      All \(provenance.conditions.count) conditions pooled, split *\(report.split)*; per cent, with \
      95 % intervals by bootstrap over recordings; n counts an excerpt once a condition. False \
      alarms are of the other queries, whose recording is not enrolled.

      \(Markdown.table(
        header: [
          "variant", "length", "n enrolled", "n others", "recording recall", "aligned recall",
          "wrong recording", "false alarms", "threshold", "stored B/s",
        ], rows: rows, numericColumns: Set(2...9)))
      Aligned: within \(tolerance) s of a true time. \(thresholdSource)

      """
  }

  var moreFigures: String {
    let rows = pairs.map { variant, seconds in
      func share(_ metric: any Metric) -> String {
        percentText(figure(metric, variant, nil, seconds))
      }
      let counts = UnansweredCount.Reason.allCases.map {
        figure(UnansweredCount($0), variant, nil, seconds).value
      }
      // The share of enrolled queries is the plan's choice, not an estimate.
      let enrolled = figure(EnrolledShare(), variant, nil, seconds).value
      return [
        variant, secondsText(seconds), share(Precision()),
        fixedText(enrolled.map { $0 * 100 }, 1), share(F1()), share(TopRecall(places: 1)),
        share(TopRecall(places: 5)), share(AmbiguousShare()),
        fixedText(figure(RightScore(quantile: 0.5), variant, nil, seconds).value, 2),
      ] + counts.map { $0.map { grouped(Int($0)) } ?? undefinedText }
    }
    return """
      The same queries otherwise: precision is the share of right recordings among all claims and \
      depends on the share of enrolled queries beside it; top 1 and top 5 need no threshold; a claim \
      is ambiguous where the runner-up has the same score. The last three columns count queries.

      \(Markdown.table(
        header: [
          "variant", "length", "precision", "enrolled", "F1", "top 1", "top 5", "ambiguous",
          "median right score", "failed", "too short", "no usable audio",
        ], rows: rows, numericColumns: Set(2...11)))
      """
  }

  func point(_ variant: String, _ seconds: Double) -> CellThreshold? {
    report.thresholds.first { $0.variant == variant && $0.seconds == seconds }
  }

  private func storedRate(_ variant: String, _ seconds: Double) -> String {
    let footprint = report.costs.first { $0.variant == variant && $0.seconds == seconds }?.footprint
    guard let footprint, footprint.duration > .zero else { return undefinedText }
    return fixedText(Double(footprint.signatureBytes) / footprint.duration.value, 1)
  }

  private var thresholdSource: String {
    if provenance.decision.acceptAtLeast != nil {
      return "The threshold is stated in the plan."
    }
    let rate = plain(provenance.decision.falseAlarmRate * 100)
    return """
      Thresholds are the smallest at which at most \(rate) % of the calibration negatives are \
      claims, one for each variant and length, all conditions pooled; [False alarms](#false-alarms) \
      says on how many.
      """
  }

  var recall: String {
    """
    ## Recall by condition

    Recording recall in per cent, with 95 % Wilson intervals; the same queries in every cell of a \
    table.

    \(byCondition(RecordingRecall(), places: 1, heading: "Recall of"))\(embedded(.recall))
    """
  }

  /// One table a length: a row a condition, a column a variant.
  func byCondition(
    _ metric: any ShareMetric, places: Int, heading: String
  ) -> String {
    var text = ""
    for seconds in provenance.queryLengths {
      text += "### \(heading) \(secondsText(seconds)) queries\n\n"
      for columns in chunks(variants) {
        let rows = (provenance.conditions.map(\.label) + [nil]).map { condition in
          let figures = columns.map { figure(metric, $0, condition, seconds) }
          let counts = figures.map(\.count).filter { $0 > 0 }
          let isSame = counts.allSatisfy { $0 == counts.first }
          return [condition ?? "all"]
            + [isSame ? counts.first.map(grouped) ?? undefinedText : "differs"]
            + figures.map {
              percentText($0, places: places) + (isSame ? "" : ", n = \(grouped($0.count))")
            }
        }
        text += Markdown.table(
          header: ["condition", "n"] + columns, rows: rows,
          numericColumns: Set(1...columns.count + 1))
        text += "\n"
      }
    }
    return text
  }

  /// Tables of more columns than this are hard to read.
  func chunks(_ names: [String]) -> [[String]] {
    stride(from: 0, to: names.count, by: 5).map { Array(names[$0..<min($0 + 5, names.count)]) }
  }

  var alignment: String {
    var text = """
      ## Alignment

      Of the queries whose recording is named: how far the named time is from the nearest true one, \
      and the named frequency skew from the true one. n: such queries.


      """
    for seconds in provenance.queryLengths {
      let rows = (provenance.conditions.map(\.label) + [nil]).flatMap { condition in
        variants.map { variant in
          let median = figure(OffsetError(quantile: 0.5), variant, condition, seconds)
          func skew(_ quantile: Double) -> String {
            let error = figure(SkewError(quantile: quantile), variant, condition, seconds).value
            return fixedText(error.map { $0 * 100 }, 3)
          }
          return [
            condition ?? "all", variant, grouped(median.count),
            percentText(figure(AlignedRecall(), variant, condition, seconds)),
            fixedText(median.value, 3),
            fixedText(figure(OffsetError(quantile: 0.95), variant, condition, seconds).value, 3),
            skew(0.5), skew(0.95),
          ]
        }
      }
      text +=
        "### Alignment of \(secondsText(seconds)) queries\n\n"
        + Markdown.table(
          header: [
            "condition", "variant", "n", "aligned recall, %", "offset error, median, s",
            "offset error, p95, s", "skew error, median, %", "skew error, p95, %",
          ], rows: rows, numericColumns: Set(2...7)) + "\n"
    }
    return text + offsetHistogram + embedded(.alignment)
  }
}
