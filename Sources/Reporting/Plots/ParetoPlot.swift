import Experiments
import Scoring

/// What recall costs: recall against stored bytes and against latency, a point a variant and
/// length; a line joins those that no other beats in both.
struct ParetoPlot {
  let report: Report

  private struct Point {
    var series: Int
    var cost: Double
    var recall: Double
    var interval: ClosedRange<Double>?
  }

  var plots: [Plot] {
    guard report.provenance.variants.count > 1, let seconds = report.provenance.queryLengths.last
    else { return [] }
    let bytes = points(seconds) { $0.storedBytesPerSecond }
    // Medians of extraction and search; decoding is the same for all.
    let times = points(seconds) { cost in
      guard let extract = cost.extract.first, let search = cost.search.first else { return nil }
      return (extract + search) * 1_000
    }
    guard bytes.count > 1 else { return [] }
    return [
      Plot(
        name: "cost-pareto", title: "Recall against stored bytes and against latency",
        section: .cost, script: script(bytes, times, seconds, output: "cost-pareto.svg"))
    ]
  }

  private func points(_ seconds: Double, _ cost: (CostRow) -> Double?) -> [Point] {
    report.provenance.variants.enumerated().compactMap { series, variant in
      let row = report.costs.first { $0.variant == variant.label && $0.seconds == seconds }
      let recall = report.measurement(
        RecordingRecall().name, variant: variant.label, condition: nil, seconds: seconds)
      guard let value = recall.value, let cost = row.flatMap(cost), cost > 0 else { return nil }
      return Point(series: series, cost: cost, recall: value, interval: recall.interval)
    }
  }

  private func script(
    _ bytes: [Point], _ times: [Point], _ seconds: Double, output: String
  ) -> String {
    let variants = report.provenance.variants.map(\.label)
    let labels = ["stored bytes per second of audio", "median of extraction and search, ms"]
    let panels = times.count > 1 ? [bytes, times] : [bytes]
    let layout = PanelLayout(
      titles: panels.indices.map { _ in
        "\(secondsText(seconds)) queries (line: beaten by none)"
      },
      legend: variants.enumerated().map { ($0.element, $0.offset) }, xLabel: labels[0],
      yLabel: "recording recall, %")
    let all = panels.flatMap { $0 }.flatMap { [$0.interval?.lowerBound ?? $0.recall, $0.recall] }
    let floor = max(0, ((all.min() ?? 0) * 10).rounded(.down) * 10 - 5)
    var script = layout.opening(output: output)
    script += "set logscale x\nset format x '%g'\nset yrange [\(GnuplotText.number(floor)):100]\n"
    for (place, points) in panels.enumerated() {
      script += layout.panel(place)
      let costs = points.map(\.cost)
      let (low, high) = (costs.min() ?? 1, costs.max() ?? 1)
      script += "set xrange [\(GnuplotText.number(low / 1.5)):\(GnuplotText.number(high * 1.5))]\n"
      // A range of less than a factor of ten would have one label, or none.
      let decades: [Double] = [0.001, 0.01, 0.1, 1, 10, 100, 1_000, 10_000, 100_000]
      let ticks: [Double] = decades.flatMap { [$0, $0 * 2, $0 * 5] }
        .filter { $0 > low / 1.5 && $0 < high * 1.5 }
      if ticks.count > 1, ticks.count < 10 {
        script += "set xtics (\(ticks.map(GnuplotText.number).joined(separator: ", ")))\n"
      } else {
        script += "set xtics autofreq\n"
      }
      script +=
        "set xlabel \(GnuplotText.quoted(labels[place])) textcolor rgb '\(PlotStyle.text)'\n"
      let best = Pareto.front(of: points.map { [$0.cost, -$0.recall] })
        .map { points[$0] }.sorted { $0.cost < $1.cost }
      script += GnuplotText.data("f\(place)", best.map { [$0.cost, $0.recall * 100] })
      var lines = [
        "$f\(place) using 1:2 with steps linecolor rgb '\(PlotStyle.grid)' linewidth 2.4"
      ]
      for point in points {
        let block = "d\(place)_\(point.series)"
        script += GnuplotText.data(
          block,
          [
            [
              point.cost, point.recall * 100,
              (point.interval?.lowerBound ?? point.recall) * 100,
              (point.interval?.upperBound ?? point.recall) * 100,
            ]
          ])
        let colour = "linecolor rgb '\(PlotStyle.colour(point.series))'"
        lines.append(
          "$\(block) using 1:2:3:4 with yerrorbars \(colour) pointtype "
            + "\(PlotStyle.shape(point.series)) pointsize 1.1 linewidth 1.4")
      }
      script += "plot " + lines.joined(separator: ", ") + "\n"
    }
    return script + layout.closing()
  }
}
