import AudioFiles
import Fingerprinting
import Foundation
import TestSupport
import Testing

@Suite struct SampleTests {
  private static let music = Fixtures.music.samples

  private static func floatWave(_ name: String, _ channels: [[Float]]) throws -> FilePath {
    try Fixtures.bytes(name, waveFile(channels: channels, float: true))
  }

  @Test(arguments: [1, 2])
  func whatIsNoNumberIsSilenceAndCounted(channels: Int) throws {
    var broken = Self.music
    for index in 20_000..<20_010 { broken[index] = .nan }
    broken[30_000] = .infinity
    broken[30_001] = -.infinity
    let others = [[Float]](repeating: Self.music.map { _ in 0 }, count: channels - 1)
    let path = try Self.floatWave("nan\(channels).wav", [broken] + others)
    let (audio, report) = try readMono(path, at: nil)
    let expected = broken.map { $0.isFinite ? $0 / Float(channels) : 0 }
    #expect(largestDifference(audio.samples, expected) == 0)
    #expect(report.warnings == ["12 samples are no finite number; read as silence"])
  }

  @Test(arguments: [8, 1e-5] as [Float])
  func noLevelIsClamped(gain: Float) throws {
    let path = try Self.floatWave("gain\(gain).wav", [Self.music.map { $0 * gain }])
    for decoder in [DecoderChoice.sndfile, .ffmpeg] {
      let audio = try readMono(path, at: nil, decoder: decoder).audio
      #expect(largestDifference(audio.samples, Self.music.map { $0 * gain }) <= 1e-7 * gain)
    }
  }

  @Test func oppositePhaseIsNotSilence() throws {
    let path = try Self.floatWave("inv.wav", [Self.music, Self.music.map { -$0 }])
    let (audio, report) = try readMono(path, at: nil)
    #expect(audio.samples == Self.music)
    #expect(report.warnings == ["the channels cancel out in 4.00 s; one channel was taken there"])
  }

  /// Where only a part cancels out, the rest stays the mean, and the change makes no click.
  @Test func onlyThePartThatCancelsOutTakesOneChannel() throws {
    var right = Self.music
    for index in 88_200..<right.count { right[index] = -right[index] }
    let path = try Self.floatWave("half-inv.wav", [Self.music, right])
    let (audio, report) = try readMono(path, at: nil)
    #expect(largestDifference(audio.samples, Self.music) < 0.6)
    let window = 11_025
    #expect(audio.samples[..<(88_200 - window)] == Self.music[..<(88_200 - window)])
    #expect(audio.samples[(88_200 + window)...] == Self.music[(88_200 + window)...])
    let warning = try #require(report.warnings.first)
    #expect(warning.contains("cancel out in 2.00 s"))
  }

  @Test func aLouderChannelIsTakenWhereTheFirstIsNearlySilent() throws {
    let quiet = Self.music.map { $0 * 1e-3 }
    let middle = Self.music.map { -$0 }
    let path = try Self.floatWave("three.wav", [quiet, Self.music, middle])
    #expect(try readMono(path, at: nil).audio.samples == Self.music)
  }

