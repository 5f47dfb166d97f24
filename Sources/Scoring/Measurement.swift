/// A figure with the number of things it stands on.
public struct Measurement: Hashable, Sendable {
  /// The figure; absent where it is not defined, as a share of nothing is.
  public var value: Double?
  /// Where the true figure lies with 95 % confidence; absent where no such statement is made.
  public var interval: ClosedRange<Double>?
  /// The number of queries, claims or other things that the figure stands on.
  public var count: Int

  /// Joins the parts.
  public init(value: Double?, interval: ClosedRange<Double>? = nil, count: Int) {
    self.value = value
    self.interval = interval
    self.count = count
  }

  /// A figure of nothing.
  public static let undefined = Measurement(value: nil, count: 0)

  /// A share with its Wilson interval; undefined as a share of nothing.
  ///
  /// - Parameters:
  ///   - hits: how many have the property.
  ///   - count: how many there are.
  /// - Returns: the share.
  public static func share(_ hits: Int, of count: Int) -> Measurement {
    guard count > 0 else { return .undefined }
    return Measurement(
      value: Double(hits) / Double(count), interval: Binomial.wilsonInterval(hits, of: count),
      count: count)
  }

  /// A mean without interval; undefined as a mean of nothing.
  ///
  /// - Parameters:
  ///   - sum: the sum of all.
  ///   - count: how many there are.
  /// - Returns: the mean.
  public static func mean(_ sum: Double, of count: Int) -> Measurement {
    Measurement(value: count > 0 ? sum / Double(count) : nil, count: count)
  }

  /// The same figure in another unit.
  ///
  /// - Parameter factor: a positive factor.
  /// - Returns: value and interval times the factor.
  public func scaled(by factor: Double) -> Measurement {
    Measurement(
      value: value.map { $0 * factor },
      interval: interval.map { $0.lowerBound * factor...$0.upperBound * factor }, count: count)
  }
}
