@testable import AudioFiles
import Fingerprinting
import Foundation
import TestSupport
import Testing

@Suite struct RefusalTests {
  private static let second = Fixtures.pcm16(Fixtures.music.samples.prefix(44_100))

  @Test(arguments: [(0, 1), (1, 1), (999, 1), (3_000_000, 1), (44_100, 0)] as [(UInt32, UInt16)])
  func impossibleHeadersAreRefusedWithTheNumber(rate: UInt32, channels: UInt16) throws {
    let path = try Fixtures.oddWave(
      "header-\(rate)-\(channels).wav", rate: rate, channels: channels, data: Self.second)
    for decoder in DecoderChoice.allCases {
      let error = #expect(throws: AudioFileError.self) {
        try readMono(path, at: SampleRate(11_025), decoder: decoder)
      }
      guard case .impossibleFormat(path, let found, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found.contains(channels == 0 ? "0 channels" : "\(rate) Hz"))
    }
  }

  @Test(arguments: [1_000, 8_000, 22_000, 37_800, 96_000, 192_000, 384_000] as [UInt32])
  func oddButSaneRatesAreRead(rate: UInt32) throws {
    let path = try Fixtures.oddWave("rate-\(rate).wav", rate: rate, data: Self.second)
    let (audio, report) = try readMono(path, at: SampleRate(11_025))
    #expect(report.sampleRate.hertz == Double(rate))
    #expect(audio.samples.count == Int((44_100 * 11_025 / Double(rate)).rounded()))
  }

  @Test func anUnknownSubformatIsNamed() throws {
    let path = try Fixtures.oddWave(
      "guid0.wav", tag: 0xfffe,
      extra: [22, 0, 16, 0, 3, 0, 0, 0] + [UInt8](repeating: 0, count: 16),
      data: Self.second)
    let error = #expect(throws: AudioFileError.self) { try readMono(path, at: nil) }
    let words = try #require(error).description
    #expect(words.contains("guid0.wav") && words.contains("RIFF/WAVE") && words.contains("format"))
  }

  @Test func nothingInsideIsNoAudio() throws {
    let empty = try Fixtures.bytes("zero.wav", [])
    let none = try Fixtures.oddWave("n0.wav", data: [])
    let header = try Fixtures.bytes(
      "hdr44.wav", Array(Fixtures.wave().read()[..<40]) + [0, 0, 0, 0])
    for path in [empty, none, header] {
      for decoder in DecoderChoice.allCases {
        let error = #expect(throws: AudioFileError.self) {
          try readMono(path, at: SampleRate(8_000), decoder: decoder)
        }
        guard case .noAudio(path, _) = error else {
          Issue.record("\(path) \(decoder): \(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test(arguments: [1, 100, 1_023, 1_024, 1_025, 4_097])
  func aFewSamplesAreSound(count: Int) throws {
    let path = try Fixtures.oddWave("n\(count).wav", data: Array(Self.second.prefix(2 * count)))
    #expect(try readMono(path, at: nil).audio.samples.count == count)
    let converted = try readMono(path, at: SampleRate(11_025)).audio.samples.count
    #expect(converted == Int((Double(count) / 4).rounded()))
    #expect(try readMono(path, at: nil, decoder: .ffmpeg).audio.samples.count == count)
  }

  @Test func whatIsNoRegularFileIsRefusedAtOnce() throws {
    try withTemporaryDirectory { folder in
      let pipe = folder.appending("p.wav")
      try runTool("mkfifo", [pipe.description])
      #expect(throws: AudioFileError.notARegularFile(pipe, kind: "pipe")) {
        try readMono(pipe, at: nil)
      }
      #expect(throws: AudioFileError.notARegularFile(folder, kind: "folder")) {
        try readMono(folder, at: nil)
      }
      let null = FilePath("/dev/zero")
      #expect(throws: AudioFileError.notARegularFile(null, kind: "device")) {
        try readMono(null, at: nil)
      }
      let missing = folder.appending("missing.wav")
      let error = #expect(throws: AudioFileError.notFound(missing)) {
        try readMono(missing, at: nil)
      }
      #expect(error?.isMissingInput == true)
    }
  }

  /// Text that a decoder might take for a list of other files, and other things that are no sound.
  @Test(arguments: [
    ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:9\nhttp://127.0.0.1:9/x.ts\n", "text"),
    ("list.wav", "ffconcat version 1.0\nfile a.wav\n", "text"),
    ("page.mp3", "<!DOCTYPE html><title>404 – nicht gefunden</title>", "text"),
    ("cover.wav", "\u{7f}ELF", "an unknown format"),
  ])
  func whatIsNoSoundIsNamed(name: String, content: String, kind: String) throws {
    let path = try Fixtures.bytes(name, Array(content.utf8))
    for decoder in DecoderChoice.allCases {
      let error = #expect(throws: AudioFileError.self) {
        try readMono(path, at: nil, decoder: decoder)
      }
      guard case .unreadable(path, let found, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found == kind || kind != "text")
    }
  }

  @Test func aHugeResultIsNotHeldInMemory() throws {
    #expect(throws: AudioFileError.self) {
      _ = try readMono(try Fixtures.wave(), at: SampleRate(10_000_000))
    }
  }

  @Test func readingFromBeyondTheEndSaysWhereTheEndIs() throws {
    let error = #expect(throws: AudioFileError.self) {
      try readMono(try Fixtures.wave(), at: nil, from: Seconds(18))
    }
    #expect(error?.description.contains("ends after 4.00 s") == true)
  }

  static let names: [[UInt8]] =
    [
      "-dash.wav", "a:b.wav", "http:x.wav", "q%03d.wav", "new\nline.wav", "pipe|bar.wav",
      "@list.wav",
      "e\u{301}.wav", "\u{e9}.wav", " .wav", "concat:a.wav|b.wav",
    ].map { Array($0.utf8) } + [[0x6c, 0x5f, 0xe9, 0x2e, 0x77, 0x61, 0x76]]

  /// Whatever a file is called, both decoders read that file and no other.
  @Test func namesAreNeitherOptionsNorPatternsNorAddresses() throws {
    let wave = try Fixtures.oddWave("short.wav", data: Array(Self.second.prefix(8_820))).read()
    try withTemporaryDirectory { folder in
      for (index, name) in Self.names.enumerated() {
        let path = FilePath(bytes: folder.bytes + [0x2f] + name)
        try path.write(wave)
        let decoder: DecoderChoice = index % 2 == 0 ? .ffmpeg : .sndfile
        #expect(try readMono(path, at: nil, decoder: decoder).audio.samples.count == 4_410)
        #expect(
          FilePath(escaped: try readMono(path, at: nil, decoder: .sndfile).report.path) == path)
      }
      let listing = try audioFiles(below: folder)
      #expect(Set(listing.files.map(\.lastComponent.bytes)) == Set(Self.names))
      #expect(listing.files == listing.files.sorted())
    }
  }
}

