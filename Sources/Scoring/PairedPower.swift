internal import Foundation

/// What paired queries can show: the smallest difference that a test finds, and how many queries a
/// difference needs.
///
/// The normal approximation of McNemar's test (Connett, Smith and McHugh 1987): with a share ψ of
/// pairs that differ and a difference δ of the two rates, n pairs find it where
/// δ √n = z₁ √ψ + z₂ √(ψ − δ²).
public struct PairedPower: Hashable, Sendable {
  /// The share of pairs in which the two differ.
  public let discordant: Double
  private let levelQuantile: Double
  private let powerQuantile: Double

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - discordant: the share of pairs in which the two differ, above 0 and up to 1.
  ///   - level: of the two-sided test.
  ///   - power: the chance of finding the difference.
  public init?(discordant: Double, level: Double = 0.05, power: Double = 0.8) {
    guard discordant > 0, discordant <= 1, level > 0, level < 1, power > 0, power < 1 else {
      return nil
    }
    self.discordant = discordant
    levelQuantile = Normal.quantile(1 - level / 2)
    powerQuantile = Normal.quantile(power)
  }

  /// The share of pairs that differ, from a sample: with one more of either kind, so that a sample
  /// in which none differ does not promise that none will.
  ///
  /// - Parameters:
  ///   - differing: the pairs that differ.
  ///   - pairs: all pairs.
  /// - Returns: a share above 0.
  public static func discordantShare(_ differing: Int, of pairs: Int) -> Double {
    Double(differing + 1) / Double(pairs + 2)
  }

  /// The pairs that a difference needs.
  ///
  /// - Parameter difference: of the two rates, as a share.
  /// - Returns: the number of pairs, rounded up; nil where no more pairs can differ so much than
  ///   differ at all.
  public func pairsNeeded(for difference: Double) -> Int? {
    let size = abs(difference)
    guard size > 0, size <= discordant else { return nil }
    let root =
      levelQuantile * discordant.squareRoot()
      + powerQuantile * max(0, discordant - size * size).squareRoot()
    let count = (root / size) * (root / size)
    return count < 1e15 ? Int(count.rounded(.up)) : nil
  }

  /// The smallest difference that so many pairs find.
  ///
  /// - Parameter pairs: how many there are.
  /// - Returns: a share; nil where not even pairs that all differ in one direction would do.
  public func smallestDifference(pairs: Int) -> Double? {
    guard let least = pairsNeeded(for: discordant), least <= pairs else { return nil }
    var (low, high) = (0.0, discordant)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if let needed = pairsNeeded(for: middle), needed <= pairs {
        high = middle
      } else {
        low = middle
      }
    }
    return high
  }
}

/// The standard normal distribution.
public enum Normal {
  /// The quantile, by bisection of the distribution function.
  ///
  /// - Parameter share: between 0 and 1.
  /// - Returns: the value that a share of all values is below.
  public static func quantile(_ share: Double) -> Double {
    if share <= 0 { return -.infinity }
    if share >= 1 { return .infinity }
    if share > 0.5 { return -quantile(1 - share) }
    var (low, high) = (-40.0, 0.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
