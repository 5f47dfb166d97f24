/// 64 counters that take one bit each at a time, kept as planes of bits so that an addition costs
/// a few operations for all of them together.
struct ShiftCounter {
  private var planes:
    (
      UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
      UInt64,
      UInt64, UInt64, UInt64, UInt64
    ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  /// Adds 1 to each counter whose bit is set; they hold up to 65,535.
  @inline(__always)
  mutating func add(_ bits: UInt64) {
    withUnsafeMutableBytes(of: &planes) { bytes in
      let planes = bytes.assumingMemoryBound(to: UInt64.self)
      var carry = bits
      var plane = 0
      while carry != 0, plane < 16 {
        let next = planes[plane] & carry
        planes[plane] ^= carry
        carry = next
        plane += 1
      }
    }
  }

  /// The counters' values.
  func values() -> [Int32] {
    withUnsafeBytes(of: planes) { bytes in
      let planes = bytes.assumingMemoryBound(to: UInt64.self)
      var values = [Int32](repeating: 0, count: 64)
      for plane in 0..<16 where planes[plane] != 0 {
        let bits = planes[plane]
        for counter in 0..<64 {
          values[counter] +=
            Int32(truncatingIfNeeded: (bits >> UInt64(counter)) & 1) << Int32(plane)
        }
      }
      return values
    }
  }
}
