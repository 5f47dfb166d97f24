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
    let count = (rows + 1) * wordsPerRow
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    let mask: UInt64 = (1 << UInt64(2 * frameSpread + 1)) - 1
    for peak in peaks {
      let frame = Int(peak.frame)
      let bin = Int(peak.bin)
      guard bin - binSpread < rows else { continue }
      for row in max(0, bin - binSpread)..<min(rows, bin + binSpread + 1) {
        let bit = frame + Self.margin - frameSpread
        let word = words + (row * wordsPerRow + bit >> 6)
        let shift = UInt64(bit & 63)
        word[0] |= mask << shift
        word[1] |= (mask >> 1) >> (63 - shift)
      }
    }
  }

  deinit { words.deallocate() }

  /// Where a row begins, for `bits(rowStart:from:)`; rows beyond the last are clear.
  func rowStart(_ row: Int) -> Int { min(row, rows) * wordsPerRow }

  /// 64 bits of a row, from a frame on; clear where the frame is out of range.
  @inline(__always)
  func bits(rowStart: Int, from frame: Int) -> UInt64 {
    let bit = frame &+ Self.margin
    guard UInt(bitPattern: bit) < UInt(bitPattern: (wordsPerRow &- 1) &* 64) else { return 0 }
    let word = words + (rowStart &+ bit &>> 6)
    let shift = UInt64(truncatingIfNeeded: bit & 63)
    return (word[0] &>> shift) | ((word[1] &<< 1) &<< (63 &- shift))
  }
}
