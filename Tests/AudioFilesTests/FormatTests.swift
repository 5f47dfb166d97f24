import AudioFiles
import Fingerprinting
import TestSupport
import Testing

@Suite struct FormatTests {
  struct Format: CustomTestStringConvertible, Sendable {
    var name: String
    var options: [String]
    var tolerance: Float = 1e-6
    var testDescription: String { name }
  }

  static let lossless = [
    Format(name: "s16.wav", options: ["-c:a", "pcm_s16le"]),
    Format(name: "u8.wav", options: ["-c:a", "pcm_u8"], tolerance: 1 / 128),
    Format(name: "s24.wav", options: ["-c:a", "pcm_s24le"]),
    Format(name: "s32.wav", options: ["-c:a", "pcm_s32le"]),
    Format(name: "f32.wav", options: ["-c:a", "pcm_f32le"]),
    Format(name: "f64.wav", options: ["-c:a", "pcm_f64le"]),
    Format(name: "mulaw.wav", options: ["-c:a", "pcm_mulaw"], tolerance: 0.02),
    Format(name: "a.aiff", options: []),
    Format(name: "s8.aiff", options: ["-c:a", "pcm_s8"], tolerance: 1 / 128),
    Format(name: "a.caf", options: []),
    Format(name: "a.w64", options: []),
    Format(name: "a.au", options: []),
    Format(name: "a.flac", options: []),
    Format(name: "alac.m4a", options: ["-c:a", "alac"]),
    Format(name: "flac.mka", options: ["-c:a", "flac"]),
    Format(name: "six.wav", options: ["-af", "pan=5.1|c0=c0|c1=c1|c2=c0|c3=c0|c4=c0|c5=c1"]),
  ]

  @Test(arguments: lossless)
  func losslessFormatsGiveTheSamplesBack(format: Format) throws {
    let path = try Fixtures.encoded(format.name, format.options)
    let (audio, report) = try readMono(path, at: nil)
    #expect(audio.sampleRate == .compactDisc)
    #expect(largestDifference(audio.samples, Fixtures.music.samples) <= format.tolerance)
    let mean = zip(audio.samples, Fixtures.music.samples).map { $0 - $1 }.reduce(0, +)
    #expect(abs(mean / Float(audio.samples.count)) < format.tolerance)
    #expect(report.warnings == [])
    #expect(report.readFrames == Int64(Fixtures.music.samples.count))
    #expect(report.claimedFrames == report.readFrames)
    #expect(!report.isTruncated)
  }

  static let lossy = [
    Format(name: "a.mp3", options: ["-b:a", "128k"], tolerance: 2e-4),
    Format(name: "vbr.mp3", options: ["-q:a", "4"], tolerance: 2e-4),
    Format(name: "a.mp2", options: ["-f", "mp2"], tolerance: 2e-4),
    Format(name: "a.ogg", options: ["-c:a", "libvorbis"], tolerance: 1e-4),
    // Two independent decoders, which agree less.
    Format(name: "a.opus", options: ["-c:a", "libopus"], tolerance: 0.01),
    Format(name: "a.m4a", options: ["-c:a", "aac"]),
    Format(name: "a.aac", options: ["-c:a", "aac", "-f", "adts"]),
    Format(name: "a.wma", options: ["-c:a", "wmav2"]),
    Format(name: "opus.webm", options: ["-c:a", "libopus"], tolerance: 2e-4),
  ]

  /// The same samples at the same places as another program finds, through either decoder.
  @Test(arguments: lossy, [DecoderChoice.automatic, .ffmpeg])
  func lossyFormatsAgreeWithFFmpeg(format: Format, decoder: DecoderChoice) throws {
    let path = try Fixtures.encoded(format.name, format.options)
    let (audio, report) = try readMono(path, at: nil, decoder: decoder)
    let expected = try ffmpegMean(path)
    #expect(largestDifference(audio.samples, expected) <= format.tolerance)
    #expect(report.warnings == [])
    #expect(!report.isTruncated)
  }

