import Experiments
import Fingerprinting
import Scoring
import Tabular

extension MarkdownWriter {
  var breakingPoints: String {
    var text = ""
    var axes: [String] = []
    for row in report.breakingPoints {
      if case .degradation(let axis, _) = row.axis, !axes.contains(axis) { axes.append(axis) }
    }
    for columns in chunks(variants) where !axes.isEmpty {
      let rows = axes.flatMap { axis in
        provenance.queryLengths.compactMap { seconds -> [String]? in
          let here = report.breakingPoints.filter { row in
            if case .degradation(axis, _) = row.axis { row.seconds == seconds } else { false }
          }
          guard let first = here.first else { return nil }
          var name = axis
          if case .degradation(_, isFolded: true) = first.axis { name += ", either way" }
          let measured = first.point.measured
          return [
            name, secondsText(seconds),
            "\(plain(measured.lowerBound)) to \(plain(measured.upperBound))",
          ]
            + columns.map { variant in
              here.first { $0.variant == variant }?.words(places: 2) ?? undefinedText
            }
        }
      }
      text +=
        Markdown.table(header: ["axis", "length", "measured"] + columns, rows: rows) + "\n"
    }
    if !text.isEmpty {
      text =
        "Where recording recall is 50 %, with the place's 95 % interval:\n\n" + text
    }
    text += shortestQueries
    if text.isEmpty { return "" }
    return """
      ## Breaking points

      Logistic curves through recall; intervals come from drawing whole recordings again. Beyond \
      the values measured only the side is given; *undetermined* where the interval goes beyond them \
      on both.

      \(text)
      """
  }

  private var shortestQueries: String {
    let rows = report.breakingPoints.filter { $0.seconds == nil }
    guard !rows.isEmpty else { return "" }
    var text = "The shortest query, in seconds, whose recording recall is 95 %:\n\n"
    for columns in chunks(variants) {
      let lines = provenance.conditions.map { condition in
        [condition.label]
          + columns.map { variant in
            rows.first {
              $0.variant == variant && $0.axis == .length(condition: condition.label)
            }?.words(places: 1) ?? undefinedText
          }
      }
      text += Markdown.table(header: ["condition"] + columns, rows: lines) + "\n"
    }
    return text
  }

  /// Right recordings by how far the named time is off.
  var offsetHistogram: String {
    let rows = report.offsets.filter { $0.count > 0 }.map { histogram in
      [histogram.variant, secondsText(histogram.seconds), grouped(histogram.count)]
        + histogram.coarse.map { fixedText(Double($0) / Double(histogram.count) * 100, 1) }
    }
    guard !rows.isEmpty else { return "" }
    let bounds = OffsetHistogram.coarse.map { "≤ \(plain($0)) s" }
    let last = OffsetHistogram.coarse.last.map { "> \(plain($0)) s" } ?? "more"
    return """
      ### Offset errors, all conditions pooled

      Of the queries whose recording is named, per cent whose named time is off by so much, and by \
      more than the column before.

      \(Markdown.table(
        header: ["variant", "length", "n"] + bounds + [last], rows: rows,
        numericColumns: Set(2...bounds.count + 3)))

      """
  }
}
