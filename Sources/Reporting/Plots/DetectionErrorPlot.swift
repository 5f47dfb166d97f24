import Experiments
import Scoring

/// Missed queries against false alarms on axes of normal deviates (DET; Martin and others 1997): a
/// panel a query length, a line a variant, the operating point as a ring.
///
/// Scores of two normal distributions give straight lines.
struct DetectionErrorPlot {
  let report: Report

  private static let ticks = [0.1, 0.5, 1, 2, 5, 10, 20, 40, 60, 80, 90]

  var plots: [Plot] {
    guard report.curves.contains(where: { !$0.points.isEmpty }) else { return [] }
    return [
      Plot(
        name: "detection-error", title: "Missed queries against false alarms (DET)",
        section: .falseAlarms, script: script(output: "detection-error.svg"))
    ]
  }

  private func script(output: String) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths
    let layout = PanelLayout(
      titles: lengths.map { "\(secondsText($0)) queries (ring: at the threshold)" },
      legend: variants.enumerated().map { ($0.element, $0.offset) },
      xLabel: "false alarms, % (left edge: none)", yLabel: "recording not named, %")
    let most = report.curves.map(\.negatives).max() ?? 1
    // None at all, which has no deviate, is drawn at half a query.
    let floor = max(0.0005, 0.5 / Double(max(1, most)))
    let misses = report.curves.flatMap { $0.points.map { 1 - $0.recall } }.filter { $0 > 0 }
    let lowest = max(0.001, min(0.01, (misses.min() ?? 0.01) * 0.8))
    func deviate(_ share: Double) -> Double {
      Normal.quantile(min(max(share, floor), 1 - floor))
    }
    func axis(_ name: String, from low: Double, to high: Double) -> String {
      let ticks = Self.ticks.filter { $0 / 100 >= low && $0 / 100 <= high }
      return "set \(name)range [\(GnuplotText.number(Normal.quantile(low))):"
        + "\(GnuplotText.number(Normal.quantile(high)))]\nset \(name)tics ("
        + ticks.map { "'\(plain($0))' \(GnuplotText.number(Normal.quantile($0 / 100)))" }
        .joined(separator: ", ") + ")\n"
    }
    var script = layout.opening(output: output)
    script += axis("x", from: floor, to: 0.9) + axis("y", from: lowest, to: 0.97)
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      var lines: [String] = []
      var rings: [String] = []
      for (series, variant) in variants.enumerated() {
        let curve = report.curves.first { $0.variant == variant && $0.seconds == seconds }
        guard let curve, !curve.points.isEmpty else { continue }
        let block = "d\(place)_\(series)"
        func miss(_ recall: Double) -> Double {
          Normal.quantile(min(max(1 - recall, lowest), 1 - 1e-6))
        }
        script += GnuplotText.data(
          block, curve.points.map { [deviate($0.falseAlarmRate), miss($0.recall)] })
        let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
        lines.append(
          "$\(block) using 1:2 with steps \(colour) dashtype \(PlotStyle.dash(series)) "
            + "linewidth 1.6")
        let alarms = report.measurement(
          FalseAlarmRate().name, variant: variant, condition: nil, seconds: seconds)
        let recall = report.measurement(
          RecordingRecall().name, variant: variant, condition: nil, seconds: seconds)
        guard let rate = alarms.value, let share = recall.value else { continue }
        script += GnuplotText.data("p" + block, [[deviate(rate), miss(share)]])
        rings.append(
          "$p\(block) using 1:2 with points pointtype 6 pointsize 1.4 linewidth 2 \(colour)")
      }
      if !lines.isEmpty { script += "plot " + (lines + rings).joined(separator: ", ") + "\n" }
    }
    return script + layout.closing()
  }
}
