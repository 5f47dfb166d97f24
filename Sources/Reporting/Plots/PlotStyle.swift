/// How all plots look: the one place where colours, sizes and lines are chosen.
///
/// The colours are those of Okabe and Ito 2008, which colour-blind readers can tell apart, without
/// the yellow, which white swallows. Every variant has a point shape of its own as well. The
/// background is opaque, so that a plot can be read on a dark page too.
enum PlotStyle {
  static let colours = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
  ]
  private static let shapes = [7, 5, 9, 11, 13, 15, 4]
  static let panelWidth = 430
  static let panelHeight = 344
  static let lineHeight = 22
  static let text = "#222222"
  static let grid = "#d9d9d9"
  /// Levels of sound, from silence to the loudest.
  static let levels = "0 '#ffffff', 0.5 '#d3dae1', 1 '#5b6b7b'"
  /// Bits: 0 different, 1 equal, 2 not compared.
  static let agreement = "0 '#f4e3d7', 1 '#d55e00', 2 '#ffffff'"

  static func colour(_ series: Int) -> String { colours[series % colours.count] }
  /// The point shape of a series; beyond the colours the dash changes as well.
  static func shape(_ series: Int) -> Int { shapes[series % shapes.count] }
  static func dash(_ series: Int) -> Int { 1 + series / colours.count }

  /// The lines that every script begins with.
  static func preamble(width: Int, height: Int, output: String) -> String {
    """
    set encoding utf8
    set terminal svg size \(width),\(height) noenhanced background '#ffffff' \
    font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
    set output '\(output)'
    set border 3 linecolor rgb '\(text)' linewidth 0.8
    set tics nomirror scale 0.6 textcolor rgb '\(text)'
    set grid linecolor rgb '\(grid)' linetype 1 linewidth 0.6
    set key textcolor rgb '\(text)' samplen 2.4 spacing 1.15
    set title font ',14' textcolor rgb '\(text)' offset 0,-0.4
    set datafile separator '\\t'
    set datafile missing 'NaN'

    """
  }
}
