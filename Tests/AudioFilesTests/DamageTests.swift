import AudioFiles
import Fingerprinting
import TestSupport
import Testing

@Suite struct DamageTests {
  private static let samples = Fixtures.music.samples

  /// The first six tenths of a file.
  private static func cut(_ path: FilePath) throws -> FilePath {
    let bytes = try path.read()
    return try Fixtures.bytes("cut-\(path.lastComponent)", Array(bytes[..<(bytes.count * 6 / 10)]))
  }

  /// A file with zeros a little before its middle.
  private static func holed(_ path: FilePath, _ count: Int) throws -> FilePath {
    var bytes = try path.read()
    let middle = bytes.count * 5 / 12
    bytes.replaceSubrange(middle..<middle + count, with: [UInt8](repeating: 0, count: count))
    return try Fixtures.bytes("hole-\(count)-\(path.lastComponent)", bytes)
  }

  @Test(arguments: ["wav", "aiff", "au", "w64", "flac", "mp3"])
  func aCutFileGivesWhatIsThereAndBothNumbers(kind: String) throws {
    let whole = try kind == "mp3" ? Fixtures.mp3() : Fixtures.encoded("a.\(kind)", [])
    let (audio, report) = try readMono(Self.cut(whole), at: nil)
    let expected = try readMono(whole, at: nil).audio.samples
    #expect(report.isTruncated)
    #expect(report.readFrames == Int64(audio.samples.count))
    #expect(abs(Double(audio.samples.count) / Double(expected.count) - 0.6) < 0.05)
    let claimed = try #require(report.claimedFrames)
    #expect(abs(claimed - Int64(expected.count)) <= 32)
    let words = try #require(report.warnings.first { $0.hasPrefix("truncated") })
    #expect(words.contains("\(claimed)") && words.contains("\(audio.samples.count)"))
    let sound = audio.samples.dropLast(1_200)
    #expect(largestDifference(sound, expected.prefix(sound.count)) < 1e-3)
  }

  @Test func aCutOggIsReadToItsRealEnd() throws {
    let whole = try Fixtures.encoded("a.ogg", ["-c:a", "libvorbis"])
    let (audio, report) = try readMono(Self.cut(whole), at: nil)
    let expected = try readMono(whole, at: nil).audio.samples
    #expect(report.isTruncated)
    #expect(audio.samples.count > expected.count / 3)
    let sound = audio.samples.dropLast(2_000)
    #expect(largestDifference(sound, expected.prefix(sound.count)) < 1e-3)
  }

  @Test func aCutMovieIsReadToItsRealEnd() throws {
    let whole = try Fixtures.encoded("fast.m4a", ["-c:a", "aac", "-movflags", "+faststart"])
    let report = try readMono(Self.cut(whole), at: nil).report
    #expect(report.isTruncated)
    #expect(report.claimedFrames == Int64(Self.samples.count))
    #expect(report.readFrames > Int64(Self.samples.count / 2))
  }

  /// After a gap every sample is where it would have been, whatever the decoder makes of it.
  @Test(arguments: [("a.mp3", 5_000), ("a.flac", 64), ("a.flac", 40_000), ("a.ogg", 1_000)])
  func timesStayTrueAfterAGap(name: String, count: Int) throws {
    let whole = try Fixtures.encoded(name, name == "a.mp3" ? ["-b:a", "128k"] : [])
    let expected = try readMono(whole, at: nil).audio.samples
    let (audio, report) = try readMono(Self.holed(whole, count), at: nil)
    #expect(audio.samples.count == expected.count)
    let quarter = expected.count / 4
    #expect(largestDifference(audio.samples.prefix(quarter), expected.prefix(quarter)) < 1e-3)
    #expect(largestDifference(audio.samples.suffix(quarter), expected.suffix(quarter)) < 1e-3)
    #expect(report.warnings.contains { $0.hasPrefix("damaged") })
    // A gap is silence, not noise.
    #expect((audio.samples.map(abs).max() ?? 0) < 0.7)
  }

  @Test func aSecondStreamOfTheSameKindIsReadToo() throws {
    let one = try Fixtures.mp3()
    let two = try Fixtures.bytes("twice.mp3", one.read() + one.read())
    let (audio, report) = try readMono(two, at: nil)
    #expect(audio.samples.count > 2 * Self.samples.count)
    #expect(report.warnings.contains { $0.contains("holds more") })
    let ogg = try Fixtures.encoded("a.ogg", ["-c:a", "libvorbis"]).read()
    let chain = try readMono(try Fixtures.bytes("chain.ogg", ogg + ogg), at: nil)
    #expect(chain.audio.samples.count >= 2 * Self.samples.count)
    #expect(chain.report.warnings.contains { $0.contains("one after the other") })
  }