  @Test func ordinaryStereoIsTheMean() throws {
    let other = TestSound.noise(seed: 3, seconds: Fixtures.seconds).samples
    let path = try Self.floatWave("wide.wav", [Self.music, other])
    let (audio, report) = try readMono(path, at: nil)
    #expect(
      largestDifference(audio.samples, zip(Self.music, other).map { ($0 + $1) / 2 }) < 1e-6)
    #expect(report.warnings == [])
  }

  /// A part is what cutting the whole gives, whether the decoder can jump or must read its way.
  @Test(arguments: ["wav", "flac", "ogg", "mp3", "m4a"])
  func aPartIsACutOfTheWhole(kind: String) throws {
    let path = try Fixtures.encoded(
      "a.\(kind)", kind == "mp3" ? ["-b:a", "128k"] : kind == "ogg" ? ["-c:a", "libvorbis"] : [])
    let whole = try readMono(path, at: nil).audio.samples
    let (part, report) = try readMono(
      path, at: nil, from: Seconds(1.500_01), duration: Seconds(0.75))
    #expect(part.samples == Array(whole[66_150..<99_225]))
    #expect(report.readFrames == 33_075)
    #expect(!report.isTruncated)
    let tail = try readMono(path, at: nil, from: Seconds(3.9), duration: Seconds(9)).audio
    #expect(tail.samples == Array(whole[171_990...]))
    let converted = try readMono(
      path, at: SampleRate(8_000), from: Seconds(1.500_01), duration: Seconds(0.75)
    ).audio.samples
    #expect(
      converted
        == (try Resampler.resample(part.samples, from: .compactDisc, to: SampleRate(8_000))))
  }

  @Test func anUnfinishedHeaderIsReadToTheEnd() throws {
    let data = Fixtures.pcm16(Self.music)
    for claimed in [0, .max, 0x7fff_f000] as [UInt32] {
      let path = try Fixtures.oddWave("size\(claimed).wav", data: data, claimed: claimed)
      let (audio, report) = try readMono(path, at: nil)
      #expect(audio.samples.count == Self.music.count)
      #expect(report.claimedFrames == nil)
      #expect(!report.isTruncated)
      #expect(report.decoder.hasPrefix("libsndfile"))
    }
  }

  /// A day of silence with one second of music at one o'clock in the afternoon, almost all holes.
  @Test(arguments: [false, true])
  func aPlaceInAWholeDayIsFoundAtOnce(isLong: Bool) throws {
    let rate = isLong ? 44_100 : 8_000
    let path = try day(isLong: isLong)
    let (audio, report) = try readMono(
      path, at: nil, from: Seconds(46_800), duration: Seconds(1))
    #expect(report.claimedFrames == Int64(rate) * 86_400)
    #expect(largestDifference(audio.samples, Self.music.prefix(rate)) < 1e-3)
    #expect(report.warnings == [])
  }

  /// Frame numbers need more than 32 bits there.
  @Test func framesBeyondThirtyTwoBitsAreCounted() throws {
    let path = try day(isLong: true)
    let report = try decodeMono(
      path, at: nil, from: Seconds(48_694), duration: Seconds(3)
    ) { _ in }
    #expect(report.readFrames == 3 * 44_100)
    #expect(report.warnings == [])
    #expect(throws: AudioFileError.self) {
      try decodeMono(path, at: nil, from: Seconds(86_400), duration: Seconds(1)) { _ in }
    }
  }

  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func aWholeDayStreamsInLittleMemory() throws {
    let path = try day(isLong: false)
    let before = try peakMemory()
    var count = 0
    var loud = 0
    let report = try decodeMono(path, at: nil) { block in
      count += block.count
      if block[0] != 0 { loud += 1 }
    }
    #expect(count == 86_400 * 8_000)
    #expect(loud > 0)
    #expect(report.warnings == [])
    #expect(try peakMemory() - before < 64_000)
  }

  private func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  private func day(isLong: Bool) throws -> FilePath {
    let rate = isLong ? 44_100 : 8_000
    let channels = isLong ? 2 : 1
    let size = 86_400 * rate * channels * 2
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let format =
      Array("fmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(channels))
      + bytes(UInt32(rate)) + bytes(UInt32(rate * channels * 2)) + bytes(UInt16(channels * 2))
      + bytes(UInt16(16))
    var header: [UInt8]
    if isLong {
      header = Array("RF64".utf8) + bytes(UInt32.max) + Array("WAVEds64".utf8) + bytes(UInt32(28))
      header += bytes(UInt64(size + 72)) + bytes(UInt64(size)) + bytes(UInt64(size / 4))
      header += bytes(UInt32(0)) + format + Array("data".utf8) + bytes(UInt32.max)
    } else {
      header = Array("RIFF".utf8) + bytes(UInt32(36 + size)) + Array("WAVE".utf8) + format
      header += Array("data".utf8) + bytes(UInt32(size))
    }
    let second = Fixtures.pcm16(Self.music.prefix(rate).flatMap { isLong ? [$0, $0] : [$0] })
    return try Fixtures.file("day\(rate).wav") { path in
      try FilePath(path).write(header)
      let handle = try #require(FileHandle(forUpdatingAtPath: path))
      try handle.seek(toOffset: UInt64(header.count + 46_800 * rate * channels * 2))
      try handle.write(contentsOf: second)
      try handle.truncate(atOffset: UInt64(header.count + size))
      try handle.close()
    }
  }
}
