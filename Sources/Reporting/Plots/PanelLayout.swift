/// Panels side by side, one a query length, with a common legend below: scripts in parts.
struct PanelLayout {
  var titles: [String]
  /// The legend's entries with the number of their series.
  var legend: [(name: String, series: Int)]
  /// What the axis of all panels in common says.
  var xLabel: String
  var yLabel: String

  private var columns: Int { titles.count == 4 ? 2 : max(1, min(titles.count, 3)) }
  private var rows: Int { max(1, (titles.count + columns - 1) / columns) }
  private var legendColumns: Int {
    let longest = legend.map { min($0.name.count, 60) }.max() ?? 0
    return max(1, min(legend.count, (width - 40) / (longest * 8 + 60)))
  }
  private var legendHeight: Int {
    (legend.count + legendColumns - 1) / legendColumns * PlotStyle.lineHeight + 12
  }
  private var width: Int { 70 + columns * PlotStyle.panelWidth }
  private var height: Int { rows * PlotStyle.panelHeight + legendHeight }

  /// The head of the script: terminal, panels.
  func opening(output: String) -> String {
    PlotStyle.preamble(width: width, height: height, output: output) + "set multiplot\nunset key\n"
  }

  /// Places the next panel, titles and labels it.
  func panel(_ place: Int) -> String {
    func share(_ pixels: Int, of whole: Int) -> String {
      GnuplotText.number(Double(pixels) / Double(whole))
    }
    let left = 70 + place % columns * PlotStyle.panelWidth
    let top = place / columns * PlotStyle.panelHeight
    let bottom = height - top - PlotStyle.panelHeight
    return """
      set lmargin at screen \(share(left, of: width))
      set rmargin at screen \(share(left + PlotStyle.panelWidth - 36, of: width))
      set tmargin at screen \(share(height - top - 34, of: height))
      set bmargin at screen \(share(bottom + 68, of: height))
      set title \(GnuplotText.quoted(titles[place]))
      set xlabel \(GnuplotText.quoted(xLabel)) textcolor rgb '\(PlotStyle.text)'
      set ylabel \(place % columns == 0 ? GnuplotText.quoted(yLabel) : "''") \
      textcolor rgb '\(PlotStyle.text)' offset 0.5,0

      """
  }

  /// The legend, drawn as a panel without axes.
  func closing() -> String {
    var script = """
      set lmargin at screen 0
      set rmargin at screen 1
      set bmargin at screen 0
      set tmargin at screen \(GnuplotText.number(Double(legendHeight) / Double(height)))
      unset border; unset tics; unset grid; unset title; unset xlabel; unset ylabel
      unset logscale; unset arrow; unset label
      set xrange [0:1]; set yrange [0:1]
      set key inside center center horizontal maxcols \(legendColumns) Left reverse
      plot
      """
    script += legend.map { name, series in
      " NaN with linespoints linecolor rgb '\(PlotStyle.colour(series))' "
        + "dashtype \(PlotStyle.dash(series)) pointtype \(PlotStyle.shape(series)) "
        + "pointsize 0.7 linewidth 1.6 title \(GnuplotText.quoted(name))"
    }.joined(separator: ",")
    return script + "\nunset multiplot\n"
  }
}