  @Test func contentDecidesNotTheName() throws {
    let m4a = try Fixtures.encoded("a.m4a", ["-c:a", "aac"]).read()
    let lying = try readMono(try Fixtures.bytes("lying.wav", m4a), at: nil).report
    #expect(lying.container == "MP4 or M4A (ISO media)")
    #expect(lying.decoder.hasPrefix("ffmpeg "))
    let second = try readMono(try Fixtures.bytes("lying2.wav", Fixtures.mp3().read()), at: nil)
    #expect(second.report.container == "MPEG-1 layer III")
    #expect(second.report.decoder.hasPrefix("libsndfile "))
    let wave = try readMono(try Fixtures.bytes("lying.s16", Fixtures.wave().read()), at: nil)
    #expect(wave.audio == Fixtures.music)
  }

  @Test func headerlessGSMIsKnownByItsFrames() throws {
    let wave = try Fixtures.wave().description
    let gsm = try Fixtures.file("a.gsm") { try sox(wave, "-r", "8000", "-c", "1", $0) }
    let (audio, report) = try readMono(gsm, at: nil)
    let expected = samples(of: try sox(gsm.description, "-t", "f32", "-").bytes)
    #expect(report.container == "raw GSM 06.10")
    #expect(largestDifference(audio.samples, expected) < 1e-6)
  }

  static let oddFormats: [(String, UInt16, [UInt8])] = [
    ("ext.wav", 0xfffe, [22, 0, 16, 0, 3, 0, 0, 0] + pcmGUID),
    ("extbig.wav", 0xfffe, [30, 0, 16, 0, 3, 0, 0, 0] + pcmGUID + [0, 0, 0, 0, 0, 0, 0, 0]),
    ("extmask0.wav", 0xfffe, [22, 0, 16, 0, 0, 0, 0, 0] + pcmGUID),
    ("fmt40.wav", 1, [UInt8](repeating: 0, count: 24)),
  ]
  static let pcmGUID: [UInt8] = [1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]

  @Test(arguments: oddFormats)
  func unusualFormatChunksAreRead(name: String, tag: UInt16, extra: [UInt8]) throws {
    let path = try Fixtures.oddWave(
      name, tag: tag, extra: extra, data: Fixtures.pcm16([0.25, -0.5, 0.75]))
    let audio = try readMono(path, at: nil).audio
    #expect(largestDifference(audio.samples, [0.25, -0.5, 0.75]) < 1e-4)
  }

  @Test func coverArtIsNoSound() throws {
    let cover = try Fixtures.file("cover.png") {
      try ffmpeg("-f", "lavfi", "-i", "testsrc=s=600x600", "-frames:v", "1", $0)
    }.description
    for kind in ["mp3", "flac", "m4a"] {
      let plain = try Fixtures.encoded("a.\(kind)", kind == "mp3" ? ["-b:a", "128k"] : [])
      let path = try Fixtures.file("cover.\(kind)") {
        try ffmpeg(
          "-i", plain.description, "-i", cover, "-map", "0:a", "-map", "1:v", "-c", "copy",
          "-disposition:v", "attached_pic", $0)
      }
      #expect(try readMono(path, at: nil).audio == readMono(plain, at: nil).audio)
      #expect(try readMono(path, at: nil, decoder: .ffmpeg).report.warnings == [])
    }
  }

  @Test func theFirstOfSeveralTracksIsReadUnlessAnotherIsAskedFor() throws {
    let wave = try Fixtures.wave().description
    let path = try Fixtures.file("multi.mka") {
      try ffmpeg(
        "-i", wave, "-filter_complex",
        "[0:a]volume=0.5,pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0[x]", "-map", "0:a", "-map",
        "[x]", "-c:a", "flac", "-disposition:a:0", "0", "-disposition:a:1", "0", $0)
    }
    let first = try readMono(path, at: nil)
    #expect(largestDifference(first.audio.samples, Fixtures.music.samples) < 1e-6)
    #expect(first.report.channels == 2)
    #expect(first.report.warnings == ["2 audio tracks; track 0 was read, counted from 0"])
    let second = try readMono(path, at: nil, track: 1)
    let half = Fixtures.music.samples.map { $0 / 2 }
    #expect(largestDifference(second.audio.samples, half) < 1e-4)
    #expect(second.report.channels == 6)
    #expect(throws: AudioFileError.noSuchTrack(path, asked: 2, tracks: 2)) {
      try readMono(path, at: nil, track: 2)
    }
    let plain = try Fixtures.wave()
    #expect(throws: AudioFileError.noSuchTrack(plain, asked: 1, tracks: 1)) {
      try readMono(plain, at: nil, track: 1)
    }
  }
}
