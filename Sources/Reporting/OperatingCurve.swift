internal import Fingerprinting
internal import Scoring

/// What recall costs in false alarms as the threshold falls, for one variant and query length.
public struct OperatingCurve: Hashable, Sendable {
  /// One place on the curve.
  public struct Point: Hashable, Sendable {
    /// Claims over queries whose recording is not enrolled.
    public var falseAlarmRate: Double
    /// Right recordings over queries whose recording is enrolled.
    public var recall: Double
  }

  /// One place on the curve of precision against recall.
  public struct PrecisionPoint: Hashable, Sendable {
    /// Right recordings over queries whose recording is enrolled.
    public var recall: Double
    /// Right recordings over claims.
    public var precision: Double
  }

  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// By rising false-alarm rate, the best recall at each; thinned where they lie close.
  public var points: [Point]
  /// By falling threshold: how many claims are right at each recall; thinned.
  public var precision: [PrecisionPoint]
  /// Queries whose recording is not enrolled.
  public var negatives: Int

  init(variant: String, seconds: Double, queries: [JudgedQuery]) {
    self.variant = variant
    self.seconds = seconds
    let sweep = ScoreSweep(queries.map(\.outcome))
    negatives = sweep.notEnrolled
    points = []
    precision = []
    guard sweep.enrolled > 0 else { return }
    var lastClaims = 0
    for (place, point) in sweep.points.enumerated() {
      // Steps of 2 % of all claims are finer than a plot shows.
      let isNew = Double(point.claims) >= Double(lastClaims) * 1.02 + 0.5
      guard isNew || place + 1 == sweep.points.count else { continue }
      lastClaims = point.claims
      precision.append(
        PrecisionPoint(
          recall: Double(point.named) / Double(sweep.enrolled),
          precision: Double(point.named) / Double(point.claims)))
    }
    guard sweep.notEnrolled > 0 else { return }
    var kept = -1
    for (place, point) in sweep.points.enumerated() {
      // Thresholds fall, so the last point of a number of false alarms has the best recall.
      let isLast =
        place + 1 == sweep.points.count
        || sweep.points[place + 1].falseAlarms > point.falseAlarms
      // Steps of 4 % are finer than a logarithmic plot shows.
      let isNew = Double(point.falseAlarms) >= Double(kept) * 1.04
      guard isLast, isNew || place + 1 == sweep.points.count else { continue }
      kept = point.falseAlarms
      points.append(
        Point(
          falseAlarmRate: Double(point.falseAlarms) / Double(sweep.notEnrolled),
          recall: Double(point.named) / Double(sweep.enrolled)))
    }
  }
}
