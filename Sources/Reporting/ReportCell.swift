public import Scoring

/// The figures of one variant and query length in one split, in one condition or all pooled.
public struct ReportCell: Hashable, Sendable {
  /// Which cell.
  public struct Key: Hashable, Sendable {
    /// The variant's label.
    public var variant: String
    /// The condition's label; nil for all conditions pooled.
    public var condition: String?
    /// Nominal query length in seconds.
    public var seconds: Double
    /// `test`, `tuning` or `calibration`.
    public var split: String

    /// Joins the parts.
    public init(variant: String, condition: String?, seconds: Double, split: String) {
      self.variant = variant
      self.condition = condition
      self.seconds = seconds
      self.split = split
    }
  }

  /// Which cell.
  public var key: Key
  /// One figure for each of the report's metrics, in their order.
  ///
  /// Intervals of pooled shares come from a bootstrap over recordings, all others from Wilson.
  public var measurements: [Measurement]
}
