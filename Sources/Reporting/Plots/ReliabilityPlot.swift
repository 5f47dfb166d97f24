import Experiments
import Scoring

/// The share of right answers against confidence: a panel a query length, a line a variant, bars for
/// the intervals, and the diagonal on which confidence would be right.
struct ReliabilityPlot {
  let report: Report

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
      titles: lengths.map { "\(secondsText($0)) queries" },
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
        script += GnuplotText.data(
          block,
          found.curve.bins.map { bin in
            [
              bin.confidence * 100, bin.right.value.map { $0 * 100 },
              bin.right.interval.map { $0.lowerBound * 100 },
              bin.right.interval.map { $0.upperBound * 100 },
            ]
          })
        let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
        lines.append("$\(block) using 1:2:3:4 with yerrorbars \(colour) pointtype 0 linewidth 1")
        lines.append(
          "$\(block) using 1:2 with linespoints \(colour) dashtype \(PlotStyle.dash(series)) "
            + "pointtype \(PlotStyle.shape(series)) pointsize 0.7 linewidth 1.6")
      }
      script += "plot " + lines.joined(separator: ", ") + "\n"
    }
    return script + layout.closing()
  }
}
