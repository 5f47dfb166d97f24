/// Picks the points of a spectrogram that are the greatest of a rectangle around them.
///
/// Of equal values in one rectangle the earliest counts, so that an unchanging sound has a peak
/// where it begins and no other.
public final class LocalMaxima {
  /// Rows after the middle one that must be known.
  public let frameReach: Int
  private let binReach: Int
  private let binCount: Int
  private let least: Int16
  private let rows: AlignedBuffer<Int16>
  private let earlier: AlignedBuffer<Int16>
  private let around: AlignedBuffer<Int16>
  private let spread: AlignedBuffer<Int16>
  private var pushed = 0
  private var given = 0

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - binCount: values per row.
  ///   - frameReach: rows before and after the middle one.
  ///   - binReach: values below and above the middle one.
  ///   - least: the smallest value that can be a peak.
  public init(binCount: Int, frameReach: Int, binReach: Int, least: Int16) {
    self.binCount = binCount
    self.frameReach = frameReach
    self.binReach = binReach
    self.least = least
    rows = AlignedBuffer(count: (2 * frameReach + 1) * binCount, zero: .min)
    // Margins of the least value left and right spare the edges a case of their own.
    earlier = AlignedBuffer(count: binCount + 2 * binReach, zero: .min)
    around = AlignedBuffer(count: binCount + 2 * binReach, zero: .min)
    spread = AlignedBuffer(count: binCount + 2 * binReach, zero: .min)
  }

  private func row(_ frame: Int) -> UnsafeMutablePointer<Int16> {
    rows.base + (frame % (2 * frameReach + 1)) * binCount
  }

  /// Takes a row and gives the peaks of the row `frameReach` earlier.
  ///
  /// - Parameters:
  ///   - values: `binCount` values.
  ///   - body: called per peak with the row's number, the bin and the value, bins ascending.
  public func push(_ values: UnsafePointer<Int16>, body: (Int, Int, Int16) -> Void) {
    row(pushed).update(from: values, count: binCount)
    pushed += 1
    if pushed > frameReach { giveRow(body) }
  }

  /// Ends the stream and gives the peaks of the rows that were waiting.
  ///
  /// - Parameter body: as for `push`.
  public func finish(body: (Int, Int, Int16) -> Void) {
    while given < pushed { giveRow(body) }
  }

  private func giveRow(_ body: (Int, Int, Int16) -> Void) {
    let frame = given
    given += 1
    let middle = row(frame)
    let earlier = earlier.base + binReach
    let around = around.base + binReach
    for bin in 0..<binCount { earlier[bin] = .min }
    for past in max(0, frame - frameReach)..<frame { Self.raise(earlier, to: row(past), binCount) }
    for bin in 0..<binCount { around[bin] = middle[bin] }
    for next in (frame + 1)..<max(frame + 1, min(pushed, frame + frameReach + 1)) {
      Self.raise(around, to: row(next), binCount)
    }
    widen(self.earlier)
    widen(self.around)
    let least = least
    var previous = Int.min
    var start = 0
    while start < binCount {
      let end = min(start + 16, binCount)
      // One test of sixteen bins at a time: peaks are rare.
      var found = false
      for bin in start..<end {
        found =
          found
          || (middle[bin] >= least && middle[bin] >= around[bin] && middle[bin] > earlier[bin])
      }
      if found {
        for bin in start..<end
        where middle[bin] >= least && middle[bin] >= around[bin] && middle[bin] > earlier[bin]
          && bin - binReach > previous
        {
          body(frame, bin, middle[bin])
          previous = bin
        }
      }
      start = end
    }
  }

  private static func raise(
    _ row: UnsafeMutablePointer<Int16>, to other: UnsafePointer<Int16>, _ count: Int
  ) {
    for bin in 0..<count { row[bin] = max(row[bin], other[bin]) }
  }

  /// Replaces each value by the greatest within `binReach` of it.
  private func widen(_ buffer: AlignedBuffer<Int16>) {
    let values = buffer.base + binReach
    let result = spread.base + binReach
    for bin in 0..<binCount { result[bin] = values[bin] }
    for distance in 1..<(binReach + 1) {
      for bin in 0..<binCount {
        result[bin] = max(result[bin], max(values[bin - distance], values[bin + distance]))
      }
    }
    for bin in 0..<binCount { values[bin] = result[bin] }
  }
}
