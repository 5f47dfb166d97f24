/// What a threshold does to stored answers: one point of a curve.
public struct SweepPoint: Hashable, Sendable {
  /// Scores from here on are claims.
  public var threshold: Double
  /// Claims among queries whose recording is not enrolled.
  public var falseAlarms: Int
  /// Queries whose recording is enrolled and named.
  public var named: Int
  /// Queries whose recording is enrolled, and another is named.
  public var wrong: Int

  /// Joins the parts.
  public init(threshold: Double, falseAlarms: Int, named: Int, wrong: Int = 0) {
    self.threshold = threshold
    self.falseAlarms = falseAlarms
    self.named = named
    self.wrong = wrong
  }

  /// All claims.
  public var claims: Int { named + wrong + falseAlarms }
}

/// Every threshold at once: what receiver operating characteristics are drawn from.
public struct ScoreSweep: Hashable, Sendable {
  /// The points by falling threshold, one for each score that occurs.
  public let points: [SweepPoint]
  /// Queries whose recording is enrolled.
  public let enrolled: Int
  /// Queries whose recording is not enrolled.
  public let notEnrolled: Int

  /// Sweeps over the scores of the outcomes.
  ///
  /// - Parameter outcomes: in any order; failed queries count, as in the metrics.
  public init(_ outcomes: [QueryOutcome]) {
    enrolled = outcomes.count { $0.isEnrolled }
    notEnrolled = outcomes.count - enrolled
    var steps: [(score: Double, falseAlarms: Int, named: Int, wrong: Int)] = []
    for outcome in outcomes {
      guard let best = outcome.best else { continue }
      if !outcome.isEnrolled {
        steps.append((best.score, 1, 0, 0))
      } else if best.alignmentError != nil {
        steps.append((best.score, 0, 1, 0))
      } else {
        steps.append((best.score, 0, 0, 1))
      }
    }
    steps.sort { $0.score > $1.score }
    var points: [SweepPoint] = []
    var point = SweepPoint(threshold: .infinity, falseAlarms: 0, named: 0)
    for (index, step) in steps.enumerated() {
      point.threshold = step.score
      point.falseAlarms += step.falseAlarms
      point.named += step.named
      point.wrong += step.wrong
      if index + 1 == steps.count || steps[index + 1].score < step.score { points.append(point) }
    }
    self.points = points
  }
}
