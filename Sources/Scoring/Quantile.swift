/// Quantiles of values, by a stated definition.
public enum Quantile {
  /// The quantile of definition 7 of Hyndman and Fan 1996, numpy's default: linear between the
  /// values nearest to place (n − 1) p, counted from 0.
  ///
  /// - Parameters:
  ///   - share: which quantile, 0 … 1: 0.5 is the median.
  ///   - values: in any order; none may be NaN.
  /// - Returns: the quantile; nil without values.
  public static func interpolated(_ share: Double, of values: [Double]) -> Double? {
    interpolated(share, ofSorted: values.sorted())
  }

  /// The quantile of definition 7 of values that are sorted already.
  ///
  /// - Parameters:
  ///   - share: which quantile, 0 … 1.
  ///   - values: ascending.
  /// - Returns: the quantile; nil without values.
  public static func interpolated(_ share: Double, ofSorted values: [Double]) -> Double? {
    guard !values.isEmpty, (0...1).contains(share) else { return nil }
    let place = Double(values.count - 1) * share
    let below = Int(place)
    let above = min(below + 1, values.count - 1)
    let low = values[below]
    // Equal infinities have no difference to interpolate in.
    guard low != values[above], place > Double(below) else { return low }
    return low + (values[above] - low) * (place - Double(below))
  }

  /// The smallest value that is not below the quantile of definition 7 (numpy's `higher`): for
  /// times, so that one slow answer among a hundred shows in the 99th percentile.
  ///
  /// - Parameters:
  ///   - share: which quantile, 0 … 1.
  ///   - values: in any order; none may be NaN.
  /// - Returns: one of the values; nil without values.
  public static func notBelow(_ share: Double, of values: [Double]) -> Double? {
    guard !values.isEmpty, (0...1).contains(share) else { return nil }
    return values.sorted()[Int((Double(values.count - 1) * share).rounded(.up))]
  }
}
