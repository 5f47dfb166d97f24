/// The value between knots: linear, and beyond the first and the last knot that of the knot.
///
/// - Parameters:
///   - knots: places with their values, in order of place.
///   - place: where the value is wanted.
/// - Returns: the value; nil without knots.
public func interpolated(
  _ knots: [(place: Double, value: Double)], at place: Double
) -> Double? {
  guard let above = knots.firstIndex(where: { $0.place >= place }), above > 0 else {
    return place > (knots.last?.place ?? .infinity) ? knots.last?.value : knots.first?.value
  }
  let (low, high) = (knots[above - 1], knots[above])
  return low.value + (high.value - low.value) * (place - low.place) / (high.place - low.place)
}
