import Experiments
import Scoring

/// Recall against false alarms as the threshold moves: a panel a query length, a line a variant,
/// the operating point as a ring.
struct OperatingCurvePlot {
  let report: Report

  var plots: [Plot] {
    guard report.curves.contains(where: { !$0.points.isEmpty }) else { return [] }
    let name = "recall-against-false-alarms"
    return [
      Plot(
        name: name, title: "Recording recall against false alarms, all conditions pooled",
        section: .falseAlarms, script: script(output: name + ".svg"))
    ]
  }

  private func script(output: String) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths
    let layout = PanelLayout(
      titles: lengths.map { "\(secondsText($0)) queries (ring: at the threshold)" },
      legend: variants.enumerated().map { ($0.element, $0.offset) },
      xLabel: "false alarms, % (left edge: none)", yLabel: "recording recall, %")
    // Rates below one query in all cannot be seen; none at all is drawn at half of that.
    let most = report.curves.map(\.negatives).max() ?? 1
    let floor = 50 / Double(max(1, most))
    var script = layout.opening(output: output)
    script += "set yrange [0:100]\nset ytics 20\nset logscale x\nset format x '%g'\n"
    script += "set xrange [\(GnuplotText.number(floor)):100]\n"
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      var lines: [String] = []
      var rings: [String] = []
      for (series, variant) in variants.enumerated() {
        let curve = report.curves.first { $0.variant == variant && $0.seconds == seconds }
        guard let curve, !curve.points.isEmpty else { continue }
        let block = "d\(place)_\(series)"
        let rows = curve.points.map { [max(floor, $0.falseAlarmRate * 100), $0.recall * 100] }
        script += GnuplotText.data(block, rows + [[100, rows.last?[1] ?? 0]])
        let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
        lines.append(
          "$\(block) using 1:2 with steps \(colour) dashtype \(PlotStyle.dash(series)) "
            + "linewidth 1.6")
        let alarms = report.measurement(
          FalseAlarmRate().name, variant: variant, condition: nil, seconds: seconds)
        let recall = report.measurement(
          RecordingRecall().name, variant: variant, condition: nil, seconds: seconds)
        guard let rate = alarms.value, let share = recall.value else { continue }
        script += GnuplotText.data("p" + block, [[max(floor, rate * 100), share * 100]])
        rings.append(
          "$p\(block) using 1:2 with points pointtype 6 pointsize 1.4 linewidth 2 \(colour)")
      }
      if !lines.isEmpty { script += "plot " + (lines + rings).joined(separator: ", ") + "\n" }
    }
    return script + layout.closing()
  }
}
