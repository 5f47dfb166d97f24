public import AudioFiles
public import Fingerprinting
internal import Foundation
internal import Synchronization

/// Makes a signature of sound that comes in pieces.
public final class SignatureGenerator: Sendable {
  private struct State: ~Copyable {
    var pcm: PCMStream
    var extractor: Extractor?
    var continuity = Continuity()

    init(to rate: SampleRate) { pcm = PCMStream(to: rate) }
  }

  /// Sendable because it is used under the generator's lock alone.
  private struct Extractor: @unchecked Sendable {
    var extractor: any SignatureExtractor
    var signature: Signature

    mutating func consume(_ block: Span<Float>) throws {
      let part = try extractor.consume(block)
      try signature.append(part)
    }
  }

  /// The strategy that makes the signature.
  public let strategy: LiveStrategy
  private let state: Mutex<State>

  /// Starts a signature.
  public init(_ strategy: LiveStrategy) {
    self.strategy = strategy
    state = Mutex(State(to: strategy.strategy.requirements.sampleRate))
  }

  /// Adds sound.
  ///
  /// - Parameters:
  ///   - buffer: any format, and from piece to piece another.
  ///   - time: when it begins; where it is given, it must follow the piece before.
  /// - Throws: `LiveError` with the code `invalidAudioFormat` or `audioDiscontinuity`; the sound is
  ///   not added then.
  public func append(_ buffer: PCMBuffer, at time: AudioTime? = nil) throws {
    try state.withLock { state in
      if let gap = state.continuity.gap(before: time, duration: buffer.duration) {
        throw LiveError(
          .audioDiscontinuity,
          "expected sound that follows the piece before, found a difference of \(gap) s; start "
            + "another signature, or give no time")
      }
      if state.extractor == nil { state.extractor = try Self.extractor(strategy) }
      do {
        try buffer.bytes.withUnsafeBytes { bytes in
          try state.pcm.process(bytes, as: buffer.format) { try state.extractor?.consume($0) }
        }
      } catch let error as PCMFormatError {
        throw LiveError(.invalidAudioFormat, error.description)
      }
    }
  }

  /// The signature of all sound since the last one; what is added later begins another.
  public func signature() -> AudioSignature {
    state.withLock { state in
      let nothing = AudioSignature(Self.nothing(strategy), madeWith: strategy)
      do {
        if state.extractor == nil { state.extractor = try Self.extractor(strategy) }
        try state.pcm.finish { try state.extractor?.consume($0) }
        guard var made = state.extractor else { return nothing }
        state.extractor = nil
        let rest = try made.extractor.finish()
        try made.signature.append(rest)
        return AudioSignature(made.signature, madeWith: strategy)
      } catch {
        return nothing
      }
    }
  }

  private static func extractor(_ strategy: LiveStrategy) throws -> Extractor {
    var extractor = try strategy.strategy.makeExtractor()
    let nothing = try extractor.consume([Float]().span)
    return Extractor(extractor: extractor, signature: nothing)
  }

  private static func nothing(_ strategy: LiveStrategy) -> Signature {
    switch strategy.strategy.family {
    case .peaks: .peaks(PeakSignature(frameDuration: Seconds(1), frameCount: 0, peaks: []))
    case .frames:
      .frames(BitFrameSignature(frameDuration: Seconds(1), words: [], unreliableBits: []))
    }
  }

  /// The signature of a whole file.
  ///
  /// - Parameters:
  ///   - file: a sound file.
  ///   - strategy: makes the signature.
  ///   - track: the audio track, counted from 0.
  /// - Returns: the signature in query form.
  /// - Throws: `AudioFileError` where there is no sound to be had, or what the strategy throws.
  public static func signature(
    from file: FilePath, with strategy: LiveStrategy, track: Int = 0
  ) async throws -> AudioSignature {
    var extractor = try extractor(strategy)
    try decodeMono(file, at: strategy.strategy.requirements.sampleRate, track: track) {
      try extractor.consume($0)
    }
    let rest = try extractor.extractor.finish()
    try extractor.signature.append(rest)
    return AudioSignature(extractor.signature, madeWith: strategy)
  }
}
