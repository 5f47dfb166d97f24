public import Fingerprinting

/// The candidate that would be claimed, and how right that would be.
public struct BestCandidate: Hashable, Sendable {
  /// The reference.
  public var track: TrackID
  /// Its score.
  public var score: Double
  /// The probability that it is right; absent where nothing was calibrated.
  public var confidence: Double?
  /// Whether another candidate has the same score, so that naming one is arbitrary.
  public var isTied: Bool
  /// The distance to the nearest true place in this reference; absent where the reference is wrong,
  /// infinite where the candidate names no place.
  public var alignmentError: Seconds?
  /// The absolute difference from the true frequency skew there; that of the answer is assumed where
  /// it was not measured.
  public var skewError: Double?

  /// Compares a candidate with the truth.
  ///
  /// - Parameters:
  ///   - track: the reference named.
  ///   - score: its score.
  ///   - confidence: the probability that it is right, where that is known.
  ///   - alignment: where the query is said to lie in it.
  ///   - isTied: whether another candidate has the same score.
  ///   - truth: every true answer; empty where no reference holds the query.
  public init(
    track: TrackID, score: Double, confidence: Double? = nil, alignment: Alignment, isTied: Bool,
    truth: [Occurrence]
  ) {
    self.track = track
    self.score = score
    self.confidence = confidence
    self.isTied = isTied
    for occurrence in truth where occurrence.track == track {
      let distance = abs(
        alignment.referenceStart.value - occurrence.alignment.referenceStart.value)
      let error = Seconds(distance.isNaN ? .infinity : distance)
      if alignmentError.map({ error < $0 }) ?? true {
        alignmentError = error
        skewError = abs(
          alignment.assumedFrequencySkew - occurrence.alignment.assumedFrequencySkew)
      }
    }
  }

  /// The candidate of an answer that would be claimed.
  ///
  /// - Parameters:
  ///   - candidates: in any order; the highest score counts, the first of equal ones, and a score
  ///     that is no number is passed over.
  ///   - truth: every true answer.
  public init?(of candidates: [Candidate], truth: [Occurrence]) {
    let scored = candidates.filter { !$0.score.isNaN }
    guard let highest = scored.map(\.score).max(),
      let candidate = scored.first(where: { $0.score == highest })
    else { return nil }
    self.init(
      track: candidate.track, score: candidate.score, confidence: candidate.confidence,
      alignment: candidate.alignment,
      isTied: scored.count { $0.score == highest } > 1, truth: truth)
  }
}
