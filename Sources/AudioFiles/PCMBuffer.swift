public import Fingerprinting

/// A piece of sound as a source delivers it.
public struct PCMBuffer: Hashable, Sendable {
  /// How the bytes are to be read.
  public var format: PCMFormat
  /// Whole frames in order; in a planar format the first channel's samples, then the second's.
  public var bytes: [UInt8]

  /// Joins the parts.
  public init(format: PCMFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }

  /// A piece of mono sound.
  public init(_ audio: AudioBuffer) {
    self.init(interleaved: audio.samples, sampleRate: audio.sampleRate)
  }

  /// A piece of sound in floating point, the samples of a frame together.
  public init(interleaved samples: [Float], channels: Int = 1, sampleRate: SampleRate) {
    self.init(
      format: PCMFormat(sampleRate: sampleRate, channels: channels),
      bytes: samples.withUnsafeBytes { Array($0) })
  }

  /// A piece of sound in 16 bits, the samples of a frame together.
  public init(interleaved samples: [Int16], channels: Int = 1, sampleRate: SampleRate) {
    self.init(
      format: PCMFormat(sampleRate: sampleRate, channels: channels, encoding: .s16),
      bytes: samples.withUnsafeBytes { Array($0) })
  }

  /// Whole frames in the piece.
  public var frameLength: Int { bytes.count / max(1, format.bytesPerFrame) }

  /// How long it lasts.
  public var duration: Seconds { format.sampleRate.duration(ofSamples: frameLength) }
}
