import Experiments
import Scoring

/// Precision against recall as the threshold falls: a panel a query length, a line a variant.
struct PrecisionRecallPlot {
  let report: Report

  var plots: [Plot] {
    guard report.curves.contains(where: { $0.precision.count > 1 }) else { return [] }
    return [
      Plot(
        name: "precision-recall", title: "Precision against recording recall",
        section: .falseAlarms, script: script(output: "precision-recall.svg"))
    ]
  }

  private func script(output: String) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths
    let layout = PanelLayout(
      titles: lengths.map { "\(secondsText($0)) queries" },
      legend: variants.enumerated().map { ($0.element, $0.offset) },
      xLabel: "recording recall, %", yLabel: "precision, %")
    let least = report.curves.flatMap { $0.precision.map(\.precision) }.min() ?? 0
    // Whole tens below the worst, so that good systems are not pressed against the top.
    let floor = min(80, (least * 10).rounded(.down) * 10)
    var script = layout.opening(output: output)
    script += "set yrange [\(GnuplotText.number(floor)):100.5]\nset xrange [0:100]\nset xtics 20\n"
    script += "set ytics \(floor >= 60 ? 5 : 20)\n"
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      var lines: [String] = []
      for (series, variant) in variants.enumerated() {
        let curve = report.curves.first { $0.variant == variant && $0.seconds == seconds }
        guard let curve, curve.precision.count > 1 else { continue }
        let block = "d\(place)_\(series)"
        script += GnuplotText.data(
          block, curve.precision.map { [$0.recall * 100, $0.precision * 100] })
        lines.append(
          "$\(block) using 1:2 with lines linecolor rgb '\(PlotStyle.colour(series))' "
            + "dashtype \(PlotStyle.dash(series)) linewidth 1.8")
      }
      if !lines.isEmpty { script += "plot " + lines.joined(separator: ", ") + "\n" }
    }
    return script + layout.closing()
  }
}
