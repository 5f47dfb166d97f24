import Fingerprinting

/// The peaks of a query as rows of bits, one row per frequency and one bit per frame, each peak
/// spread over its neighbours in time and frequency.
struct QueryMap: ~Copyable {
  /// Clear bits before the first frame; as many and a word more follow the last.
  static let margin = 128

  let rows: Int
  let wordsPerRow: Int
  let frames: Int
  private let words: UnsafeMutablePointer<UInt64>

  init(_ peaks: [SpectralPeak], rows: Int, frames: Int, frameSpread: Int, binSpread: Int) {
    self.rows = rows
    self.frames = frames
    wordsPerRow = (frames + 2 * Self.margin) / 64 + 2
    let count = rows * wordsPerRow
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    for peak in peaks {
      let frame = Int(peak.frame)
      let bin = Int(peak.bin)
      guard bin - binSpread < rows else { continue }
      for row in max(0, bin - binSpread)..<min(rows, bin + binSpread + 1) {
        let base = words + row * wordsPerRow
        for bit in (frame + Self.margin - frameSpread)...(frame + Self.margin + frameSpread) {
          base[bit >> 6] |= 1 << UInt64(bit & 63)
        }
      }
    }
  }

  deinit { words.deallocate() }

  /// 64 bits of a row, from a frame on; clear where the frame is out of range.
  @inline(__always)
  func bits(row: Int, from frame: Int) -> UInt64 {
    let bit = frame + Self.margin
    guard bit >= 0, bit < (wordsPerRow - 1) * 64 else { return 0 }
    let word = words + row * wordsPerRow + (bit >> 6)
    let shift = UInt64(bit & 63)
    return (word[0] >> shift) | ((word[1] << 1) << (63 - shift))
  }
}
