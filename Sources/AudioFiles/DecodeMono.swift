public import Fingerprinting

/// Reads a file as mono sound, block by block, in bounded memory however long it is.
///
/// A part of the file is cut out first and converted to `rate` then, as if it were a file of its
/// own: its sample 0 is the frame nearest to `start`.
///
/// - Parameters:
///   - path: a regular file; its content decides how it is read, not its name.
///   - rate: the rate of the blocks; nil keeps the file's own.
///   - decoder: which decoder may be used.
///   - quality: how exactly the rate is converted.
///   - track: the audio track, counted from 0.
///   - start: where to begin.
///   - duration: how much to read; nil reads to the end.
///   - body: gets the samples in order, in blocks of any length. Samples are finite; full scale is
///     ±1, and what lies beyond is kept.
/// - Returns: what reading was like. A shortfall or damage is a warning there, not an error.
/// - Throws: `AudioFileError` where there is no sound to be had, `CancellationError` when the task
///   is cancelled, and what `body` throws.
@discardableResult
public func decodeMono(
  _ path: FilePath, at rate: SampleRate?, decoder: DecoderChoice = .automatic,
  quality: ResamplerQuality = .standard, track: Int = 0, from start: Seconds = .zero,
  duration: Seconds? = nil, into body: (Span<Float>) throws -> Void
) throws -> DecodeReport {
  do {
    return try decode(path, rate, decoder, quality, track, start, duration, body)
  } catch {
    // A decoder that was stopped because nobody waits any more is no fault of the file.
    try Task.checkCancellation()
    throw error
  }
}

private func decode(
  _ path: FilePath, _ rate: SampleRate?, _ decoder: DecoderChoice, _ quality: ResamplerQuality,
  _ track: Int, _ start: Seconds, _ duration: Seconds?, _ body: (Span<Float>) throws -> Void
) throws -> DecodeReport {
  let file = try FileDecoder(path, decoder: decoder, track: track)
  let ownRate = SampleRate(Double(file.sampleRate))
  var mixer = DownMixer(channels: file.channels, sampleRate: file.sampleRate)
  var resampler = try Resampler(from: ownRate, to: rate ?? ownRate, quality: quality)
  let window = mixer.window
  let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: window * file.channels)
  let mono = UnsafeMutableBufferPointer<Float>.allocate(capacity: window)
  defer {
    frames.deallocate()
    mono.deallocate()
  }
  guard let framesStart = frames.baseAddress, let monoStart = mono.baseAddress else {
    throw AudioFileError.noAudio(path, content: file.container)
  }
  try file.skip(frameCount(start, ownRate), using: frames)
  let wanted = duration.map { frameCount($0, ownRate) } ?? .max
  var done: Int64 = 0
  while done < wanted, !file.reachedEnd {
    let room = Int(min(Int64(window), wanted - done))
    let count = try file.read(
      UnsafeMutableBufferPointer(rebasing: frames[..<(room * file.channels)]))
    guard count > 0 else { break }
    mixer.mix(framesStart, count: count, into: monoStart)
    done += Int64(count)
    try resampler.process(UnsafeBufferPointer(rebasing: mono[..<count]).span, into: body)
  }
  try resampler.finish(into: body)
  if done == 0, wanted > 0 {
    if start > .zero, file.position > 0 {
      throw AudioFileError.endsBefore(path, start: start, length: file.time(file.position))
    }
    throw AudioFileError.noAudio(path, content: file.container)
  }
  return file.report(read: done, mixer: mixer)
}

/// Reads a file, or a part of it, as mono sound into memory.
///
/// - Parameters:
///   - path: as for `decodeMono`.
///   - rate: the rate of the result; nil keeps the file's own.
///   - decoder: which decoder may be used.
///   - quality: how exactly the rate is converted.
///   - track: the audio track, counted from 0.
///   - start: where to begin.
///   - duration: how much to read; nil reads to the end.
/// - Returns: the sound and what reading was like.
/// - Throws: as `decodeMono`, and `tooLongForMemory` beyond 2²⁸ samples (1 GiB).
public func readMono(
  _ path: FilePath, at rate: SampleRate?, decoder: DecoderChoice = .automatic,
  quality: ResamplerQuality = .standard, track: Int = 0, from start: Seconds = .zero,
  duration: Seconds? = nil
) throws -> (audio: AudioBuffer, report: DecodeReport) {
  let limit = 1 << 28
  var samples: [Float] = []
  let report = try decodeMono(
    path, at: rate, decoder: decoder, quality: quality, track: track, from: start,
    duration: duration
  ) { block in
    guard samples.count + block.count <= limit else {
      throw AudioFileError.tooLongForMemory(path, limit: limit)
    }
    block.withUnsafeBufferPointer { samples.append(contentsOf: $0) }
  }
  return (AudioBuffer(samples: samples, sampleRate: rate ?? report.sampleRate), report)
}

/// The number of frames nearest to a time; never negative, never too large to count.
private func frameCount(_ time: Seconds, _ rate: SampleRate) -> Int64 {
  let frames = (time.value * rate.hertz).rounded()
  return frames > 0 ? Int64(min(frames, 1e15)) : 0
}
