public import Fingerprinting

/// What a strategy's scores mean, fitted once for its standard settings: it comes with the strategy,
/// so that answers can be judged before anybody has tuned anything.
///
/// It holds for clean sound and for catalogs about as large as the one that it was fitted with: among
/// more references unknown sound scores higher.
public struct FittedDecisions: Sendable {
  /// A query length and the least score of a match, with what it was fitted on.
  public struct Point: Sendable {
    let seconds: Double
    let least: Double
    let evidence: OperatingPoint.Evidence

    /// Joins the parts.
    public init(
      seconds: Double, least: Double, claims: Int, of negatives: Int, recordings: Int,
      bound: Double
    ) {
      self.seconds = seconds
      self.least = least
      evidence = OperatingPoint.Evidence(
        negatives: negatives, recordings: recordings, falseAlarms: claims, upperBound: bound)
    }
  }

  /// The rate of false alarms, per query, that points were fitted to hold.
  public static let falseAlarmRate = 0.01

  /// The strategy whose scores it speaks of, with the settings that it was fitted for.
  public let strategy: ComponentIdentity
  /// References of the catalog that it was fitted with.
  public let references: Int
  /// Hours of sound that they held.
  public let hours: Double
  /// Least scores of a match, one a query length, ascending.
  public let points: [OperatingPoint]
  /// The probability that an answer is right.
  public let calibration: Calibration?

  /// Joins what was fitted.
  ///
  /// - Parameters:
  ///   - strategy: the strategy, with the settings that it was fitted for.
  ///   - references: references of the catalog that it was fitted with.
  ///   - hours: hours of sound that they held.
  ///   - points: least scores, in order of query length.
  ///   - fits: what scores are worth, one a query length; without, answers have no confidence.
  public init(
    strategy: ComponentIdentity, references: Int, hours: Double, points: [Point],
    fits: [CalibrationFit]
  ) {
    self.strategy = strategy
    self.references = references
    self.hours = hours
    self.points = points.map { point in
      OperatingPoint(
        name: "\(strategy.name) \(point.seconds) s", strategy: strategy,
        queryLength: Seconds(point.seconds), acceptAtLeast: point.least,
        targetFalseAlarmRate: Self.falseAlarmRate, per: .query, evidence: point.evidence)
    }
    calibration = try? Calibration(label: strategy.name, recognizer: strategy, fits: fits)
  }

  /// The least score of a match.
  ///
  /// - Parameter length: how long the query is.
  /// - Returns: between two lengths that were fitted what lies between, beyond them the nearest.
  public func leastScore(forQueryOf length: Seconds) -> Double {
    interpolated(
      points.map { ($0.queryLength?.value ?? 0, $0.acceptAtLeast) }, at: length.value) ?? .infinity
  }
}

/// A strategy that comes with decisions.
public protocol FittedStrategy: FingerprintStrategy {
  /// What was fitted for the standard settings.
  static var decisions: FittedDecisions { get }
}

extension FingerprintStrategy {
  /// What comes with the strategy to judge its scores by; nil where there is nothing, or where it was
  /// fitted for other settings or another revision.
  public var fittedDecisions: FittedDecisions? {
    guard let fitted = self as? any FittedStrategy else { return nil }
    let decisions = type(of: fitted).decisions
    return decisions.strategy == identity ? decisions : nil
  }
}
