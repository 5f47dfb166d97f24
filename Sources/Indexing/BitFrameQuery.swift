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
  /// Lags up to which each one is compared, and not only every fourth.
  private static let everyLag = 64

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
    var lag = 1
    while lag < count {
      // Far lags matter where music repeats itself, and then their neighbours are alike.
      let step = lag <= everyLag ? 1 : 4
      let (errors, bits) = words.withUnsafeBufferPointer { words in
        masks.withUnsafeBufferPointer { masks in
          BitDistance.withItself(words, masks, lag: lag, frames: count)
        }
      }
      if bits > 0 {
        let correlation = 1 - 2 * Double(errors) / Double(bits)
        let share = 1 - Double(lag) / Double(count)
        factor += 2 * Double(step) * correlation * correlation * share
      }
      lag += step
    }
    return factor
  }
}
