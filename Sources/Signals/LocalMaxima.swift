/// Picks the points of a spectrogram that are the greatest of a rectangle around them.
///
/// Of equal values in one rectangle the earliest counts, so that an unchanging sound has a peak
/// where it begins and no other.
public final class LocalMaxima {
  /// Sixteen values at a time; the compiler makes no vectors of loops over maxima by itself.
  private typealias Lanes = SIMD16<Int16>

  /// Rows after the middle one that must be known.
  public let frameReach: Int
  private let binReach: Int
  private let binCount: Int
  private let least: Int16
  /// Values per row, a multiple of the lanes.
  private let stride: Int
  private let rows: AlignedBuffer<Int16>
  /// Of each row, for each bin the greatest of the bins around it.
  private let widened: AlignedBuffer<Int16>
  private let scratch: AlignedBuffer<Int16>
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
    stride = (binCount + 15) / 16 * 16
    rows = AlignedBuffer(count: (2 * frameReach + 1) * stride, zero: .min)
    // Margins of the least value left and right spare the edges a case of their own; the rest is
    // room for whole vectors.
    widened = AlignedBuffer(count: (2 * frameReach + 1) * stride, zero: .min)
    scratch = AlignedBuffer(count: stride + 4 * binReach + 32, zero: .min)
  }

  private func row(_ frame: Int) -> UnsafeMutablePointer<Int16> {
    rows.base + (frame % (2 * frameReach + 1)) * stride
  }

  /// Takes a row and gives the peaks of the row `frameReach` earlier.
  ///
  /// - Parameters:
  ///   - values: `binCount` values.
  ///   - body: called per peak with the row's number, the bin and the value, bins ascending.
  public func push(_ values: UnsafePointer<Int16>, body: (Int, Int, Int16) -> Void) {
    row(pushed).update(from: values, count: binCount)
    widen(pushed)
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
    let earlier = max(0, frame - frameReach)..<frame
    let later = frame..<min(pushed, frame + frameReach + 1)
    let leasts = Lanes(repeating: least)
    var previous = Int.min
    for start in Swift.stride(from: 0, to: stride, by: 16) {
      let values = Self.load(middle + start)
      var peaks = values .>= leasts
      guard any(peaks) else { continue }
      peaks .&= values .>= greatest(of: later, at: start)
      peaks .&= values .> greatest(of: earlier, at: start)
      guard any(peaks) else { continue }
      for lane in 0..<16 where peaks[lane] && start + lane - binReach > previous {
        body(frame, start + lane, values[lane])
        previous = start + lane
      }
    }
  }

  @inline(__always)
  private func greatest(of frames: Range<Int>, at start: Int) -> Lanes {
    var greatest = Lanes(repeating: .min)
    for frame in frames {
      let row = widened.base + (frame % (2 * frameReach + 1)) * stride
      greatest = Self.greater(greatest, Self.load(row + start))
    }
    return greatest
  }

  /// Makes each value of a row's wide form the greatest within `binReach` of its bin.
  private func widen(_ frame: Int) {
    let base = scratch.base
    for start in Swift.stride(from: 0, to: binReach, by: 16) {
      Self.store(Lanes(repeating: .min), at: base + start)
    }
    for start in Swift.stride(from: 0, to: stride, by: 16) {
      Self.store(Self.load(row(frame) + start), at: base + binReach + start)
    }
    for start in Swift.stride(from: binReach + stride, to: scratch.count - 15, by: 16) {
      Self.store(Lanes(repeating: .min), at: base + start)
    }
    // A value becomes the greatest of the 1, 2, 4 … values from it on, at last of the whole
    // width; bin 0 is then at the beginning of the buffer.
    let width = 2 * binReach + 1
    var span = 1
    while span < width {
      let step = min(span, width - span)
      for start in Swift.stride(from: 0, to: stride + 2 * binReach, by: 16) {
        let values = Self.greater(Self.load(base + start), Self.load(base + start + step))
        Self.store(values, at: base + start)
      }
      span += step
    }
    let output = widened.base + (frame % (2 * frameReach + 1)) * stride
    output.update(from: base, count: stride)
  }

  @inline(__always)
  private static func greater(_ left: Lanes, _ right: Lanes) -> Lanes {
    left.replacing(with: right, where: right .> left)
  }

  @inline(__always)
  private static func load(_ values: UnsafePointer<Int16>) -> Lanes {
    UnsafeRawPointer(values).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private static func store(_ lanes: Lanes, at values: UnsafeMutablePointer<Int16>) {
    UnsafeMutableRawPointer(values).storeBytes(of: lanes, as: Lanes.self)
  }
}