@Suite struct ListingTests {
  @Test func loopsEndAndEverySkipIsTold() throws {
    try withTemporaryDirectory { folder in
      let root = folder.description
      try runTool("mkdir", ["-p", "\(root)/t/d.wav", "\(root)/t/b"])
      try runTool("mkfifo", ["\(root)/t/p.wav"])
      try runTool("ln", ["-s", "../t", "\(root)/t/loop"])
      try runTool("ln", ["-s", "nowhere", "\(root)/t/broken.wav"])
      try runTool("ln", ["-s", "../b.wav", "\(root)/t/b/link.wav"])
      for name in ["b.wav", "d.wav/x.flac", "é.mp3"] {
        try folder.appending("t/\(name)").write([1])
      }
      let listing = try audioFiles(below: folder.appending("t"))
      #expect(
        listing.files
          == ["b.wav", "b/link.wav", "d.wav/x.flac", "é.mp3"].map {
            folder.appending("t/\($0)")
          })
      #expect(
        listing.skipped.map { "\($0.path.lastComponent): \($0.reason)" } == [
          "broken.wav: link to nothing", "loop: folder that was entered before", "p.wav: pipe",
        ])
      let one = folder.appending("t/b.wav")
      #expect(try audioFiles(below: one).files == [one])
      #expect(throws: AudioFileError.notFound(folder.appending("u"))) {
        try audioFiles(below: folder.appending("u"))
      }
    }
  }
}
