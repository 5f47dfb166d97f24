/// Logarithms of base 2 in steps of 1/256, so that sums over time stay exact however long the
/// stream is.
public enum FixedLog2 {
  /// Steps per doubling: one step of a power is 0.0118 dB.
  public static let stepsPerOctave = 256

  /// Writes log₂(`values` + `floor`) in steps.
  ///
  /// The logarithm is that of a parabola between powers of two (error below 0.01), made of
  /// additions, multiplications and bit patterns only.
  ///
  /// - Parameters:
  ///   - values: not negative, below 2^60.
  ///   - floor: a normal positive number, added so that silence has a value.
  ///   - output: the logarithms.
  ///   - count: the number of values.
  public static func write(
    of values: UnsafePointer<Float>, floor: Float, into output: UnsafeMutablePointer<Int16>,
    count: Int
  ) {
    for index in 0..<count {
      let bits = (values[index] + floor).bitPattern
      let exponent = Float(Int32(truncatingIfNeeded: bits >> 23) &- 128)
      let mantissa = Float(bitPattern: (bits & 0x007f_ffff) | 0x3f80_0000)
      // Exponent − 127 + log2(mantissa); the parabola passes through (1, 0) and (2, 1).
      let log2 = exponent + ((-1 / 3 * mantissa + 2) * mantissa - 2 / 3)
      // Adding 1.5 × 2^23 leaves the rounded number in the low bits.
      output[index] = Int16(truncatingIfNeeded: (log2 * 256 + 12_582_912).bitPattern)
    }
  }
}
