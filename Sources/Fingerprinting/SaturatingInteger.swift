extension FixedWidthInteger {
  /// A floating-point number without its fraction, for numbers that come from outside.
  ///
  /// Law: never a trap. What is too large or too small, infinities included, becomes the largest or
  /// the smallest integer; what is no number becomes 0.
  ///
  /// - Parameter value: any.
  @inlinable
  public init(saturating value: Double) {
    if let exact = Self(exactly: value.rounded(.towardZero)) {
      self = exact
    } else if value.isNaN {
      self = 0
    } else {
      self = value < 0 ? .min : .max
    }
  }
}
