@testable import AudioFiles
import Fingerprinting
import TestSupport
import Testing

/// What comes of an `ffmpeg` that is missing, mad or stuck.
@Suite struct FFmpegFailureTests {
  private static func reading(
    _ path: FilePath, with script: String?, decoder: DecoderChoice = .automatic,
    patience: Duration = .seconds(300)
  ) throws -> (audio: AudioBuffer, report: DecodeReport) {
    try withTemporaryDirectory { folder in
      if let script {
        try writeProgram("PATH=/usr/bin:/bin\n\(script)", at: folder.appending("ffmpeg"))
      }
      return try FFmpegProgram.$searchPath.withValue(folder.description) {
        try FFmpegProgram.$patience.withValue(patience) {
          try readMono(path, at: nil, decoder: decoder)
        }
      }
    }
  }

  private static func movie() throws -> FilePath { try Fixtures.encoded("a.m4a", ["-c:a", "aac"]) }

  @Test func aMissingProgramIsNamed() throws {
    let error = #expect(throws: AudioFileError.self) {
      try Self.reading(Self.movie(), with: nil)
    }
    guard case .ffmpegMissing = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let words = try #require(error).description
    #expect(words.contains("a.m4a") && words.contains("MP4") && words.contains("install ffmpeg"))
  }

  @Test(arguments: [
    "echo garbage; head -c 100000 /dev/urandom", "exit 0", "echo bad >&2; exit 3",
    "printf 'RIFF....WAVE'", "kill -9 $$",
  ])
  func whatGivesNoSoundIsAnError(script: String) throws {
    let error = #expect(throws: AudioFileError.self) {
      try Self.reading(Self.movie(), with: script)
    }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func halfTheSoundAndAFailureIsHalfTheSoundAndAWarning() throws {
    let script = #"ffmpeg "$@" | head -c 400000; echo broken >&2; exit 1"#
    let (audio, report) = try Self.reading(Self.movie(), with: script)
    #expect(audio.samples.count > 40_000)
    #expect(audio.samples.count < 60_000)
    let warning = report.warnings.last ?? ""
    #expect(warning.hasPrefix("ffmpeg ended with exit code 1; problems reported: "))
    #expect(warning.hasSuffix(", the last: broken"))
  }

  @Test(arguments: ["sleep 900", #"ffmpeg "$@" | head -c 400000; sleep 900"#])
  func aStuckProgramIsStopped(script: String) throws {
    let start = ContinuousClock.now
    let error = #expect(throws: AudioFileError.self) {
      try Self.reading(Self.movie(), with: script, patience: .milliseconds(500))
    }
    #expect(ContinuousClock.now - start < .seconds(600))
    guard case .timedOut = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Damaged files that libsndfile can open are still read as far as it goes.
  @Test func withoutFFmpegTheRestIsStillRead() throws {
    let flac = try Fixtures.encoded("a.flac", []).read()
    let path = try Fixtures.bytes("cut.flac", Array(flac[..<(flac.count / 2)]))
    let report = try Self.reading(path, with: nil).report
    #expect(report.isTruncated)
    #expect(report.readFrames > 60_000)
    #expect(report.warnings.contains { $0.contains("install ffmpeg") })
  }

  @Test func versionsAreKnown() throws {
    let versions = decoderVersions
    #expect(Set(versions.keys) == ["ffmpeg", "libsndfile", "libsoxr"])
    let said = try runTool("ffmpeg", ["-version"]).text
    #expect(said.hasPrefix("ffmpeg version \(versions["ffmpeg"] ?? "") "))
    #expect(versions.values.allSatisfy { $0.contains { $0.isNumber } })
    FFmpegProgram.$searchPath.withValue("/nonexistent") {
      #expect(decoderVersions["ffmpeg"] == nil)
    }
  }
}
