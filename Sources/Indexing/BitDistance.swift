/// Counts of differing bits, without a population count instruction: the baseline of x86-64 has
/// none, so counts are made in lanes.
enum BitDistance {
  /// The set bits of each lane.
  @inline(__always)
  static func counts(_ lanes: SIMD8<UInt32>) -> SIMD8<UInt32> {
    var sums = byteCounts(lanes)
    sums = sums &+ (sums &>> 8)
    sums = sums &+ (sums &>> 16)
    return sums & 0x3f
  }

  /// The set bits of each byte of each lane.
  @inline(__always)
  private static func byteCounts(_ lanes: SIMD8<UInt32>) -> SIMD8<UInt32> {
    var sums = lanes &- ((lanes &>> 1) & 0x5555_5555)
    sums = (sums & 0x3333_3333) &+ ((sums &>> 2) & 0x3333_3333)
    return (sums &+ (sums &>> 4)) & 0x0f0f_0f0f
  }

  @inline(__always)
  static func load(_ words: UnsafePointer<UInt32>) -> SIMD8<UInt32> {
    UnsafeRawPointer(words).loadUnaligned(as: SIMD8<UInt32>.self)
  }

  /// The bits of `mask` in which `left` and `right` differ, over `count` words.
  static func masked(
    _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ mask: UnsafePointer<UInt32>,
    _ count: Int
  ) -> Int {
    var total = 0
    var index = 0
    while index + 8 <= count {
      // A byte counts at most 8 a step, so it holds 31 steps.
      let end = min(index + 31 * 8, count - 7)
      var bytes = SIMD8<UInt32>(repeating: 0)
      while index < end {
        let differing = (load(left + index) ^ load(right + index)) & load(mask + index)
        bytes = bytes &+ byteCounts(differing)
        index += 8
      }
      let pairs = (bytes & 0x00ff_00ff) &+ ((bytes &>> 8) & 0x00ff_00ff)
      let sums = (pairs & 0xffff) &+ (pairs &>> 16)
      total += Int(sums.wrappedSum())
    }
    while index < count {
      total += ((left[index] ^ right[index]) & mask[index]).nonzeroBitCount
      index += 1
    }
    return total
  }
}
