/// One plot of a report: a gnuplot script that writes an SVG.
public struct Plot: Hashable, Sendable {
  /// Where in the report it stands.
  public enum Section: Hashable, Sendable {
    /// With recall by condition.
    case recall
    /// With alignment.
    case alignment
    /// With false alarms.
    case falseAlarms
    /// With confidence.
    case confidence
    /// With costs; only plots of this section may show times.
    case cost
  }

  /// The file's name without extension: lower-case letters, digits and hyphens.
  public var name: String
  /// What it shows, in words.
  public var title: String
  /// Where in the report it stands.
  public var section: Section
  /// The whole script, data included.
  public var script: String
}
