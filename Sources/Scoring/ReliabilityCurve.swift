/// How confidence compares with the share of right answers: what reliability diagrams are drawn
/// from.
public struct ReliabilityCurve: Hashable, Sendable {
  /// Answers of nearly the same confidence.
  public struct Bin: Hashable, Sendable {
    /// The confidences that fall into it.
    public var range: ClosedRange<Double>
    /// The mean confidence of its answers.
    public var confidence: Double
    /// The share of them that is right.
    public var right: Measurement
  }

  /// The bins that hold answers, ascending.
  public let bins: [Bin]
  /// The answers in all.
  public let count: Int
  /// The mean distance between confidence and the share of right answers, each bin weighted by its
  /// answers (Naeini, Cooper and Hauskrecht 2015); nil without answers.
  public let expectedError: Double?

  /// Sorts answers into bins of equal width.
  ///
  /// - Parameters:
  ///   - answers: the confidence of each, and whether it is right; confidences that are no number
  ///     are left out.
  ///   - binCount: how many bins.
  public init(_ answers: [(confidence: Double, isRight: Bool)], binCount: Int = 10) {
    var sums = [Double](repeating: 0, count: binCount)
    var rights = [Int](repeating: 0, count: binCount)
    var counts = [Int](repeating: 0, count: binCount)
    for answer in answers where !answer.confidence.isNaN {
      let confidence = min(1, max(0, answer.confidence))
      let bin = min(binCount - 1, Int(confidence * Double(binCount)))
      sums[bin] += confidence
      counts[bin] += 1
      if answer.isRight { rights[bin] += 1 }
    }
    let total = counts.reduce(0, +)
    var error = 0.0
    var bins: [Bin] = []
    for bin in 0..<binCount where counts[bin] > 0 {
      let confidence = sums[bin] / Double(counts[bin])
      let low = Double(bin) / Double(binCount)
      bins.append(
        Bin(
          range: low...(Double(bin + 1) / Double(binCount)), confidence: confidence,
          right: .share(rights[bin], of: counts[bin])))
      error += abs(sums[bin] - Double(rights[bin]))
    }
    self.bins = bins
    count = total
    expectedError = total > 0 ? error / Double(total) : nil
  }
}
