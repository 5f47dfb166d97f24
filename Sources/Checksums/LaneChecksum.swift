/// A checksum of large memory at the speed of reading it: finds damage, not deceit.
///
/// Words of 32 bits go round sixteen lanes. Each lane has the sum of its words and the sum of those
/// sums so far, as in Fletcher's checksum, modulo 2³²; the CRC-32 of all sums, of the bytes that
/// fill no round, and of the length is the value. One changed word always changes the sums.
public enum LaneChecksum {
  /// The checksum of bytes, the same on every machine.
  public static func value(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sums = SIMD16<UInt32>.zero
    var sumsOfSums = SIMD16<UInt32>.zero
    let rounds = bytes.count / 64
    for round in 0..<rounds {
      let words = bytes.loadUnaligned(fromByteOffset: round * 64, as: SIMD16<UInt32>.self)
      sums &+= words.littleEndian
      sumsOfSums &+= sums
    }
    var checksum = CRC32()
    func add(_ word: UInt32) {
      withUnsafeBytes(of: word.littleEndian) { checksum.update($0) }
    }
    for lane in 0..<16 {
      add(sums[lane])
      add(sumsOfSums[lane])
    }
    checksum.update(UnsafeRawBufferPointer(rebasing: bytes[(rounds * 64)...]))
    add(UInt32(truncatingIfNeeded: bytes.count))
    add(UInt32(truncatingIfNeeded: bytes.count >> 32))
    return checksum.value
  }
}

extension SIMD16<UInt32> {
  /// The words as they are in memory of the other order of bytes.
  fileprivate var littleEndian: Self {
    #if _endian(little)
      return self
    #else
      var swapped = self
      for lane in indices { swapped[lane] = self[lane].littleEndian }
      return swapped
    #endif
  }
}
