/// 64 counters that take one bit each at a time, kept as planes of bits so that an addition costs
/// a few operations for all of them together.
struct ShiftCounter {
  private var planes:
    (
      UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
      UInt64, UInt64, UInt64, UInt64, UInt64
    ) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  /// Adds the words `word(0)`, `word(1)` …: each counter counts its set bits, up to 65,535.
  @inline(__always)
  mutating func add(count: Int, _ word: (Int) -> UInt64) {
    // Carries are saved within groups of eight words (Harley and Seal), so that most words cost
    // no walk through the planes.
    var ones: UInt64 = 0
    var twos: UInt64 = 0
    var fours: UInt64 = 0
    var next = 0
    while next + 8 <= count {
      let a = Self.addTwo(word(next), word(next + 1), to: &ones)
      let b = Self.addTwo(word(next + 2), word(next + 3), to: &ones)
      let c = Self.addTwo(a, b, to: &twos)
      let d = Self.addTwo(word(next + 4), word(next + 5), to: &ones)
      let e = Self.addTwo(word(next + 6), word(next + 7), to: &ones)
      let f = Self.addTwo(d, e, to: &twos)
      addPlane(Self.addTwo(c, f, to: &fours), 3)
      next += 8
    }
    addPlane(ones, 0)
    addPlane(twos, 1)
    addPlane(fours, 2)
    while next < count {
      addPlane(word(next), 0)
      next += 1
    }
  }

  /// Adds two words to a sum of one plane and returns what is carried to the next.
  @inline(__always)
  private static func addTwo(_ left: UInt64, _ right: UInt64, to sum: inout UInt64) -> UInt64 {
    let half = sum ^ left
    let carry = (sum & left) | (half & right)
    sum = half ^ right
    return carry
  }

  private mutating func addPlane(_ bits: UInt64, _ first: Int) {
    withUnsafeMutableBytes(of: &planes) { bytes in
      let planes = bytes.assumingMemoryBound(to: UInt64.self)
      var carry = bits
      var plane = first
      while carry != 0, plane < 16 {
        let next = planes[plane] & carry
        planes[plane] ^= carry
        carry = next
        plane += 1
      }
    }
  }

  /// Writes the 64 counters.
  func write(to values: UnsafeMutablePointer<Int32>) {
    values.update(repeating: 0, count: 64)
    withUnsafeBytes(of: planes) { bytes in
      let planes = bytes.assumingMemoryBound(to: UInt64.self)
      for plane in 0..<16 where planes[plane] != 0 {
        let bits = planes[plane]
        for counter in 0..<64 {
          let bit = Int32(truncatingIfNeeded: (bits &>> UInt64(counter)) & 1)
          values[counter] &+= bit &<< Int32(plane)
        }
      }
    }
  }
}
