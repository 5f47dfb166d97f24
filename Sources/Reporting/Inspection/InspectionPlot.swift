import Fingerprinting
import Tabular

/// A query beside a reference: spectrograms with what the strategy sees in them, and the agreement
/// at every place of the reference.
///
/// Query and reference share one axis of time as it passes in the query, so that what agrees lies one
/// above the other.
struct InspectionPlot {
  /// What is drawn, in words.
  var title: String
  /// Where it is said to lie, in words.
  var subtitle: String
  var query: Spectrogram
  var reference: Spectrogram
  /// Where the drawn part of the reference begins, in seconds.
  var excerptStart: Double
  var evidence: Evidence
  /// Where the query is said to lie.
  var alignment: Alignment
  /// Seconds of the query.
  var seconds: Double
  /// Hertz of a bin; absent where the strategy has bits.
  var binWidth: Double?

  private static let width = 1_120
  private static let height = 760

  /// Whether the signatures are bits.
  private var isBits: Bool { !evidence.equalBits.isEmpty }
  private var start: Double { alignment.referenceStart.value }

  /// The gnuplot script that writes the SVG of that name.
  func script(output: String) -> String {
    let rows = isBits ? [(0.69, 0.86), (0.39, 0.56), (0.08, 0.26)] : [(0.55, 0.88), (0.08, 0.41)]
    let lit = isBits ? "" : ", peaks that coincide filled"
    var text = PlotStyle.preamble(width: Self.width, height: Self.height, output: output)
    text += Self.matrix("query", query) + Self.matrix("reference", reference)
    text += marks("querymarks", evidence.queryMarks, matched: false)
    text += marks("querylit", evidence.queryMarks, matched: true)
    text += marks("referencemarks", evidence.referenceMarks, matched: false)
    text += marks("referencelit", evidence.referenceMarks, matched: true)
    text += GnuplotText.data("histogram", evidence.histogram.map { [$0.start, $0.value] })
    if isBits { text += bits }
    text += """
      set multiplot
      set label 1 \(GnuplotText.quoted(title, limit: 130)) at screen 0.05,0.968 left font ',15' \
      textcolor rgb '\(PlotStyle.text)'
      set label 2 \(GnuplotText.quoted(subtitle, limit: 150)) at screen 0.05,0.937 left \
      textcolor rgb '\(PlotStyle.text)'
      unset key
      unset colorbox
      unset grid
      set tics out
      set cbrange [-\(Spectrogram.range):0]
      set palette defined (\(PlotStyle.levels))
      set ylabel 'kHz' offset 1.5,0 textcolor rgb '\(PlotStyle.text)'
      set yrange [0:\(GnuplotText.number(Spectrogram.rate.hertz / 2_000))]
      set lmargin at screen 0.055
      set rmargin at screen 0.63

      """
    text += panel(
      "query", "query: seconds from its beginning", query, from: 0, range: 0...seconds,
      margins: rows[0], caption: "what was asked" + lit)
    text += "unset label 1\nunset label 2\n"
    text += panel(
      "reference", "reference: seconds from its beginning", reference, from: excerptStart,
      range: start...(start + seconds * alignment.timeScale), margins: rows[1],
      caption: "the reference at that place" + lit)
    if isBits { text += bitPanel(margins: rows[2]) }
    return text + histogramPanels + "unset multiplot\n"
  }

  private static func margins(_ margins: (Double, Double)) -> String {
    "set bmargin at screen \(margins.0)\nset tmargin at screen \(margins.1)\n"
  }

  private func panel(
    _ name: String, _ label: String, _ sound: Spectrogram, from place: Double,
    range: ClosedRange<Double>, margins: (Double, Double), caption: String
  ) -> String {
    var layers = [
      "$\(name) matrix using ($1*\(GnuplotText.number(sound.step))+\(GnuplotText.number(place))):"
        + "($2*\(GnuplotText.number(sound.rowHeight / 1_000))):3 with image"
    ]
    if binWidth != nil {
      layers.append(
        "$\(name)marks using 1:2 with points pointtype 6 pointsize 0.42 linewidth 0.8 "
          + "linecolor rgb '\(PlotStyle.colour(0))'")
      layers.append(
        "$\(name)lit using 1:2 with points pointtype 7 pointsize 0.62 linecolor rgb "
          + "'\(PlotStyle.colour(1))'")
    }
    return Self.margins(margins) + """
      set xlabel \(GnuplotText.quoted(label)) offset 0,0.6 textcolor rgb '\(PlotStyle.text)'
      set xrange [\(GnuplotText.number(range.lowerBound)):\(GnuplotText.number(range.upperBound))]
      set title \(GnuplotText.quoted(caption)) offset 0,-0.6
      plot \(layers.joined(separator: ", "))

      """
  }

