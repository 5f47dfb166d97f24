/// Choices of which none is worse in one respect without being better in another.
public enum Pareto {
  /// The choices that no other one beats.
  ///
  /// - Parameter costs: what each choice costs in each respect; less is better.
  /// - Returns: the places of those for which no other choice is as good in all respects and better
  ///   in one; in order.
  public static func front(of costs: [[Double]]) -> [Int] {
    costs.indices.filter { place in
      !costs.indices.contains { other in
        let pairs = zip(costs[other], costs[place])
        return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0 < $1 }
      }
    }
  }
}
