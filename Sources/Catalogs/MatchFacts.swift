public import Fingerprinting

/// How a media item was matched.
///
/// Two are equal where the match is: what time it is by now makes no difference.
public struct MatchFacts: Hashable, Sendable {
  /// The reference that the item is about.
  public let track: TrackID
  /// Query frequency / reference frequency − 1: above 0 where the query sounds higher.
  public let frequencySkew: Double
  /// The reference time at the query's first sample; negative where the query begins before the
  /// reference does.
  public let matchOffset: Seconds
  /// The probability that the match is right; nil where nothing was calibrated.
  public let confidence: Double?
  /// The strategy's own score.
  public let score: Double
  /// The reference time that plays now, if it has gone on since.
  public var predictedOffset: Seconds { predict() }
  private let predict: @Sendable () -> Seconds

  /// Joins the parts.
  ///
  /// - Parameters:
  ///   - track: the reference.
  ///   - frequencySkew: query frequency / reference frequency − 1.
  ///   - matchOffset: the reference time at the query's first sample.
  ///   - confidence: the probability that the match is right.
  ///   - score: the strategy's own score.
  ///   - predict: gives the reference time that plays now.
  public init(
    track: TrackID, frequencySkew: Double, matchOffset: Seconds, confidence: Double?,
    score: Double, predict: @escaping @Sendable () -> Seconds
  ) {
    self.track = track
    self.frequencySkew = frequencySkew
    self.matchOffset = matchOffset
    self.confidence = confidence
    self.score = score
    self.predict = predict
  }

  /// Whether two say the same of a match.
  public static func == (left: MatchFacts, right: MatchFacts) -> Bool {
    left.track == right.track && left.frequencySkew == right.frequencySkew
      && left.matchOffset == right.matchOffset && left.confidence == right.confidence
      && left.score == right.score
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(track)
    hasher.combine(matchOffset)
    hasher.combine(score)
  }
}
