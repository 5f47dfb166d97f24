internal import Foundation

/// A threshold set on queries whose recordings are not enrolled, or the reason why there is none.
public struct ThresholdFit: Hashable, Sendable {
  /// The smallest score that is accepted; minus infinity where nothing speaks against any score;
  /// absent where the data cannot support the target.
  public let threshold: Double?
  /// Why there is no threshold, and what to do.
  public let refusal: String?
  /// The rate of claims aimed at.
  public let targetRate: Double
  /// The queries that it was fitted on.
  public let negatives: Int
  /// The recordings that they were cut from.
  public let recordings: Int
  /// The queries among them that are claims at the threshold.
  public let claims: Int

  /// Fits the smallest threshold at which the share of claims does not exceed a rate.
  ///
  /// Equal scores are accepted or refused together. The threshold is rounded up to six significant
  /// digits (and to no finer step than 1e-9), so that the printed number decides as the fitted one.
  ///
  /// A rate is refused where not even a set without a single claim would show it: where the exact
  /// one-sided 95 % bound for none of so many is above the rate.
  ///
  /// - Parameters:
  ///   - rate: the largest share of claims.
  ///   - bestScores: the highest score of each query; nil where it has no candidate.
  ///   - recordings: the number of recordings that the queries were cut from.
  public init(rate: Double, bestScores: [Double?], recordings: Int) {
    targetRate = rate
    negatives = bestScores.count
    self.recordings = recordings
    func refused(_ reason: String) -> (Double?, String?, Int) { (nil, reason, 0) }
    (threshold, refusal, claims) = {
      guard rate > 0, rate < 1 else {
        return refused("a false-alarm rate must lie between 0 and 1, found \(rate)")
      }
      guard let supported = Binomial.upperBound(0, of: bestScores.count) else {
        return refused("there are no calibration negatives to fit a threshold on")
      }
      guard supported <= rate else {
        return refused(
          "\(bestScores.count) calibration negatives support no false-alarm rate below "
            + "\((supported * 10_000).rounded(.up) / 10_000), asked was \(rate); add negatives "
            + "(\(Self.negativesNeeded(for: rate)) are enough), ask for a higher rate, or state "
            + "a threshold")
      }
      let scores = bestScores.compactMap(\.self).filter { !$0.isNaN }.sorted(by: >)
      let allowed = Self.largestCount(within: rate, of: bestScores.count)
      // The first score that must not be accepted.
      guard allowed < scores.count else { return (-.infinity, nil, scores.count) }
      let threshold = Self.smallestPrintable(above: scores[allowed])
      return (threshold, nil, scores.prefix { $0 >= threshold }.count)
    }()
  }

  /// The number of negatives from which on a rate can be supported.
  ///
  /// - Parameter rate: between 0 and 1.
  /// - Returns: the smallest number whose exact one-sided 95 % bound for no claim is within the
  ///   rate.
  public static func negativesNeeded(for rate: Double) -> Int {
    // Tiny rates need more than can be counted.
    Int(min(1e15, (log(0.05) / log1p(-rate)).rounded(.up)))
  }

  /// The largest k with k / count ≤ rate, safe from the rounding of the product.
  static func largestCount(within rate: Double, of count: Int) -> Int {
    var largest = Int(rate * Double(count))
    while Double(largest + 1) / Double(count) <= rate { largest += 1 }
    while largest > 0, Double(largest) / Double(count) > rate { largest -= 1 }
    return largest
  }

  /// The smallest number of six significant digits, in steps no finer than 1e-9, above a score.
  static func smallestPrintable(above score: Double) -> Double {
    guard score.isFinite, score != 0 else { return score == 0 ? 1e-9 : score.nextUp }
    let exponent = max(-9, Int(floor(log10(abs(score)))) - 5)
    let scale = pow(10, Double(abs(exponent)))
    var digits = floor(exponent < 0 ? score * scale : score / scale)
    func value() -> Double { exponent < 0 ? digits / scale : digits * scale }
    while value() <= score { digits += 1 }
    return value()
  }
}
