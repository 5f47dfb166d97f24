internal import Foundation

/// Intervals, bounds and tail probabilities of counted successes.
public enum Binomial {
  /// The 0.975 quantile of the standard normal distribution.
  static let normalQuantile = 1.959963984540054

  /// The Wilson score interval at 95 % (Wilson 1927), without continuity correction.
  ///
  /// - Parameters:
  ///   - hits: successes, 0 … `count`.
  ///   - count: trials.
  /// - Returns: the interval; nil without trials.
  public static func wilsonInterval(_ hits: Int, of count: Int) -> ClosedRange<Double>? {
    guard count > 0, (0...count).contains(hits) else { return nil }
    let n = Double(count)
    let share = Double(hits) / n
    let z2 = normalQuantile * normalQuantile
    let centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    let half =
      normalQuantile * (share * (1 - share) / n + z2 / (4 * n * n)).squareRoot() / (1 + z2 / n)
    // Exact at the ends, where rounding would leave 1e-17.
    let low = hits == 0 ? 0 : max(0, centre - half)
    let high = hits == count ? 1 : min(1, centre + half)
    return low...high
  }

  /// The exact one-sided upper bound of Clopper and Pearson 1934: the largest true share at which
  /// so few successes still have probability 1 − `confidence`.
  ///
  /// - Parameters:
  ///   - hits: successes, 0 … `count`.
  ///   - count: trials.
  ///   - confidence: between 0 and 1.
  /// - Returns: the bound; 1 where all trials succeeded; nil without trials.
  public static func upperBound(
    _ hits: Int, of count: Int, confidence: Double = 0.95
  ) -> Double? {
    guard count > 0, (0...count).contains(hits), confidence > 0, confidence < 1 else { return nil }
    if hits == count { return 1 }
    if hits == 0 { return -expm1(log1p(-confidence) / Double(count)) }
    var low = Double(hits) / Double(count)
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if probability(ofAtMost: hits, of: count, share: middle) > 1 - confidence {
        low = middle
      } else {
        high = middle
      }
    }
    return (low + high) / 2
  }

  /// The probability of at most so many successes.
  ///
  /// - Parameters:
  ///   - hits: successes.
  ///   - count: trials.
  ///   - share: the true share of successes, 0 … 1.
  /// - Returns: the cumulative distribution at `hits`.
  public static func probability(ofAtMost hits: Int, of count: Int, share: Double) -> Double {
    if hits < 0 { return 0 }
    if hits >= count || share <= 0 { return 1 }
    if share >= 1 { return 0 }
    // Sum the tail that ends before the mode: its terms fall off quickly.
    if Double(hits) > Double(count) * share {
      return 1 - tail(atMost: count - hits - 1, of: count, share: 1 - share)
    }
    return tail(atMost: hits, of: count, share: share)
  }

  /// Sums the terms from `hits` down to 0, as far as they matter.
  private static func tail(atMost hits: Int, of count: Int, share: Double) -> Double {
    let n = Double(count)
    let k = Double(hits)
    let logChoose = lgamma(n + 1).0 - lgamma(k + 1).0 - lgamma(n - k + 1).0
    var term = exp(logChoose + k * log(share) + (n - k) * log1p(-share))
    var sum = term
    var successes = k
    while successes > 0, term > sum * 1e-17 {
      term *= successes / (n - successes + 1) * ((1 - share) / share)
      successes -= 1
      sum += term
    }
    return min(1, sum)
  }
}
