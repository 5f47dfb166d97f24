public import Catalogs
public import Fingerprinting
public import Foundation

/// A media item together with how it was matched.
///
/// The item's own fields can be read on it directly.
@dynamicMemberLookup
public struct MatchedMediaItem: Sendable {
  /// What listeners are told.
  public let item: MediaItem
  /// The reference that the item is about.
  public let track: TrackID
  /// Query frequency / reference frequency − 1: above 0 where the query sounds higher.
  public let frequencySkew: Float
  /// The reference time at the query's first sample, in seconds; negative where the query begins
  /// before the reference does.
  public let matchOffset: TimeInterval
  /// The probability that the match is right, by the catalog's calibration; nil where it has none.
  public let confidence: Float?
  /// The strategy's own score.
  public let score: Double
  /// Which reference time belongs to which time of `clock`.
  private let line: ReferenceLine
  private let clock: LiveClock

  /// Joins the parts; `line` is in times of `clock`.
  init(
    item: MediaItem, track: TrackID, frequencySkew: Double, matchOffset: Seconds,
    confidence: Double?, score: Double, line: ReferenceLine, clock: LiveClock
  ) {
    self.item = item
    self.track = track
    self.frequencySkew = Float(frequencySkew)
    self.matchOffset = matchOffset.value
    self.confidence = confidence.map { Float($0) }
    self.score = score
    self.line = line
    self.clock = clock
  }

  /// The reference time that plays now, if it has gone on since: read later, it is later.
  public var predictedCurrentMatchOffset: TimeInterval { line.reference(at: clock.now).value }

  /// A field of the media item.
  public subscript<Value>(dynamicMember path: KeyPath<MediaItem, Value>) -> Value {
    item[keyPath: path]
  }
}
