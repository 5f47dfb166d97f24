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

  /// Sums of bytes over many lanes; a byte counts at most 8 a step, so it holds 31 steps.
  private struct ByteSums {
    static let steps = 31
    private var bytes = SIMD8<UInt32>(repeating: 0)

    @inline(__always)
    mutating func add(_ lanes: SIMD8<UInt32>) { bytes = bytes &+ byteCounts(lanes) }

    @inline(__always)
    var total: Int {
      let pairs = (bytes & 0x00ff_00ff) &+ ((bytes &>> 8) & 0x00ff_00ff)
      return Int(((pairs & 0xffff) &+ (pairs &>> 16)).wrappedSum())
    }
  }

  /// The bits of `mask` in which `left` and `right` differ, over `count` words.
  static func masked(
    _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ mask: UnsafePointer<UInt32>,
    _ count: Int
  ) -> Int {
    var total = 0
    var index = 0
    while index + 8 <= count {
      let end = min(index + ByteSums.steps * 8, count - 7)
      var sums = ByteSums()
      while index < end {
        sums.add((load(left + index) ^ load(right + index)) & load(mask + index))
        index += 8
      }
      total += sums.total
    }
    while index < count {
      total += ((left[index] ^ right[index]) & mask[index]).nonzeroBitCount
      index += 1
    }
    return total
  }

  /// Of the first `frames` words, how many masked bits differ from those `lag` later, of how many.
  static func withItself(
    _ words: UnsafeBufferPointer<UInt32>, _ masks: UnsafeBufferPointer<UInt32>, lag: Int,
    frames: Int
  ) -> (errors: Int, bits: Int) {
    guard let words = words.baseAddress, let masks = masks.baseAddress else { return (0, 0) }
    let count = frames - lag
    var errors = 0
    var bits = 0
    var index = 0
    while index + 8 <= count {
      let end = min(index + ByteSums.steps * 8, count - 7)
      var errorSums = ByteSums()
      var bitSums = ByteSums()
      while index < end {
        let mask = load(masks + index) & load(masks + index + lag)
        bitSums.add(mask)
        errorSums.add((load(words + index) ^ load(words + index + lag)) & mask)
        index += 8
      }
      errors += errorSums.total
      bits += bitSums.total
    }
    while index < count {
      let mask = masks[index] & masks[index + lag]
      bits += mask.nonzeroBitCount
      errors += ((words[index] ^ words[index + lag]) & mask).nonzeroBitCount
      index += 1
    }
    return (errors, bits)
  }
}
