/// Sound in, power spectra out: overlapping windowed frames of a stream of samples.
///
/// Frame `k` covers the samples from `k` × `hop`, and only frames that lie wholly within the sound
/// exist. Not-a-number and infinite samples count as silence; others are held to ±32,768, so that
/// no power overflows.
public final class SpectrumStream {
  /// Samples per frame.
  public let frameLength: Int
  /// Samples from one frame to the next.
  public let hop: Int
  /// Bins per spectrum: `frameLength` / 2 + 1.
  public var binCount: Int { frameLength / 2 + 1 }

  private let transform: RealTransform
  private let window: AlignedBuffer<Float>
  private let pending: AlignedBuffer<Float>
  private var pendingCount = 0
  private let windowed: AlignedBuffer<Float>
  private let spectrum: AlignedBuffer<Float>
  private let power: AlignedBuffer<Float>

  /// Makes a stream; nil when there can be no such transform.
  ///
  /// - Parameters:
  ///   - factors: the factors of a frame's samples; their number is the frame's length, and even.
  ///   - hop: samples from one frame to the next, at most the frame's length.
  public init?(window factors: [Float], hop: Int) {
    guard hop > 0, hop <= factors.count, let transform = RealTransform(length: factors.count)
    else { return nil }
    frameLength = factors.count
    self.hop = hop
    self.transform = transform
    window = AlignedBuffer(count: factors.count, zero: 0)
    for (index, factor) in factors.enumerated() { window.base[index] = factor }
    pending = AlignedBuffer(count: factors.count + 32 * hop, zero: 0)
    windowed = AlignedBuffer(count: factors.count, zero: 0)
    spectrum = AlignedBuffer(count: factors.count + 2, zero: 0)
    power = AlignedBuffer(count: factors.count / 2 + 1, zero: 0)
  }

  /// Takes the next samples and gives the frames that they complete.
  ///
  /// - Parameters:
  ///   - block: any number of samples.
  ///   - body: called once per frame with `binCount` powers; the memory is good until it returns.
  public func consume(_ block: Span<Float>, body: (UnsafePointer<Float>) -> Void) {
    block.withUnsafeBufferPointer { samples in
      guard var next = samples.baseAddress else { return }
      var left = samples.count
      while left > 0 {
        let taken = min(left, pending.count - pendingCount)
        Self.sanitize(next, into: pending.base + pendingCount, count: taken)
        pendingCount += taken
        next += taken
        left -= taken
        giveFrames(body)
      }
    }
  }

  private func giveFrames(_ body: (UnsafePointer<Float>) -> Void) {
    var start = 0
    while pendingCount - start >= frameLength {
      Self.multiply(pending.base + start, window.base, into: windowed.base, count: frameLength)
      transform.forward(windowed.base, into: spectrum.base)
      Self.squareMagnitudes(spectrum.base, into: power.base, count: binCount)
      body(power.base)
      start += hop
    }
    if start > 0 {
      pending.base.update(from: pending.base + start, count: pendingCount - start)
      pendingCount -= start
    }
  }

  private static func sanitize(
    _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      let sample = input[index]
      let finite = abs(sample) <= .greatestFiniteMagnitude ? sample : 0
      output[index] = max(-32_768, min(32_768, finite))
    }
  }

  private static func multiply(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count { output[index] = left[index] * right[index] }
  }

  private static func squareMagnitudes(
    _ spectrum: UnsafePointer<Float>, into power: UnsafeMutablePointer<Float>, count: Int
  ) {
    for bin in 0..<count {
      let real = spectrum[2 * bin]
      let imaginary = spectrum[2 * bin + 1]
      power[bin] = real * real + imaginary * imaginary
    }
  }
}
