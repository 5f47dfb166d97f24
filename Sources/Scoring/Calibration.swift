public import Fingerprinting
internal import Foundation

/// What a recognizer's scores are worth: from the score of an answer and its lead over the next one
/// to the probability that it names the right recording.
///
/// Law: never certain. The probability lies between bounds that the number of answers allows, it
/// never falls when score or margin rise, and it is the same on every machine up to rounding.
public struct Calibration: Hashable, Sendable {
  /// The variant's label where it was fitted.
  public let label: String
  /// The recognizer that it holds for, and no other.
  public let recognizer: ComponentIdentity
  /// What was fitted for each query length, ascending; never empty.
  public let fits: [CalibrationFit]

  /// Joins the parts.
  ///
  /// - Parameters:
  ///   - label: the variant's label.
  ///   - recognizer: the recognizer that the answers came from.
  ///   - fits: one for each query length, in any order.
  /// - Throws: `CalibrationError` where there is none, or two are of one length.
  public init(
    label: String, recognizer: ComponentIdentity, fits: [CalibrationFit]
  ) throws(CalibrationError) {
    let fits = fits.sorted { $0.seconds < $1.seconds }
    guard !fits.isEmpty else {
      throw CalibrationError("the calibration of '\(label)' holds no query length")
    }
    for (fit, next) in zip(fits, fits.dropFirst()) where fit.seconds == next.seconds {
      throw CalibrationError(
        "the calibration of '\(label)' has two fits of \(fit.seconds) s; keep one")
    }
    self.label = label
    self.recognizer = recognizer
    self.fits = fits
  }

  /// How far an answer leads: its score less that of the best other recording, or of what stands
  /// in for it; see `RunnerUp`.
  ///
  /// - Parameters:
  ///   - score: the answer's score.
  ///   - other: the other's score; nothing below 0 counts.
  /// - Returns: the margin; negative where another is better.
  public static func margin(of score: Double, over other: Double) -> Double {
    score - max(0, other)
  }

  /// The probability that an answer names the right recording.
  ///
  /// Between two lengths that were fitted the log odds are interpolated; beyond them the nearest
  /// one holds.
  ///
  /// - Parameters:
  ///   - score: the answer's score.
  ///   - margin: how far it leads; see `margin(of:over:)`.
  ///   - queryLength: how long the query is.
  /// - Returns: a probability; 0.5 for a score that is no number.
  public func confidence(score: Double, margin: Double, queryLength: Seconds) -> Double {
    let length = queryLength.value
    let above = fits.firstIndex { $0.seconds >= length } ?? fits.count - 1
    let below = fits[above].seconds > length ? max(0, above - 1) : above
    let low = fits[below].probability(score: score, margin: margin)
    guard above != below else { return low }
    let high = fits[above].probability(score: score, margin: margin)
    let share = (length - fits[below].seconds) / (fits[above].seconds - fits[below].seconds)
    let odds = (1 - share) * log(low / (1 - low)) + share * log(high / (1 - high))
    return 1 / (1 + exp(-odds))
  }

  /// The same answer with the confidence of every candidate filled in.
  ///
  /// - Parameters:
  ///   - answer: an answer of the recognizer that this was fitted for.
  ///   - queryLength: how long the query is.
  /// - Returns: the answer; candidates keep their order.
  public func calibrated(
    _ answer: Identification, queryLength: Seconds
  ) -> Identification {
    var result = answer
    fill(&result.candidates, runnerUp: answer.runnerUp, queryLength: queryLength)
    return result
  }

  /// Says how probable it is for each of ranked candidates that it is right.
  ///
  /// - Parameters:
  ///   - candidates: those of one answer, best first.
  ///   - runnerUp: what the lead of the first is counted from.
  ///   - queryLength: how long the query is.
  public func fill(
    _ candidates: inout [Candidate], runnerUp: RunnerUp?, queryLength: Seconds
  ) {
    for place in candidates.indices {
      let score = candidates[place].score
      candidates[place].confidence = confidence(
        score: score,
        margin: Self.margin(
          of: score, over: candidates.rivalScore(of: place, runnerUp: runnerUp)),
        queryLength: queryLength)
    }
  }
}

extension Calibration: Codable {
  private enum CodingKeys: String, CodingKey { case label, recognizer, fits }

  /// Reads and checks the parts.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      label: container.decode(String.self, forKey: .label),
      recognizer: container.decode(ComponentIdentity.self, forKey: .recognizer),
      fits: container.decode([CalibrationFit].self, forKey: .fits))
  }

  /// Writes the parts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(label, forKey: .label)
    try container.encode(recognizer, forKey: .recognizer)
    try container.encode(fits, forKey: .fits)
  }
}

/// Why a calibration cannot be made or used.
public struct CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, what was found, what to do.
  public let description: String
  /// Makes an error of its words.
  public init(_ description: String) { self.description = description }
}
