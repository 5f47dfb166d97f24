import Experiments
import Scoring

/// Recall against one axis of degradation: a panel a query length, a line a variant, bands for the
/// intervals, and a dotted line for the condition that changes nothing.
struct DegradationPlot {
  let report: Report

  /// One plot for each axis with at least two places.
  var plots: [Plot] {
    var axes: [String] = []
    for condition in report.provenance.conditions {
      guard let axis = condition.axis, condition.value != nil, !axes.contains(axis) else {
        continue
      }
      axes.append(axis)
    }
    var names: Set<String> = []
    return axes.compactMap { axis in
      let conditions = report.provenance.conditions.filter { $0.axis == axis }
      guard Set(conditions.compactMap(\.value)).count > 1, conditions.contains(where: isMeasured)
      else { return nil }
      var name = "recall-" + GnuplotText.slug(axis)
      while !names.insert(name).inserted { name += "-2" }
      return Plot(
        name: name, title: "Recording recall against \(axis)", section: .recall,
        script: script(axis, conditions, output: name + ".svg"))
    }
  }

  private func isMeasured(_ condition: ConditionSummary) -> Bool {
    report.provenance.variants.contains { variant in
      report.provenance.queryLengths.contains { seconds in
        recall(variant.label, condition, seconds).value != nil
      }
    }
  }

  private func recall(
    _ variant: String, _ condition: ConditionSummary, _ seconds: Double
  ) -> Measurement {
    report.measurement(
      RecordingRecall().name, variant: variant, condition: condition.label, seconds: seconds)
  }

  /// Whole twenties below the lowest interval, so that good systems are not pressed against the top.
  private func floor(_ conditions: [ConditionSummary], _ lengths: [Double]) -> Double {
    let recalls = report.provenance.variants.flatMap { variant in
      conditions.flatMap { condition in
        lengths.compactMap { seconds -> Double? in
          let recall = recall(variant.label, condition, seconds)
          return recall.interval?.lowerBound ?? recall.value
        }
      }
    }
    return min(80, ((recalls.min() ?? 0) * 5).rounded(.down) * 20)
  }

  private func script(
    _ axis: String, _ conditions: [ConditionSummary], output: String
  ) -> String {
    let variants = report.provenance.variants.map(\.label)
    let lengths = report.provenance.queryLengths
    // With many variants the dotted lines would hide the others.
    let clean =
      variants.count > 4 ? nil : report.provenance.conditions.first { $0.chain == "[]" }
    let layout = PanelLayout(
      titles: lengths.map {
        "\(secondsText($0)) queries" + (clean.map { " (dotted: \($0.label))" } ?? "")
      },
      legend: variants.enumerated().map { ($0.element, $0.offset) }, xLabel: axis,
      yLabel: "recording recall, %")
    let values = Set(conditions.compactMap(\.value)).sorted()
    let low = values.min() ?? 0
    let high = values.max() ?? 1
    let margin = (high - low) * 0.04
    var script = layout.opening(output: output)
    let floor = floor(conditions, lengths)
    script += "set yrange [\(GnuplotText.number(floor)):100]\nset ytics \(floor < 60 ? 20 : 10)\n"
    script +=
      "set xrange [\(GnuplotText.number(low - margin)):\(GnuplotText.number(high + margin))]\n"
    if values.count <= 9 {
      script += "set xtics (\(values.map(GnuplotText.number).joined(separator: ", ")))\n"
    }
    for (place, seconds) in lengths.enumerated() {
      script += layout.panel(place)
      var lines: [String] = []
      var bands: [String] = []
      for (series, variant) in variants.enumerated() {
        let block = "d\(place)_\(series)"
        let rows = conditions.compactMap { condition -> [Double?]? in
          let recall = recall(variant, condition, seconds)
          guard let value = condition.value, let share = recall.value else { return nil }
          return [
            value, share * 100, recall.interval.map { $0.lowerBound * 100 },
            recall.interval.map { $0.upperBound * 100 },
          ]
        }.sorted { ($0[0] ?? 0) < ($1[0] ?? 0) }
        guard !rows.isEmpty else { continue }
        script += GnuplotText.data(block, rows)
        let colour = "linecolor rgb '\(PlotStyle.colour(series))'"
        if let clean, let share = recall(variant, clean, seconds).value {
          lines.append(
            "\(GnuplotText.number(share * 100)) with lines \(colour) dashtype 3 linewidth 1.2")
        }
        bands.append(
          "$\(block) using 1:3:4 with filledcurves \(colour) fillstyle transparent solid "
            + "\(variants.count > 4 ? 0.07 : 0.16) noborder")
        lines.append(
          "$\(block) using 1:2 with linespoints \(colour) dashtype \(PlotStyle.dash(series)) "
            + "pointtype \(PlotStyle.shape(series)) pointsize 0.7 linewidth 1.6")
      }
      script += "plot " + (bands + lines).joined(separator: ", ") + "\n"
      if lines.isEmpty { script.removeLast("plot \n".count) }
    }
    return script + layout.closing()
  }
}
