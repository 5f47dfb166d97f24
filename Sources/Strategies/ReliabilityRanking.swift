import Fingerprinting

/// How reliable each of a word's 32 bits is.
struct ReliabilityRanking {
  private var values = SIMD32<Float>(repeating: 0)

  /// The reliability of a bit, the lowest bit being 0.
  subscript(bit: Int) -> Float {
    get { values[bit] }
    set { values[bit] = newValue }
  }

  /// The bits of least reliability, as a mask; of equal bits the lower ones.
  func lowest(_ count: Int) -> UInt32 {
    var mask: UInt32 = 0
    var rest = values
    for _ in 0..<count {
      var least = 0
      for bit in 1..<32 where rest[bit] < rest[least] { least = bit }
      rest[least] = .infinity
      mask |= 1 << UInt32(least)
    }
    return mask
  }
}

extension Signature {
  /// Bit frames without the marks of their unreliable bits; peaks as they are.
  var withoutReliability: Signature {
    guard case .frames(var frames) = self else { return self }
    frames.unreliableBits = []
    return .frames(frames)
  }
}
