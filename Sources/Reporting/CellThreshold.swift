public import Scoring

/// The threshold of one variant at one query length, and where it comes from.
public struct CellThreshold: Hashable, Sendable {
  /// Where a threshold comes from.
  public enum Source: Hashable, Sendable {
    /// The plan states it.
    case stated
    /// It was fitted on calibration negatives, or refused.
    case fitted(ThresholdFit)
    /// An operating point of this name gives it.
    case operatingPoint(String)
  }

  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// The smallest score that is a claim; absent where the fit was refused.
  public var threshold: Double?
  /// Where it comes from.
  public var source: Source
}