  private func bitPanel(margins: (Double, Double)) -> String {
    Self.margins(margins) + """
      set title 'bits of both, each where its sound begins: equal ones lit' offset 0,-0.6
      set xlabel 'query: seconds from its beginning' offset 0,0.6
      set ylabel 'bit'
      set yrange [-0.5:31.5]
      set ytics 8
      set xrange [0:\(GnuplotText.number(seconds))]
      set cbrange [0:2]
      set palette defined (\(PlotStyle.agreement))
      plot $bits matrix using (($1+0.5)*\(GnuplotText.number(evidence.frame))):2:3 with image
      set ytics autofreq

      """
  }

  private var histogramPanels: String {
    let values = evidence.histogram.map(\.value)
    let highest = values.max() ?? 1
    let floor = isBits ? max(0, min(40, ((values.min() ?? 40) - 1).rounded(.down))) : 0
    let top = isBits ? max(65, highest + 2) : max(1, highest * 1.08)
    let line =
      "plot $histogram using 1:2 with \(isBits ? "lines" : "histeps") linewidth 1 linecolor rgb "
      + "'\(PlotStyle.colour(0))'\n"
    func panel(_ range: (Double?, Double?), _ caption: String, _ rows: (Double, Double)) -> String {
      Self.margins(rows) + """
        set title \(GnuplotText.quoted(caption)) offset 0,-0.6
        set xrange [\(GnuplotText.number(range.0)):\(GnuplotText.number(range.1))]
        \(line)
        """
    }
    let place = GnuplotText.number(start)
    return """
      set lmargin at screen 0.71
      set rmargin at screen 0.975
      set grid linecolor rgb '\(PlotStyle.grid)' linetype 1 linewidth 0.6
      set ylabel \(isBits ? "'equal bits, %'" : "'salient peaks that coincide'") offset 1,0
      set xlabel 'where the query would begin, s' offset 0,0.6
      set yrange [\(GnuplotText.number(floor)):\(GnuplotText.number(top))]
      set xtics autofreq
      set arrow 1 from first \(place),graph 0 to first \(place),graph 1 nohead \
      linecolor rgb '\(PlotStyle.colour(1))' linewidth 1.4 dashtype 3 back

      """
        + panel(
          (evidence.histogram.first?.start ?? 0, evidence.histogram.last?.start ?? 1),
          "agreement all over the reference", (0.55, 0.88))
        + panel((start - 2, start + 2), "agreement near that place", (0.08, 0.41))
  }

  // MARK: data

  private static func matrix(_ name: String, _ sound: Spectrogram) -> String {
    let rows = sound.columns.first?.count ?? 0
    let lines = (0..<rows).map { row in
      sound.columns.map { "\($0[row])" }.joined(separator: "\t") + "\n"
    }
    return "$\(name) << EOD\n\(lines.joined())EOD\n"
  }

  private var bits: String {
    let lines = (0..<32).map { bit in
      evidence.equalBits.map { bits in
        bits[bit].map { $0 ? "1" : "0" } ?? "2"
      }.joined(separator: "\t") + "\n"
    }
    return "$bits << EOD\n\(lines.joined())EOD\n"
  }

  private func marks(_ name: String, _ marks: [Evidence.Mark], matched: Bool) -> String {
    let rows = marks.filter { $0.isMatched == matched }.map { mark -> [Double?] in
      [mark.time, binWidth.map { mark.bin * $0 / 1_000 }]
    }
    // An empty block is an error; a missing point is not.
    return GnuplotText.data(name, rows.isEmpty ? [[nil, nil]] : rows)
  }
}
