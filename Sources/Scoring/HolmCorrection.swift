/// Many tests at once.
public enum HolmCorrection {
  /// Raises p-values so that, taken together, the chance of any false finding keeps its level
  /// (Holm 1979, step down).
  ///
  /// - Parameter pValues: in any order.
  /// - Returns: the adjusted p-values, in the same order.
  public static func adjusted(_ pValues: [Double]) -> [Double] {
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    var adjusted = pValues
    var largest = 0.0
    for (place, index) in order.enumerated() {
      largest = max(largest, min(1, Double(pValues.count - place) * pValues[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}
