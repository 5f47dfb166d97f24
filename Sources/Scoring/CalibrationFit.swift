internal import Foundation

/// An answer that it is known of whether it was right.
public struct CalibrationExample: Hashable, Sendable {
  /// The score of the best candidate.
  public var score: Double
  /// How far it leads; see `Calibration.margin(of:over:)`.
  public var margin: Double
  /// Whether it names the right recording.
  public var isRight: Bool

  /// Joins the parts.
  public init(score: Double, margin: Double, isRight: Bool) {
    self.score = score
    self.margin = margin
    self.isRight = isRight
  }
}

/// The map from score and margin to probability at one query length: logistic regression, with the
/// targets of Platt 1999 in place of 0 and 1.
public struct CalibrationFit: Hashable, Codable, Sendable {
  /// The query length in seconds.
  public let seconds: Double
  /// Log odds at score and margin 0.
  public let intercept: Double
  /// Log odds for each unit of score; not negative.
  public let scoreWeight: Double
  /// Log odds for each unit of margin; not negative.
  public let marginWeight: Double
  /// Right answers that it was fitted on.
  public let right: Int
  /// Wrong answers that it was fitted on.
  public let wrong: Int

  /// Right and wrong answers that a fit needs at least, each.
  public static let fewest = 20

  /// Fits the map.
  ///
  /// - Parameters:
  ///   - examples: answers of one recognizer at one query length; the order does not matter.
  ///   - seconds: the query length.
  /// - Throws: `CalibrationError` where there are too few right or wrong answers to tell them apart.
  public init(_ examples: [CalibrationExample], seconds: Double) throws(CalibrationError) {
    let examples = examples.filter { $0.score.isFinite && $0.margin.isFinite }
      .sorted {
        ($0.score, $0.margin, $0.isRight ? 1 : 0) < ($1.score, $1.margin, $1.isRight ? 1 : 0)
      }
    let right = examples.count(where: \.isRight)
    let wrong = examples.count - right
    guard right >= Self.fewest, wrong >= Self.fewest else {
      throw CalibrationError(
        "\(right) right and \(wrong) wrong answers of \(seconds) s are too few to calibrate; "
          + "expected at least \(Self.fewest) of each: add queries, harder conditions or negatives")
    }
    let targets = (
      right: Double(right + 1) / Double(right + 2), wrong: 1 / Double(wrong + 2)
    )
    let labels = examples.map { $0.isRight ? targets.right : targets.wrong }
    let score = LogisticRegression.Column(examples.map(\.score))
    let margin = LogisticRegression.Column(examples.map(\.margin))
    // What speaks against an answer where it grows has no meaning of its own: the other column
    // stands for it better.
    var columns = [score, margin]
    var weights = LogisticRegression.weights(of: columns, towards: labels)
    if weights[1] < 0 || weights[2] < 0 {
      let kept = weights[1] < 0 ? 1 : 0
      columns = [[score, margin][kept]]
      let alone = LogisticRegression.weights(of: columns, towards: labels)
      weights = [alone[0], 0, 0]
      weights[kept + 1] = max(0, alone[1])
    }
    self.seconds = seconds
    func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    intercept = rounded(weights[0])
    scoreWeight = rounded(weights[1])
    marginWeight = rounded(weights[2])
    self.right = right
    self.wrong = wrong
  }

  /// Joins the numbers of a fit that was made before.
  ///
  /// - Parameters:
  ///   - seconds: the query length.
  ///   - intercept: log odds at score and margin 0.
  ///   - scoreWeight: log odds for each unit of score; not negative.
  ///   - marginWeight: log odds for each unit of margin; not negative.
  ///   - right: right answers that it was fitted on.
  ///   - wrong: wrong answers that it was fitted on.
  public init(
    seconds: Double, intercept: Double, scoreWeight: Double, marginWeight: Double, right: Int,
    wrong: Int
  ) {
    self.seconds = seconds
    self.intercept = intercept
    self.scoreWeight = scoreWeight
    self.marginWeight = marginWeight
    self.right = right
    self.wrong = wrong
  }

  /// The probability that an answer with this score and margin is right.
  ///
  /// - Parameters:
  ///   - score: the answer's score.
  ///   - margin: how far it leads.
  /// - Returns: a probability, no nearer to 0 and 1 than so many answers can tell.
  public func probability(score: Double, margin: Double) -> Double {
    let odds = intercept + scoreWeight * score + marginWeight * margin
    guard !odds.isNaN else { return 0.5 }
    let least = 1 / Double(max(0, wrong) + 2)
    let most = 1 - 1 / Double(max(0, right) + 2)
    return min(most, max(least, 1 / (1 + exp(-odds))))
  }
}

extension CalibrationFit {
  private enum CodingKeys: String, CodingKey {
    case seconds, intercept, scoreWeight, marginWeight, right, wrong
  }

  /// Reads and checks the numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys, atLeast least: Double) throws -> Double {
      let value = try container.decode(Double.self, forKey: key)
      guard value.isFinite, value >= least else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "expected at least \(least), found \(value)"
        )
      }
      return value
    }
    func count(_ key: CodingKeys) throws -> Int {
      let value = try container.decode(Int.self, forKey: key)
      guard (0...1_000_000_000).contains(value) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "expected a count, found \(value)")
      }
      return value
    }
    seconds = try number(.seconds, atLeast: 0)
    intercept = try number(.intercept, atLeast: -1e9)
    scoreWeight = try number(.scoreWeight, atLeast: 0)
    marginWeight = try number(.marginWeight, atLeast: 0)
    right = try count(.right)
    wrong = try count(.wrong)
  }
}
