public import Fingerprinting

/// How things are with a stream when a step of it has been looked at.
public struct StreamStep: Sendable {
  /// The stream time at which the step ends.
  public let time: Seconds
  /// What has happened in it.
  public let events: [MatchEvent]
  /// The matches that go on, in the order of their start.
  public let matches: [LiveMatch]
}
