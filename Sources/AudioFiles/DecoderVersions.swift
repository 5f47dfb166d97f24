internal import CSoxr

/// The versions of what decodes and converts sound here, for provenance.
///
/// `ffmpeg` is absent where the program is.
public var decoderVersions: [String: String] {
  var versions = [
    "libsndfile": SoundFileSource.version.split(separator: " ").last.map(String.init) ?? "unknown",
    "libsoxr": String(cString: soxr_version()).split(separator: "-").last.map(String.init)
      ?? "unknown",
  ]
  versions["ffmpeg"] = FFmpegProgram.version
  return versions
}
