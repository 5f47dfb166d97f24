import Experiments

/// The latency of every variant and length: for decoding, extraction and search a point at the
/// median, a thick line to the 95th percentile, a thin one to the 99th.
struct LatencyPlot {
  let report: Report

  var plots: [Plot] {
    let costs = report.costs.filter { $0.latencyCount > 0 }
    guard !costs.isEmpty else { return [] }
    return [
      Plot(
        name: "cost-latency", title: "Latency of one query at a time", section: .cost,
        script: script(costs, output: "cost-latency.svg"))
    ]
  }

  private func script(_ costs: [CostRow], output: String) -> String {
    let labels = costs.map { cost in
      let isLong = cost.variant.count > 40
      let name = isLong ? cost.variant.prefix(39) + "…" : cost.variant[...]
      return GnuplotText.quoted("\(name), \(secondsText(cost.seconds))")
    }
    let left = 40 + (labels.map(\.count).max() ?? 0) * 7
    let width = left + 600
    let rowHeight = 46
    let height = costs.count * rowHeight + 110
    let parts: [(name: String, times: (CostRow) -> [Double])] = [
      ("decode", { $0.decode }), ("extract", { $0.extract }), ("search", { $0.search }),
    ]
    var script = PlotStyle.preamble(width: width, height: height, output: output)
    func share(_ pixels: Int, of whole: Int) -> String {
      GnuplotText.number(Double(pixels) / Double(whole))
    }
    script += """
      set lmargin at screen \(share(left, of: width))
      set rmargin at screen \(share(width - 30, of: width))
      set tmargin at screen \(share(height - 40, of: height))
      set bmargin at screen \(share(56, of: height))
      set key outside top center horizontal Left reverse
      set logscale x
      set format x '%g'
      set xlabel 'milliseconds: median, 95th percentile (thick), 99th (thin)' \
      textcolor rgb '\(PlotStyle.text)'
      set yrange [\(GnuplotText.number(-Double(costs.count) + 0.5)):0.5]
      set ytics (\(labels.enumerated().map { "\($0.element) \(-$0.offset)" }.joined(separator: ", ")))

      """
    var thin: [String] = []
    var thick: [String] = []
    var points: [String] = []
    for (series, part) in parts.enumerated() {
      let rows = costs.enumerated().compactMap { place, cost -> [Double?]? in
        let times = part.times(cost).map { $0 * 1_000 }
        guard times.count == 3, times.allSatisfy({ $0 > 0 }) else { return nil }
        return [-Double(place) + 0.25 - 0.25 * Double(series)] + times
      }
      guard !rows.isEmpty else { continue }
      script += GnuplotText.data(part.name, rows)
      let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
      let block = "$\(part.name)"
      thin.append(
        "\(block) using 2:1:($4-$2):(0) with vectors nohead linewidth 1 \(colour) notitle")
      thick.append(
        "\(block) using 2:1:($3-$2):(0) with vectors nohead linewidth 4 \(colour) notitle")
      points.append(
        "\(block) using 2:1 with points pointtype \(PlotStyle.shape(series)) pointsize 0.9 "
          + "\(colour) title '\(part.name)'")
    }
    return script + "plot " + (thin + thick + points).joined(separator: ", ") + "\n"
  }
}
