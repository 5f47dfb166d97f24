public import Fingerprinting

/// How things are with a stream when a step of it has been looked at.
public struct StreamStep: Sendable {
  /// The stream time at which the step ends.
  public let time: Seconds
  /// What has happened in it.
  public let events: [MatchEvent]
  private let origin: Double
  private let history: QueryHistory

  init(time: Seconds, events: [MatchEvent], origin: Double, history: QueryHistory) {
    self.time = time
    self.events = events
    self.origin = origin
    self.history = history
  }

  /// The signature of the stream from a stream time up to this step; see
  /// `StreamMatcher.signature(from:)`.
  public func signature(from start: Seconds) -> Signature {
    history.query(history.frame(at: start.value - origin)..<Int.max)
  }
}
