/// Which decoder reads a file.
public enum DecoderChoice: String, CaseIterable, Codable, Sendable {
  /// libsndfile, and `ffmpeg` for what it cannot read or reads short.
  case automatic
  /// libsndfile alone.
  case sndfile
  /// The `ffmpeg` program alone.
  case ffmpeg
}
