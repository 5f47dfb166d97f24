import Fingerprinting

/// A query made ready: which bits count, and how many independent bits they are worth.
struct BitFrameQuery {
  let words: [UInt32]
  /// The bits of each word that count; none in a void frame.
  let masks: [UInt32]
  /// The bits that count before each frame, and after the last.
  let bitsBefore: [Int]
  /// Frames that are not void.
  let usable: Int
  /// By how much the variance of the bit error rate against unrelated sound exceeds that of
  /// independent bits: neighbouring frames overlap, and music repeats itself.
  let varianceFactor: Double

  /// Frames of the query that are compared with themselves.
  private static let mostFrames = 2_048

  init(_ signature: BitFrameSignature, voidWord: UInt32) {
    let words = signature.words
    let unreliable = signature.unreliableBits
    let masks = words.indices.map { index in
      words[index] == voidWord ? 0 : index < unreliable.count ? ~unreliable[index] : .max
    }
    var bits = [0]
    bits.reserveCapacity(masks.count + 1)
    for mask in masks { bits.append(bits[bits.count - 1] + mask.nonzeroBitCount) }
    bitsBefore = bits
    self.words = words
    self.masks = masks
    usable = masks.count { $0 != 0 }
    varianceFactor = Self.varianceFactor(words: words, masks: masks)
  }

  /// The bits of a word that may be flipped.
  func unreliable(_ frame: Int) -> UInt32 { ~masks[frame] }

  /// The sum over lags of the squared correlation of the bits with themselves.
  ///
  /// The mean of products of two unrelated sequences has the variance of independent ones times
  /// the sum over lags of the product of their autocorrelations; the unknown sequence is taken to
  /// be like the query.
  private static func varianceFactor(words: [UInt32], masks: [UInt32]) -> Double {
    let count = min(words.count, mostFrames)
    var factor = 1.0
    var both = [UInt32](repeating: 0, count: count)
    for lag in 1..<max(1, count) {
      let overlap = count - lag
      var bits = 0
      for frame in 0..<overlap {
        both[frame] = masks[frame] & masks[frame + lag]
        bits += both[frame].nonzeroBitCount
      }
      guard bits > 0 else { continue }
      let errors = words.withUnsafeBufferPointer { words in
        both.withUnsafeBufferPointer { both -> Int in
          guard let first = words.baseAddress, let mask = both.baseAddress else { return 0 }
          return BitDistance.masked(first, first + lag, mask, overlap)
        }
      }
      let correlation = 1 - 2 * Double(errors) / Double(bits)
      factor += 2 * correlation * correlation * (1 - Double(lag) / Double(count))
    }
    return factor
  }
}
