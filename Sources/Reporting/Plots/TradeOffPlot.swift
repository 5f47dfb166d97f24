import Experiments
import Scoring

/// Recall against false alarms as the threshold moves: a panel a query length, a line a variant, the
/// operating point as a ring.
///
/// Drawn twice: as it is, and as missed queries on axes of normal deviates (DET; Martin and others
/// 1997), where scores of two normal distributions give straight lines.
struct TradeOffPlot {
  let report: Report

  /// How shares become places.
  private struct Axes {
    var name: String
    var title: String
    var yLabel: String
    /// Ranges and ticks.
    var setup: String
    var x: (_ falseAlarmRate: Double) -> Double
    var y: (_ recall: Double) -> Double
    /// Whether a line goes on to the right edge.
    var goesOn: Bool
  }

  var plots: [Plot] {
    guard report.curves.contains(where: { !$0.points.isEmpty }) else { return [] }
    // None at all has neither a logarithm nor a deviate; it is drawn at half a query.
    let least = 0.5 / Double(max(1, report.curves.map(\.negatives).max() ?? 1))
    return [recall(from: least), misses(from: max(0.0005, least))].map { axes in
      Plot(
        name: axes.name, title: axes.title, section: .falseAlarms, script: script(axes))
    }
  }

  private func recall(from least: Double) -> Axes {
    let recalls = report.curves.flatMap { $0.points.map(\.recall) }
    // Whole twenties below the worst, so that good systems are not pressed against the top.
    let floor = min(80, ((recalls.min() ?? 0) * 5).rounded(.down) * 20)
    return Axes(
      name: "recall-against-false-alarms",
      title: "Recording recall against false alarms, all conditions pooled",
      yLabel: "recording recall, %",
      setup: """
        set yrange [\(GnuplotText.number(floor)):100]
        set ytics \(floor < 60 ? 20 : 10)
        set logscale x
        set format x '%g'
        set xrange [\(GnuplotText.number(least * 100)):100]

        """, x: { max(least, $0) * 100 }, y: { $0 * 100 }, goesOn: true)
  }

  private func misses(from least: Double) -> Axes {
    let misses = report.curves.flatMap { $0.points.map { 1 - $0.recall } }.filter { $0 > 0 }
    let lowest = max(0.001, min(0.01, (misses.min() ?? 0.01) * 0.8))
    func axis(_ name: String, from low: Double, to high: Double) -> String {
      let ticks = [0.1, 0.5, 1, 2, 5, 10, 20, 40, 60, 80, 90].filter {
        $0 / 100 >= low && $0 / 100 <= high
      }
      return "set \(name)range [\(GnuplotText.number(Normal.quantile(low))):"
        + "\(GnuplotText.number(Normal.quantile(high)))]\nset \(name)tics ("
        + ticks.map { "'\(plain($0))' \(GnuplotText.number(Normal.quantile($0 / 100)))" }
        .joined(separator: ", ") + ")\n"
    }
    return Axes(
      name: "detection-error", title: "Missed queries against false alarms (DET)",
      yLabel: "recording not named, %",
      setup: axis("x", from: least, to: 0.9) + axis("y", from: lowest, to: 0.97),
      x: { Normal.quantile(min(max($0, least), 1 - least)) },
      y: { Normal.quantile(min(max(1 - $0, lowest), 1 - 1e-6)) }, goesOn: false)
  }

  private func script(_ axes: Axes) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths
    let layout = PanelLayout(
      titles: lengths.map { "\(secondsText($0)) queries (ring: at the threshold)" },
      legend: variants.enumerated().map { ($0.element, $0.offset) },
      xLabel: "false alarms, % (left edge: none)", yLabel: axes.yLabel)
    var script = layout.opening(output: axes.name + ".svg") + axes.setup
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      var lines: [String] = []
      var rings: [String] = []
      for (series, variant) in variants.enumerated() {
        let curve = report.curves.first { $0.variant == variant && $0.seconds == seconds }
        guard let curve, let last = curve.points.last else { continue }
        let block = "d\(place)_\(series)"
        let end = axes.goesOn ? [[axes.x(1), axes.y(last.recall)]] : []
        script += GnuplotText.data(
          block, curve.points.map { [axes.x($0.falseAlarmRate), axes.y($0.recall)] } + end)
        let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
        lines.append(
          "$\(block) using 1:2 with steps \(colour) dashtype \(PlotStyle.dash(series)) "
            + "linewidth 1.6")
        let alarms = report.measurement(
          FalseAlarmRate().name, variant: variant, condition: nil, seconds: seconds)
        let recall = report.measurement(
          RecordingRecall().name, variant: variant, condition: nil, seconds: seconds)
        guard let rate = alarms.value, let share = recall.value else { continue }
        script += GnuplotText.data("p" + block, [[axes.x(rate), axes.y(share)]])
        rings.append(
          "$p\(block) using 1:2 with points pointtype 6 pointsize 1.4 linewidth 2 \(colour)")
      }
      if !lines.isEmpty { script += "plot " + (lines + rings).joined(separator: ", ") + "\n" }
    }
    return script + layout.closing()
  }
}
