import Experiments
import Scoring

/// The share of right answers against confidence: a panel a query length, a colour a variant, bars for
/// the intervals, and the diagonal on which confidence would be right.
///
/// Bins of few answers would fill the panel with bars that say nothing.
struct ReliabilityPlot {
  let report: Report

  /// The fewest answers that a bin is drawn with.
  private static let fewest = 10

  var plots: [Plot] {
    guard !report.reliability.isEmpty else { return [] }
    let name = "reliability"
    return [
      Plot(
        name: name, title: "Share of right answers against confidence, all conditions pooled",
        section: .confidence, script: script(output: name + ".svg"))
    ]
  }

  private func script(output: String) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths.filter { seconds in
      report.reliability.contains { $0.seconds == seconds }
    }
    let layout = PanelLayout(
      titles: lengths.map {
        "\(secondsText($0)) queries (bins of \(Self.fewest) answers or more)"
      },
      legend: variants.enumerated().map { ($0.element, $0.offset) },
      xLabel: "confidence, %", yLabel: "right answers, %")
    var script = layout.opening(output: output)
    script += "set xrange [0:100]\nset yrange [0:100]\nset xtics 20\nset ytics 20\n"
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      var lines = ["x with lines linecolor rgb '\(PlotStyle.text)' dashtype 3 linewidth 1"]
      for (series, variant) in variants.enumerated() {
        let found = report.reliability.first { $0.variant == variant && $0.seconds == seconds }
        guard let found else { continue }
        let block = "d\(place)_\(series)"
        let bins = found.curve.bins.filter { $0.right.count >= Self.fewest }
        guard !bins.isEmpty else { continue }
        script += GnuplotText.data(
          block,
          bins.map { bin in
            [
              bin.confidence * 100, bin.right.value.map { $0 * 100 },
              bin.right.interval.map { $0.lowerBound * 100 },
              bin.right.interval.map { $0.upperBound * 100 },
            ]
          })
        let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
        lines.append("$\(block) using 1:2:3:4 with yerrorbars \(colour) pointtype 0 linewidth 1")
        lines.append(
          "$\(block) using 1:2 with points \(colour) pointtype \(PlotStyle.shape(series)) "
            + "pointsize 0.9")
      }
      script += "plot " + lines.joined(separator: ", ") + "\n"
    }
    return script + layout.closing()
  }
}
