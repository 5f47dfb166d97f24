internal import Fingerprinting
public import Scoring

extension StreamMatcherConfiguration {
  /// The same settings with the thresholds of operating points.
  ///
  /// A point of a query length is a least score at that length; one without holds for all lengths.
  ///
  /// - Parameter points: thresholds of the strategy that is used.
  /// - Returns: the settings; these ones where there is no point.
  /// - Throws: `OperatingPointsError` where two points contradict each other.
  public func accepting(
    at points: [OperatingPoint]
  ) throws(OperatingPointsError) -> StreamMatcherConfiguration {
    if let point = points.first(where: { $0.queryLength == nil }) {
      guard points.count == 1 else {
        throw OperatingPointsError(
          "operating point '\(point.name)' holds for all query lengths; give it alone, or points of "
            + "different lengths")
      }
      return accepting(atLeast: point.acceptAtLeast)
    }
    var fitted: [Acceptance] = []
    for point in points {
      let length = point.queryLength?.value ?? 0
      guard !fitted.contains(where: { $0.queryLength == length }) else {
        throw OperatingPointsError(
          "two operating points are for queries of \(length) s; give one for each length")
      }
      fitted.append(Acceptance(queryLength: length, score: point.acceptAtLeast))
    }
    return accepting(at: fitted)
  }
}
