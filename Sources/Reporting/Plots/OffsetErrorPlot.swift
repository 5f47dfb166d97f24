import Experiments
import Fingerprinting

/// How far named times are from true ones: a histogram over a logarithmic axis, a panel a query
/// length, a line a variant; dotted, the tolerance of the plan.
struct OffsetErrorPlot {
  let report: Report

  var plots: [Plot] {
    guard report.offsets.contains(where: { $0.count > 0 }) else { return [] }
    return [
      Plot(
        name: "offset-error", title: "Distance from the named to the nearest true time",
        section: .alignment, script: script(output: "offset-error.svg"))
    ]
  }

  private func script(output: String) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths
    let tolerance = report.provenance.decision.offsetTolerance.value
    let layout = PanelLayout(
      titles: lengths.map {
        "\(secondsText($0)) queries (dotted: \(secondsText(tolerance)))"
      },
      legend: variants.enumerated().map { ($0.element, $0.offset) },
      xLabel: "offset error, s (first step: all that is less)", yLabel: "right recordings, %")
    let bounds = OffsetHistogram.fine
    // The first bin holds all that is less; it is drawn as wide as the others.
    let starts = [bounds[0] * bounds[0] / bounds[1]] + bounds
    let highest =
      report.offsets.filter { $0.count > 0 }.map { histogram in
        Double(histogram.fine.max() ?? 0) / Double(histogram.count) * 100
      }.max() ?? 1
    var script = layout.opening(output: output)
    script += "set logscale x\nset format x '%g'\n"
    script +=
      "set xrange [\(GnuplotText.number(starts[0])):\(GnuplotText.number(bounds.last ?? 100))]\n"
    script += "set yrange [0:\(GnuplotText.number((highest / 5).rounded(.up) * 5))]\n"
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      script += """
        unset arrow
        set arrow from \(GnuplotText.number(tolerance)), graph 0 to \
        \(GnuplotText.number(tolerance)), graph 1 nohead dashtype 3 linewidth 1.2 \
        linecolor rgb '\(PlotStyle.text)'

        """
      var lines: [String] = []
      for (series, variant) in variants.enumerated() {
        let found = report.offsets.first { $0.variant == variant && $0.seconds == seconds }
        guard let found, found.count > 0 else { continue }
        let block = "d\(place)_\(series)"
        let rows = zip(starts, found.fine).map { start, count -> [Double?] in
          [start, Double(count) / Double(found.count) * 100]
        }
        script += GnuplotText.data(block, rows)
        lines.append(
          "$\(block) using 1:2 with steps linecolor rgb '\(PlotStyle.colour(series))' "
            + "dashtype \(PlotStyle.dash(series)) linewidth 1.6")
      }
      if !lines.isEmpty { script += "plot " + lines.joined(separator: ", ") + "\n" }
    }
    return script + "unset arrow\n" + layout.closing()
  }
}
