/// Whitens rows of a spectrogram: each value less the average of a rectangle around it.
///
/// At the edges of sound and band the rectangle is cut off, never padded. Sums are of integers, so
/// that the rows do not depend on what came long before.
public final class LocalContrast {
  /// Rows after the middle one that must be known.
  public let frameReach: Int
  private let binReach: Int
  private let binCount: Int
  private let rows: AlignedBuffer<Int16>
  private let sums: AlignedBuffer<Int32>
  private let prefix: AlignedBuffer<Int32>
  private let output: AlignedBuffer<Int16>
  private let binWeights: AlignedBuffer<Float>
  private var pushed = 0
  private var given = 0

  /// Makes a whitener.
  ///
  /// - Parameters:
  ///   - binCount: values per row.
  ///   - frameReach: rows before and after the middle one.
  ///   - binReach: values below and above the middle one.
  public init(binCount: Int, frameReach: Int, binReach: Int) {
    self.binCount = binCount
    self.frameReach = frameReach
    self.binReach = min(binReach, binCount)
    rows = AlignedBuffer(count: (2 * frameReach + 2) * binCount, zero: 0)
    sums = AlignedBuffer(count: binCount, zero: 0)
    prefix = AlignedBuffer(count: binCount + 1, zero: 0)
    output = AlignedBuffer(count: binCount, zero: 0)
    binWeights = AlignedBuffer(count: binCount, zero: 0)
    for bin in 0..<binCount {
      let low = max(0, bin - self.binReach)
      let high = min(binCount, bin + self.binReach + 1)
      binWeights.base[bin] = 1 / Float(high - low)
    }
  }

  private func row(_ frame: Int) -> UnsafeMutablePointer<Int16> {
    rows.base + (frame % (2 * frameReach + 2)) * binCount
  }

  /// Takes a row and gives the whitened row `frameReach` earlier, if there is one.
  ///
  /// - Parameters:
  ///   - values: `binCount` values of at most ±16,000.
  ///   - body: called at most once; the memory is good until it returns.
  public func push(_ values: UnsafePointer<Int16>, body: (UnsafePointer<Int16>) -> Void) {
    row(pushed).update(from: values, count: binCount)
    let sums = sums.base
    for bin in 0..<binCount { sums[bin] &+= Int32(values[bin]) }
    pushed += 1
    if pushed > frameReach { giveRow(body) }
  }

  /// Ends the stream and gives the rows that were waiting.
  ///
  /// - Parameter body: called once per row.
  public func finish(body: (UnsafePointer<Int16>) -> Void) {
    while given < pushed { giveRow(body) }
  }

  private func giveRow(_ body: (UnsafePointer<Int16>) -> Void) {
    let sums = sums.base
    let leaving = given - frameReach - 1
    if leaving >= 0 {
      let old = row(leaving)
      for bin in 0..<binCount { sums[bin] &-= Int32(old[bin]) }
    }
    let prefix = prefix.base
    var total: Int32 = 0
    for bin in 0..<binCount {
      total &+= sums[bin]
      prefix[bin + 1] = total
    }
    let rowsInside = min(pushed, given + frameReach + 1) - max(0, given - frameReach)
    subtractAverages(from: row(given), rowWeight: 1 / Float(rowsInside))
    given += 1
    body(output.base)
  }

  private func subtractAverages(from values: UnsafePointer<Int16>, rowWeight: Float) {
    let prefix = prefix.base
    let output = output.base
    let weights = binWeights.base
    let reach = binReach
    let inner = min(reach, binCount)..<max(reach, binCount - reach)
    func contrast(_ bin: Int, _ low: Int, _ high: Int) {
      let average = Float(prefix[high] &- prefix[low]) * (weights[bin] * rowWeight)
      // As in FixedLog2: the rounded number is in the low bits.
      output[bin] =
        values[bin] &- Int16(truncatingIfNeeded: (average + 12_582_912).bitPattern)
    }
    for bin in 0..<inner.lowerBound {
      contrast(bin, max(0, bin - reach), min(binCount, bin + reach + 1))
    }
    // Nothing in this loop can trap, so that the compiler makes vectors of it.
    let low = prefix - reach
    let high = prefix + reach + 1
    for bin in inner {
      let average = Float(high[bin] &- low[bin]) * (weights[bin] * rowWeight)
      output[bin] =
        values[bin] &- Int16(truncatingIfNeeded: (average + 12_582_912).bitPattern)
    }
    for bin in max(inner.lowerBound, inner.upperBound)..<binCount {
      contrast(bin, max(0, bin - reach), min(binCount, bin + reach + 1))
    }
  }
}
