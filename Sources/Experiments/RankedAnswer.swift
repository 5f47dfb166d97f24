public import Fingerprinting

/// A candidate as records keep it: without its supporting evidence.
public struct RankedAnswer: Hashable, Codable, Sendable {
  /// The reference named.
  public var track: TrackID
  /// The strategy's own number; higher is better.
  public var score: Double
  /// The probability that the answer is right; absent where nothing was calibrated.
  public var confidence: Double?
  /// Where the query is said to lie in the reference; its frequency skew is assumed from the time
  /// scale where it was not measured.
  public var alignment: Alignment

  /// Joins the parts.
  public init(track: TrackID, score: Double, confidence: Double? = nil, alignment: Alignment) {
    self.track = track
    self.score = score
    self.confidence = confidence
    self.alignment = alignment
  }
}
