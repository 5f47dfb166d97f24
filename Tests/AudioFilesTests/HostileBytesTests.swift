@testable import AudioFiles
import Fingerprinting
import TestSupport
import Testing

/// Files made to mislead: nothing may trap, hang, or grow beyond what the file's size allows.
@Suite struct HostileBytesTests {
  /// What the layouts make of thousands of broken headers is never larger than a few times the
  /// file, and can be read through.
  @Test(arguments: ["wav", "rf64", "ogg", "mp3"])
  func brokenHeadersStayWithinBounds(kind: String) throws {
    let base = try Self.small(kind)
    var generator = Seed(2).deriving(kind).generator
    try withTemporaryDirectory { folder throws in
      let path = folder.appending("x.\(kind)")
      for _ in 0..<300 {
        var bytes = base
        let reach = kind == "wav" || kind == "rf64" ? 90 : bytes.count
        for _ in 0..<generator.integer(in: 1...6) {
          let place = generator.integer(below: min(reach, bytes.count))
          bytes[place] =
            generator.unit() < 0.3
            ? [0, 0xff, 0x7f, 0x80][generator.integer(below: 4)]
            : UInt8(truncatingIfNeeded: generator.next())
        }
        bytes.removeLast(generator.integer(below: bytes.count / 2))
        try path.write(bytes)
        let file = try RegularFile(path)
        let views = [
          WaveLayout(file, at: 0)?.view(of: file, from: 0),
          MPEGLayout(file, from: 0)?.view(of: file),
        ]
        _ = OggLayout(file, from: 0)
        for view in views.compactMap({ $0 }) {
          #expect(view.length <= 64 * file.size + 4_096)
          var left = view.length
          let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 9_000, alignment: 1)
          defer { room.deallocate() }
          while left > 0 {
            let count = view.read(room)
            guard count > 0 else { break }
            left -= Int64(count)
          }
          #expect(left == 0)
        }
      }
    }
  }

  private static func small(_ kind: String) throws -> [UInt8] {
    let noise = TestSound.noise(seconds: 0.3)
    let wave = waveFile(channels: [noise.samples])
    switch kind {
    case "wav":
      return Array(wave.prefix(2_000))
    case "rf64":
      let sizes = [UInt8]("ds64".utf8) + [28] + [UInt8](repeating: 0, count: 31)
      return Array("RF64".utf8) + wave[4..<12] + sizes + wave[12..<2_000]
    default:
      let path = try Fixtures.bytes("noise.wav", wave).description
      return try Fixtures.file("noise.\(kind)") { try ffmpeg("-i", path, $0) }.read()
    }
  }

  /// An endless stream out of a small file is an error, not a full memory.
  @Test func endlessSoundIsRefused() throws {
    let movie = try Fixtures.encoded("short.m4a", ["-t", "0.2", "-c:a", "aac"])
    try withTemporaryDirectory { folder throws in
      let header = try Fixtures.oddWave("endless.wav", rate: 1_000, data: []).read().dropLast(4)
      let start = folder.appending("start")
      // 32-bit float, one channel.
      var bytes = Array(header)
      bytes.replaceSubrange(20..<22, with: [3, 0])
      bytes.replaceSubrange(32..<36, with: [4, 0, 32, 0])
      try start.write(bytes + [0xff, 0xff, 0xff, 0xff])
      try writeProgram(
        "PATH=/usr/bin:/bin\ncat \(start.description) /dev/zero", at: folder.appending("ffmpeg"))
      FFmpegProgram.$searchPath.withValue(folder.description) {
        let error = #expect(throws: AudioFileError.self) {
          try decodeMono(movie, at: nil) { _ in }
        }
        guard case .boundless(movie, _, _) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  /// Bare samples have no mark; a guess at some exotic format is worse than a refusal.
  @Test func bareSamplesAreNotTakenForSomethingElse() throws {
    let data = Fixtures.pcm16(Fixtures.music.samples.prefix(60_000).flatMap { [$0, $0] })
    let path = try Fixtures.bytes("bare.wav", data)
    let error = #expect(throws: AudioFileError.self) { try readMono(path, at: nil) }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func picturesThatMoveWithoutSoundHaveNoAudio() throws {
    let path = try Fixtures.file("mute.mp4") {
      try ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-c:v", "mpeg4", $0)
    }
    #expect(throws: AudioFileError.noAudio(path, content: "MP4 or M4A (ISO media)")) {
      try readMono(path, at: nil)
    }
  }
}
