public import Catalogs
public import Fingerprinting
public import Foundation

/// A media item together with how it was matched: a media item like others, wherever one is wanted.
public typealias MatchedMediaItem = MediaItem

extension MediaItem {
  /// Joins an item and how it was matched; `line` is in times of `clock`.
  init(
    item: MediaItem, track: TrackID, frequencySkew: Double, matchOffset: Seconds,
    confidence: Double?, score: Double, line: ReferenceLine, clock: LiveClock
  ) {
    self = item
    matchFacts = MatchFacts(
      track: track, frequencySkew: frequencySkew, matchOffset: matchOffset,
      confidence: confidence, score: score
    ) { line.reference(at: clock.now) }
  }

  /// The item as it is in the catalog, without how it was matched.
  public var item: MediaItem {
    var item = self
    item.matchFacts = nil
    return item
  }
  /// The reference that a matched item is about; nil for an item that comes from no match.
  public var track: TrackID? { matchFacts?.track }
  /// Query frequency / reference frequency − 1: above 0 where the query sounds higher; no number for
  /// an item that comes from no match.
  public var frequencySkew: Float { Float(matchFacts?.frequencySkew ?? .nan) }
  /// The reference time at the query's first sample, in seconds; negative where the query begins
  /// before the reference does; no number for an item that comes from no match.
  public var matchOffset: TimeInterval { matchFacts?.matchOffset.value ?? .nan }
  /// The reference time that plays now, if it has gone on since: read later, it is later; no number
  /// for an item that comes from no match.
  public var predictedCurrentMatchOffset: TimeInterval { matchFacts?.predictedOffset.value ?? .nan }
  /// The probability that the match is right; nil where nothing was calibrated.
  public var confidence: Float? { matchFacts?.confidence.map { Float($0) } }
  /// The strategy's own score of the match; no number for an item that comes from no match.
  public var score: Double { matchFacts?.score ?? .nan }
}
