/// Many exact tests at once, where some have too few differences to show anything.
///
/// A test whose smallest possible p-value is above its share of the level cannot reject, and so
/// costs the others nothing (Tarone 1990); the level is shared among the rest by weight, so that
/// the chance of any false rejection keeps it (Bonferroni).
public enum TaroneCorrection {
  /// One of the tests.
  public struct Member: Hashable, Sendable {
    /// The smallest p-value that it could have given; it must depend on nothing but what the test
    /// is conditional on.
    public var smallestPValue: Double
    /// Its share of the level, relative to the others'.
    public var weight: Double

    /// Joins the parts.
    public init(smallestPValue: Double, weight: Double) {
      self.smallestPValue = smallestPValue
      self.weight = weight
    }
  }

  /// The level that each test is held to; 0 for those that cannot reject.
  ///
  /// - Parameters:
  ///   - level: the chance of any false rejection that is allowed.
  ///   - members: the tests.
  /// - Returns: levels in the order of the tests, which together do not exceed the whole.
  public static func levels(_ level: Double, for members: [Member]) -> [Double] {
    // The hopeless leave in order of hopelessness; whoever is left gains.
    let order = members.indices.sorted {
      let (left, right) = (members[$0], members[$1])
      return (left.smallestPValue / left.weight, $0) > (right.smallestPValue / right.weight, $1)
    }
    var levels = [Double](repeating: 0, count: members.count)
    var sum = members.reduce(0) { $0 + $1.weight }
    for (place, index) in order.enumerated() {
      let member = members[index]
      if member.smallestPValue <= level * member.weight / sum {
        for rest in order[place...] { levels[rest] = level * members[rest].weight / sum }
        break
      }
      sum -= member.weight
    }
    return levels
  }
}
