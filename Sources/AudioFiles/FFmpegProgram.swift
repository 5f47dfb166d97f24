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
    // One that was too busy, or cut short, may answer the next time.
    guard let said = try? runProgram(path, ["-nostdin", "-version"], patience: .seconds(60)) else {
      return "of unknown version"
    }
    let words = said.text.split(separator: " ", maxSplits: 3)
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
    var sampleRate: Int?
    var channels: Int?
    var seconds: Double?
  }

  /// A file as `ffprobe` describes it.
  struct Probe {
    var container: String
    var tracks: [Track]
    /// Whether the format is hardly more than a guess.
    var isGuess: Bool
  }

  /// What `ffprobe` says of a file; nil where it is missing or says nothing of use.
  static func probe(_ path: FilePath) -> Probe? {
    let arguments: [ProgramArgument] = [
      "-print_format", "json", "-show_entries",
      ProgramArgument(
        "format=format_name,duration,probe_score"
          + ":stream=codec_type,sample_rate,channels,duration,start_time"),
      argument(for: path),
    ]
    guard let program = find("ffprobe"),
      let result = try? runProgram(program, caution + arguments, patience: patience),
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(result.output)),
      let container = answer.format?.format_name
    else { return nil }
    let tracks = (answer.streams ?? []).filter { $0.codec_type == "audio" }
    return Probe(
      container: container,
      tracks: tracks.map { stream in
        Track(
          sampleRate: stream.sample_rate.flatMap { Int($0) }, channels: stream.channels,
          seconds: seconds(of: stream, in: answer.format))
      },
      // A quarter of the highest score is what ffmpeg itself would rather look at again.
      isGuess: answer.format?.probe_score ?? 100 <= 25)
  }

  private static func seconds(of stream: Answer.Stream, in format: Answer.Format?) -> Double? {
    // Elementary streams have no index: their duration is a guess from the bit rate.
    let unindexed = ["aac", "mp3", "ac3", "eac3", "dts", "loas", "mpegts"]
    guard let name = format?.format_name, !unindexed.contains(name) else { return nil }
    func number(_ text: String?) -> Double? { text.flatMap { Double($0) } }
    if let seconds = number(stream.duration) { return seconds }
    // Without a duration of its own a track goes from its start to the end of the file.
    return number(format?.duration).map { $0 - max(0, number(stream.start_time) ?? 0) }
  }

  private struct Answer: Decodable {
    struct Stream: Decodable {
      var codec_type: String?
      var sample_rate: String?
      var channels: Int?
      var duration: String?
      var start_time: String?
    }
    struct Format: Decodable {
      var format_name: String?
      var duration: String?
      var probe_score: Int?
    }
    var streams: [Stream]?
    var format: Format?
  }
}
