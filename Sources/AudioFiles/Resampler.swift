internal import CSoxr
public import Fingerprinting

/// Brings a stream of mono sound to another rate.
///
/// Laws: `n` samples in are `round(n × to ÷ from)` samples out; sample 0 stays at time 0; the
/// samples are the same however the stream was divided into blocks.
public struct Resampler: ~Copyable {
  /// The rate that comes in.
  public let inputRate: SampleRate
  /// The rate that goes out.
  public let outputRate: SampleRate

  private let handle: soxr_t?
  private let output: UnsafeMutableBufferPointer<Float>
  private var consumed: Int64 = 0
  private var produced: Int64 = 0

  /// The rates that sound is read, resampled and written at.
  static let sane = 100.0...768_000.0

  private static let largestBlock = 16_384

  /// Prepares a conversion; equal rates pass samples through unchanged.
  ///
  /// - Parameters:
  ///   - inputRate: the rate that comes in.
  ///   - outputRate: the rate that goes out.
  ///   - quality: how exactly.
  /// - Throws: `AudioFileError.resampling` for rates outside 100 … 768,000 Hz.
  public init(
    from inputRate: SampleRate, to outputRate: SampleRate, quality: ResamplerQuality = .standard
  ) throws(AudioFileError) {
    guard Self.sane.contains(inputRate.hertz), Self.sane.contains(outputRate.hertz) else {
      throw .resampling(from: inputRate, to: outputRate, reason: "expected 100 to 768000 Hz")
    }
    var made: soxr_t?
    if inputRate != outputRate {
      var specification = soxr_quality_spec(
        UInt(quality == .high ? SOXR_28_BITQ : SOXR_20_BITQ), 0)
      var runtime = soxr_runtime_spec(1)
      var failure: soxr_error_t?
      made = soxr_create(
        inputRate.hertz, outputRate.hertz, 1, &failure, nil, &specification, &runtime)
      if let failure {
        throw .resampling(from: inputRate, to: outputRate, reason: String(cString: failure))
      }
    }
    self.inputRate = inputRate
    self.outputRate = outputRate
    handle = made
    output = .allocate(capacity: made == nil ? 0 : Self.largestBlock)
  }

  deinit {
    if let handle { soxr_delete(handle) }
    output.deallocate()
  }

  /// Takes the next samples and hands on what has become certain.
  ///
  /// - Parameters:
  ///   - block: any length, zero included.
  ///   - body: gets the converted samples in order, in blocks of any length; may not be called.
  /// - Throws: what `body` throws.
  public mutating func process(
    _ block: Span<Float>, into body: (Span<Float>) throws -> Void
  ) throws {
    guard handle != nil else {
      if !block.isEmpty { try body(block) }
      return
    }
    consumed += Int64(block.count)
    try block.withUnsafeBufferPointer { input in
      var position = 0
      while position < input.count {
        let size = min(input.count - position, Self.largestBlock)
        guard let start = input.baseAddress else { return }
        position += try step(start + position, size, into: body).used
      }
    }
  }

  /// Ends the stream and hands on the rest; nothing may be given after it.
  ///
  /// - Parameter body: as for `process`.
  /// - Throws: what `body` throws.
  public mutating func finish(into body: (Span<Float>) throws -> Void) throws {
    guard handle != nil else { return }
    while try step(nil, 0, into: body).made > 0 {}
    // The library rounds as we do; this holds the law whatever its version.
    while produced < expected {
      let count = min(Int(expected - produced), output.count)
      output[..<count].update(repeating: 0)
      try hand(on: count, into: body)
    }
  }

  /// How many samples the input so far amounts to.
  private var expected: Int64 { Self.outputCount(consumed, from: inputRate, to: outputRate) }

  static func outputCount(_ count: Int64, from: SampleRate, to: SampleRate) -> Int64 {
    guard from != to else { return count }
    return Int64((Double(count) * to.hertz / from.hertz).rounded())
  }

  private mutating func step(
    _ input: UnsafePointer<Float>?, _ count: Int, into body: (Span<Float>) throws -> Void
  ) throws -> (used: Int, made: Int) {
    var used = 0
    var made = 0
    if let failure = soxr_process(
      handle, input, count, &used, output.baseAddress, output.count, &made)
    {
      throw AudioFileError.resampling(
        from: inputRate, to: outputRate, reason: String(cString: failure))
    }
    let wanted = input == nil ? min(made, Int(max(0, expected - produced))) : made
    if wanted > 0 { try hand(on: wanted, into: body) }
    return (used, made)
  }

  private mutating func hand(on count: Int, into body: (Span<Float>) throws -> Void) throws {
    produced += Int64(count)
    try body(UnsafeBufferPointer(rebasing: output[..<count]).span)
  }

  /// Converts a whole sound.
  ///
  /// - Parameters:
  ///   - samples: the sound.
  ///   - inputRate: its rate.
  ///   - outputRate: the rate wanted.
  ///   - quality: how exactly.
  /// - Returns: `round(samples.count × to ÷ from)` samples.
  /// - Throws: `AudioFileError.resampling` for impossible rates.
  public static func resample(
    _ samples: [Float], from inputRate: SampleRate, to outputRate: SampleRate,
    quality: ResamplerQuality = .standard
  ) throws -> [Float] {
    guard inputRate != outputRate else { return samples }
    var resampler = try Resampler(from: inputRate, to: outputRate, quality: quality)
    var result: [Float] = []
    result.reserveCapacity(
      Int(outputCount(Int64(samples.count), from: inputRate, to: outputRate)))
    try resampler.process(samples.span) { block in
      block.withUnsafeBufferPointer { result.append(contentsOf: $0) }
    }
    try resampler.finish { block in
      block.withUnsafeBufferPointer { result.append(contentsOf: $0) }
    }
    return result
  }
}
