public import Foundation

/// A match in a stream that is over: the reference is no longer heard.
public struct EndedMatch: Hashable, Sendable {
  /// The match, with the items that held last.
  public let match: Match
  /// When the reference began to be heard, in seconds of the stream.
  public let start: TimeInterval
  /// Up to when it was heard, in seconds of the stream.
  public let end: TimeInterval
}