  @Test func aSecondStreamOfAnotherRateIsReadAtTheFirstRate() throws {
    let half = try Fixtures.encoded("half.mp3", ["-ar", "22050", "-ac", "1", "-b:a", "64k"])
    let path = try Fixtures.bytes("franken.mp3", try Fixtures.mp3().read() + half.read())
    let (audio, report) = try readMono(path, at: nil)
    #expect(abs(audio.samples.count - 2 * Self.samples.count) < 5_000)
    #expect(report.warnings.contains { $0.contains("different formats") })
  }

  @Test(arguments: ["wav", "flac"])
  func whatFollowsTheEndIsTold(kind: String) throws {
    let one = try Fixtures.encoded("a.\(kind)", [])
    let two = try Fixtures.bytes("twice.\(kind)", one.read() + one.read())
    let (audio, report) = try readMono(two, at: nil)
    #expect(audio.samples == Self.samples)
    #expect(report.warnings.count == 1)
    #expect(report.warnings[0].hasPrefix("ignored: "))
  }
}

@Suite struct MPEGLengthTests {
  private static func expectWhole(_ path: FilePath, isExact: Bool) throws {
    let expected = try readMono(Fixtures.mp3(), at: nil).audio.samples
    let (audio, report) = try readMono(path, at: nil)
    if isExact { #expect(audio.samples == expected) }
    #expect(audio.samples.count >= expected.count)
    #expect(audio.samples.count < expected.count + 3 * 1_152)
    #expect(!report.isTruncated)
  }

  @Test func withoutAnInfoFrameTheRealEndIsFound() throws {
    let path = try Fixtures.encoded("noxing.mp3", ["-write_xing", "0", "-q:a", "4"])
    try Self.expectWhole(path, isExact: false)
    #expect(try readMono(path, at: nil).report.claimedFrames == nil)
  }

  @Test func aPipedFileIsReadToItsEnd() throws {
    let wave = try Fixtures.wave().description
    let piped = try runTool(
      "sh", ["-c", "ffmpeg -nostdin -v error -i \"$0\" -f mp3 - | cat", wave])
    try Self.expectWhole(try Fixtures.bytes("pipe.mp3", piped.bytes), isExact: false)
  }

  /// Zeros, noise, doubled and huge tags before the sound change nothing.
  @Test func whatStandsBeforeTheSoundIsPassedOver() throws {
    let mp3 = try Fixtures.mp3().read()
    let start = try #require((0..<mp3.count).first { mp3[$0] == 0xff && mp3[$0 + 1] == 0xfb })
    let noise = TestSound.noise(seconds: 0.1).samples.prefix(3_000).map {
      UInt8(truncatingIfNeeded: $0.bitPattern >> 8)
    }
    let size = 1 << 21
    let tag = Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 127) }
    let variants: [(String, [UInt8])] = [
      ("zeros.mp3", [UInt8](repeating: 0, count: 8_192) + mp3),
      ("junk.mp3", noise + mp3),
      ("dblid3.mp3", mp3[..<start] + mp3),
      ("bigid3.mp3", tag + [UInt8](repeating: 0, count: size) + mp3[start...]),
    ]
    for (name, bytes) in variants {
      try Self.expectWhole(try Fixtures.bytes(name, bytes), isExact: true)
    }
  }

  /// Two bytes in every two hundred are wrong, twenty times over.
  @Test func aFloodOfErrorsEnds() throws {
    var bytes = try Fixtures.mp3().read()
    var generator = SplitMix64(seed: 5)
    for place in stride(from: 2_000, to: bytes.count - 1, by: 200) {
      bytes[place] = UInt8(truncatingIfNeeded: generator.next())
      bytes[place + 1] = UInt8(truncatingIfNeeded: generator.next())
    }
    let flood = try Fixtures.bytes("flood.mp3", (0..<6).flatMap { _ in bytes })
    let report = try readMono(flood, at: SampleRate(8_000)).report
    #expect(report.readDuration < Seconds(Fixtures.seconds * 8))
    #expect(report.warnings.count < 8)
    #expect(report.warnings.allSatisfy { $0.utf8.count < 400 })
  }
}
