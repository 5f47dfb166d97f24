public import Fingerprinting

/// Brings a stream of interleaved frames to mono at another rate, exactly as files are read.
///
/// Law: the samples are those of `decodeMono` for a file of the same frames, however the frames
/// were divided into blocks. For that, frames of more than one channel are mixed a quarter of a
/// second at a time.
public struct MonoConverter: ~Copyable {
  /// Samples in a frame.
  public let channels: Int
  private var mixer: DownMixer
  private var resampler: Resampler
  private let frames: UnsafeMutableBufferPointer<Float>
  private let mono: UnsafeMutableBufferPointer<Float>
  /// Samples that wait for the rest of their window.
  private var pending = 0

  /// Prepares a conversion.
  ///
  /// - Parameters:
  ///   - inputRate: the frames' rate.
  ///   - channels: samples in a frame, 1 to 256.
  ///   - outputRate: the rate wanted.
  ///   - quality: how exactly the rate is converted.
  /// - Throws: `AudioFileError.resampling` for rates outside 100 … 768,000 Hz and for impossible
  ///   numbers of channels.
  public init(
    from inputRate: SampleRate, channels: Int, to outputRate: SampleRate,
    quality: ResamplerQuality = .standard
  ) throws(AudioFileError) {
    guard FileDecoder.saneChannels.contains(channels) else {
      throw .resampling(
        from: inputRate, to: outputRate, reason: "expected 1 to 256 channels, found \(channels)")
    }
    resampler = try Resampler(from: inputRate, to: outputRate, quality: quality)
    mixer = DownMixer(channels: channels, sampleRate: Int(inputRate.hertz))
    self.channels = channels
    frames = .allocate(capacity: mixer.window * channels)
    mono = .allocate(capacity: mixer.window)
  }

  deinit {
    frames.deallocate()
    mono.deallocate()
  }

  /// Takes the next samples and hands on what has become certain.
  ///
  /// - Parameters:
  ///   - samples: interleaved; any number, even a part of a frame.
  ///   - body: gets mono samples at the output's rate, in blocks of any length.
  /// - Throws: what `body` throws.
  public mutating func process(
    _ samples: Span<Float>, into body: (Span<Float>) throws -> Void
  ) throws {
    try samples.withUnsafeBufferPointer { input in
      guard let start = input.baseAddress, let target = frames.baseAddress else { return }
      var next = 0
      while next < input.count {
        let taken = min(frames.count - pending, input.count - next)
        (target + pending).update(from: start + next, count: taken)
        pending += taken
        next += taken
        // One channel needs no window: what has come goes on at once.
        if pending == frames.count || channels == 1 { try mix(into: body) }
      }
    }
  }

  /// Ends the stream and hands on the rest; a part of a frame is dropped.
  ///
  /// - Parameter body: as for `process`.
  /// - Throws: what `body` throws.
  public mutating func finish(into body: (Span<Float>) throws -> Void) throws {
    try mix(into: body)
    try resampler.finish(into: body)
  }

  private mutating func mix(into body: (Span<Float>) throws -> Void) throws {
    let count = pending / channels
    pending = 0
    guard count > 0, let input = frames.baseAddress, let output = mono.baseAddress else { return }
    mixer.mix(input, count: count, into: output)
    try resampler.process(UnsafeBufferPointer(rebasing: mono[..<count]).span, into: body)
  }
}
