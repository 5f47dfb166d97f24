public import Scoring

/// How well the confidence of one variant holds at one query length.
public struct Reliability: Hashable, Sendable {
  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// Confidence against the share of right answers, all conditions pooled.
  public var curve: ReliabilityCurve
}
