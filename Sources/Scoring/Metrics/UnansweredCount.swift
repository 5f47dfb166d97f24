internal import Fingerprinting

/// How many queries were not searched, by reason.
public struct UnansweredCount: Metric {
  /// Why a query was not searched.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The recognizer failed.
    case failed
    /// Shorter than the strategy can use.
    case tooShort = "too_short"
    /// Silence, or too even a sound.
    case noUsableAudio = "no_usable_audio"
  }

  /// Why a query was not searched.
  public let reason: Reason
  /// `failed`, `too_short` or `no_usable_audio`.
  public var name: String { reason.rawValue }
  /// What it says.
  public var summary: String {
    switch reason {
    case .failed: "queries on which the recognizer failed"
    case .tooShort: "queries shorter than the strategy can use"
    case .noUsableAudio: "queries that hold nothing to go by"
    }
  }
  /// A number of queries.
  public let unit = MetricUnit.queries
  /// Less is better.
  public let betterWhen = BetterWhen.lower
  /// The answer alone decides.
  public let needsThreshold = false
  /// Makes the metric for a reason.
  public init(_ reason: Reason) { self.reason = reason }

  /// Counts; the count beside the value is that of all queries.
  public func measure(_ queries: [JudgedQuery]) -> Measurement {
    let unanswered = queries.count { query in
      switch reason {
      case .failed: query.outcome.failure != nil
      case .tooShort: query.outcome.failure == nil && query.outcome.status == .tooShort
      case .noUsableAudio:
        query.outcome.failure == nil && query.outcome.status == .noUsableAudio
      }
    }
    return Measurement(
      value: queries.isEmpty ? nil : Double(unanswered), count: queries.count)
  }
}
