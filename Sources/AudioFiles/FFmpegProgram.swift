internal import Fingerprinting
internal import Foundation
internal import Processes
internal import Synchronization

/// The `ffmpeg` program and its companion `ffprobe`, called with options that every release of the
/// last ten years knows.
enum FFmpegProgram {
  /// How long it may be silent.
  @TaskLocal static var patience: Duration = .seconds(30)

  /// Where programs are looked for; nil is PATH.
  @TaskLocal static var searchPath: String?

  /// The path of `ffmpeg` or `ffprobe`.
  static func find(_ name: String) -> String? { findProgram(name, searchPath: searchPath) }

  /// The version of the `ffmpeg` on PATH, asked once for each path; nil where there is none.
  static var version: String? {
    guard let path = find("ffmpeg") else { return nil }
    if let known = versions.withLock({ $0[path] }) { return known }
    let said = try? runProgram(path, ["-nostdin", "-version"], patience: .seconds(10))
    let words = (said?.text ?? "").split(separator: " ", maxSplits: 3)
    let version =
      words.count > 2 && words[0] == "ffmpeg" && words[1] == "version"
      ? String(words[2]) : "of unknown version"
    versions.withLock { $0[path] = version }
    return version
  }

  private static let versions = Mutex<[String: String]>([:])

  /// The argument that names a file and nothing else: no option, no pattern, no protocol.
  static func argument(for path: FilePath) -> ProgramArgument {
    ProgramArgument(bytes: Array("file:".utf8) + path.bytes)
  }

  /// Options before the input: no keyboard, no network, whatever a file may refer to.
  static let caution: [ProgramArgument] = ["-v", "error", "-protocol_whitelist", "file,pipe"]

  /// One audio track as `ffprobe` describes it.
  struct Track {
    var codec: String
    var sampleRate: Int?
    var channels: Int?
    var seconds: Double?
  }

  /// What `ffprobe` says of a file; nil where it is missing or says nothing of use.
  static func probe(_ path: FilePath) -> (container: String, tracks: [Track])? {
    guard let program = find("ffprobe"),
      let result = try? runProgram(
        program,
        caution + [
          "-print_format", "json", "-show_entries",
          "format=format_name,duration:stream=codec_type,codec_name,sample_rate,channels,duration",
          argument(for: path),
        ], patience: patience),
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(result.output)),
      let container = answer.format?.format_name
    else { return nil }
    // Elementary streams have no index: their duration is a guess from the bit rate.
    let isGuess = ["aac", "mp3", "ac3", "eac3", "dts", "loas", "mpegts"].contains(container)
    let tracks = (answer.streams ?? []).filter { $0.codec_type == "audio" }.map { stream in
      Track(
        codec: stream.codec_name ?? "unknown", sampleRate: stream.sample_rate.flatMap { Int($0) },
        channels: stream.channels,
        seconds: isGuess
          ? nil : (stream.duration ?? answer.format?.duration).flatMap { Double($0) })
    }
    return (container, tracks)
  }

  private struct Answer: Decodable {
    struct Stream: Decodable {
      var codec_type: String?
      var codec_name: String?
      var sample_rate: String?
      var channels: Int?
      var duration: String?
    }
    struct Format: Decodable {
      var format_name: String?
      var duration: String?
    }
    var streams: [Stream]?
    var format: Format?
  }
}
