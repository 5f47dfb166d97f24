public import Fingerprinting

/// A decision threshold with what it was set on: what a catalog, a gate or a listener decides by.
public struct OperatingPoint: Codable, Hashable, Sendable {
  /// What a rate of false alarms is counted against.
  public enum Unit: String, Codable, Hashable, Sendable, CaseIterable {
    /// Claims over queries whose recording is not enrolled.
    case query
    /// Claims for each hour of such sound.
    case hour
  }

  /// What a threshold stands on.
  public struct Evidence: Codable, Hashable, Sendable {
    /// The queries of recordings that are not enrolled.
    public var negatives: Int
    /// The recordings that they were cut from.
    public var recordings: Int
    /// The claims among them at the threshold.
    public var falseAlarms: Int
    /// The exact one-sided 95 % upper bound of the rate, in the point's unit.
    public var upperBound: Double

    /// Joins the parts.
    public init(negatives: Int, recordings: Int, falseAlarms: Int, upperBound: Double) {
      self.negatives = negatives
      self.recordings = recordings
      self.falseAlarms = falseAlarms
      self.upperBound = upperBound
    }
  }

  /// What it is called in its file.
  public var name: String
  /// The strategy whose scores it speaks of; scores of any other cannot be compared with it.
  public var strategy: ComponentIdentity
  /// The query length that it was set for; absent where it holds for all.
  public var queryLength: Seconds?
  /// The smallest score that is a claim.
  public var acceptAtLeast: Double
  /// The rate of false alarms that was asked for.
  public var targetFalseAlarmRate: Double
  /// What the rate is counted against.
  public var per: Unit
  /// What it was fitted on.
  public var evidence: Evidence
  /// The environment that it was set for, such as `street`.
  public var environment: String?

  /// Joins the parts.
  public init(
    name: String, strategy: ComponentIdentity, queryLength: Seconds?, acceptAtLeast: Double,
    targetFalseAlarmRate: Double, per: Unit, evidence: Evidence, environment: String? = nil
  ) {
    self.name = name
    self.strategy = strategy
    self.queryLength = queryLength
    self.acceptAtLeast = acceptAtLeast
    self.targetFalseAlarmRate = targetFalseAlarmRate
    self.per = per
    self.evidence = evidence
    self.environment = environment
  }

  /// Refuses a strategy whose scores the threshold does not speak of.
  ///
  /// - Parameter identity: the strategy that is asked.
  /// - Throws: `OperatingPointsError` naming both.
  public func check(_ identity: ComponentIdentity) throws(OperatingPointsError) {
    guard identity == strategy else {
      throw OperatingPointsError(
        "operating point '\(name)' was set for \(strategy), asked is \(identity); scores of the "
          + "two cannot be compared: tune again, or choose another point")
    }
  }
}

/// Why an operating point cannot be used.
public struct OperatingPointsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, what was expected, what was found and what to do.
  public let description: String
  /// Whether the file is not there, rather than wrong.
  public let isMissingInput: Bool

  /// Makes an error of its words.
  public init(_ description: String, isMissingInput: Bool = false) {
    self.description = description
    self.isMissingInput = isMissingInput
  }
}
