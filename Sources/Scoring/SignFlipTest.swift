/// The exact paired test where pairs come in clusters.
///
/// If neither side were better, each cluster's difference could as well have had the other sign
/// (Fisher's randomisation test). With one differing pair in each cluster this is McNemar's exact
/// test; with several it stays exact, although pairs of one recording are not independent.
public struct SignFlipTest: Hashable, Sendable {
  /// Losses minus gains of each cluster in which they differ.
  public let differences: [Int]

  /// Makes the test.
  ///
  /// - Parameter differences: losses minus gains of each cluster, in any order; zeros say nothing.
  public init(differences: some Sequence<Int>) {
    self.differences = differences.filter { $0 != 0 }
  }

  /// Losses minus gains of all clusters.
  public var netLoss: Int { differences.reduce(0, +) }

  /// The chance of so great a net loss, or a greater one, if neither side were better.
  public var pValueOfLoss: Double { probability(ofLossAtLeast: netLoss) }

  /// The chance of so great a net difference in either direction if neither side were better.
  public var pValue: Double {
    let net = netLoss
    return net == 0 ? 1 : min(1, 2 * probability(ofLossAtLeast: abs(net)))
  }

  /// The smallest p-value of loss that these clusters could have given: where it is above a level,
  /// the test cannot fail.
  public var smallestPValueOfLoss: Double {
    var value = 1.0
    for _ in 0..<min(differences.count, 1_074) { value /= 2 }
    return value
  }

  private func probability(ofLossAtLeast loss: Int) -> Double {
    guard !differences.isEmpty else { return 1 }
    let sizes = differences.map { Int($0.magnitude) }.sorted()
    let total = sizes.reduce(0, +)
    guard loss > -total else { return 1 }
    // The lost pairs of a sign pattern, s, and the others add up to the total: s − (total − s).
    let wanted = (total + loss + 1) / 2
    if sizes.last == 1 {
      return Binomial.probability(ofAtMost: total - wanted, of: total, share: 0.5)
    }
    // chance[s]: that the clusters so far have lost s pairs.
    var chance = [Double](repeating: 0, count: total + 1)
    chance[0] = 1
    var reach = 0
    for size in sizes {
      reach += size
      for lost in stride(from: reach, through: 0, by: -1) {
        let without = lost <= reach - size ? chance[lost] : 0
        chance[lost] = 0.5 * (without + (lost >= size ? chance[lost - size] : 0))
      }
    }
    return min(1, chance[wanted...].reversed().reduce(0, +))
  }
}
