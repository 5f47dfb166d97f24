internal import AudioFiles
public import Fingerprinting

/// A recorded noise that can be read when it is needed.
public struct NoiseRecording: Sendable {
  /// The noise's own name.
  public let id: String
  /// Its kind, such as `speech` or `rain`.
  public let kind: String
  /// Reads the sound at a rate.
  let read: @Sendable (SampleRate) throws -> [Float]

  /// No more than this much of a recording is used, so that memory stays bounded.
  private static let longest = Seconds(600)

  /// A noise in memory.
  ///
  /// - Parameters:
  ///   - id: its own name.
  ///   - kind: its kind.
  ///   - audio: the sound, at any rate.
  public init(id: String, kind: String, audio: AudioBuffer) {
    self.id = id
    self.kind = kind
    read = { rate in
      audio.sampleRate == rate
        ? audio.samples
        : try Resampler.resample(
          audio.samples, from: audio.sampleRate, to: rate, quality: .standard)
    }
  }

  /// A noise in a file, of which the first ten minutes are used.
  ///
  /// - Parameters:
  ///   - id: its own name.
  ///   - kind: its kind.
  ///   - path: the file.
  public init(id: String, kind: String, path: FilePath) {
    self.id = id
    self.kind = kind
    read = { rate in try readMono(path, at: rate, duration: Self.longest).audio.samples }
  }
}
