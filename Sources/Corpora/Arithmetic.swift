/// Transcendental functions made of + − × ÷ alone.
///
/// What is computed with them has the same bits on every machine. Their error is below 1e-13.
enum Arithmetic {
  private static let logarithmOfTwo = 0x1.62e42fefa39efp-1
  private static let logarithmOfTen = 0x1.26bb1bbb55516p+1

  /// e to the power of `exponent`.
  static func exponential(_ exponent: Double) -> Double {
    let halvings = (exponent / logarithmOfTwo).rounded()
    guard abs(halvings) < 1_000 else { return halvings < 0 ? 0 : .infinity }
    let rest = exponent - halvings * logarithmOfTwo
    var term = 1.0
    var sum = 1.0
    for power in 1...20 {
      term *= rest / Double(power)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(halvings), significand: sum)
  }

  /// The natural logarithm of a positive number.
  static func logarithm(_ number: Double) -> Double {
    // ln m = 2 artanh((m − 1) / (m + 1)) for the significand m in 1 ..< 2.
    let ratio = (number.significand - 1) / (number.significand + 1)
    var power = ratio
    var sum = 0.0
    for odd in stride(from: 1, through: 35, by: 2) {
      sum += power / Double(odd)
      power *= ratio * ratio
    }
    return 2 * sum + Double(number.exponent) * logarithmOfTwo
  }

  /// The sine of a number of whole turns.
  static func sine(turns: Double) -> Double {
    var rest = turns - turns.rounded()
    if abs(rest) > 0.25 { rest = (rest < 0 ? -0.5 : 0.5) - rest }
    let angle = 2 * Double.pi * rest
    var term = angle
    var sum = angle
    for power in stride(from: 2, through: 24, by: 2) {
      term *= -angle * angle / Double(power * (power + 1))
      sum += term
    }
    return sum
  }

  /// 10 log10 of a positive ratio of powers.
  static func decibels(ofPowerRatio ratio: Double) -> Double {
    10 * logarithm(ratio) / logarithmOfTen
  }

  /// The ratio of powers that so many decibels are.
  static func powerRatio(ofDecibels decibels: Double) -> Double {
    exponential(decibels * logarithmOfTen / 10)
  }
}
