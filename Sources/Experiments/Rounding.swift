/// The digits that records keep: the one place where they are chosen.
///
/// A rounded value is the double nearest to a decimal with that many places, so writing and
/// reading its text gives it back exactly.
public enum Rounding: Int, CaseIterable, Sendable {
  /// Signal-to-noise ratios, in dB.
  case decibel = 2
  /// Scores.
  case score = 3
  /// Confidences, and lengths and positions in seconds.
  case fine = 4
  /// Skews, time scales, and times measured in seconds.
  case micro = 6

  private var unit: Double {
    switch self {
    case .decibel: 100
    case .score: 1_000
    case .fine: 10_000
    case .micro: 1_000_000
    }
  }

  /// The value in units of the last place, half to even; nothing where it is not finite or too
  /// large to keep those places.
  func steps(_ value: Double) -> Int? {
    let scaled = (value * unit).rounded(.toNearestOrEven)
    return scaled.magnitude < 0x1p53 ? Int(scaled) : nil
  }

  func value(ofSteps steps: Int) -> Double { Double(steps) / unit }

  /// The value with so many places; values beyond 2^53 last places, and those not finite, stay.
  public func callAsFunction(_ value: Double) -> Double {
    steps(value).map(self.value(ofSteps:)) ?? value
  }

  /// The shortest decimal text of the rounded value: no exponent, no trailing zeros, no "-0".
  public func text(_ value: Double) -> String {
    guard let steps = steps(value) else { return "\(value)" }
    var places = rawValue
    var digits = steps.magnitude
    while places > 0, digits.isMultiple(of: 10) {
      digits /= 10
      places -= 1
    }
    var text = String(digits)
    if places > 0 {
      text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
    }
    return (steps < 0 ? "-" : "") + text
  }
}
