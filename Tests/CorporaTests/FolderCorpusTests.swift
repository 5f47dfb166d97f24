import Fingerprinting
import TestSupport
import Testing

@testable import Corpora

struct FolderCorpusTests {
  @Test func aFolderBecomesACorpus() async throws {
    try await withTemporaryDirectory { folder in
      try runTool("mkdir", ["-p", folder.appending("sub").description])
      for number in 0..<12 {
        let tone = TestSound.tone(200 + 10 * Double(number), seconds: 0.5, rate: SampleRate(8_000))
        try folder.appending("sub").appending("tone \(number).wav").write(waveFile(tone))
      }
      let copied = waveFile(TestSound.tone(200, seconds: 0.5, rate: SampleRate(8_000)))
      try folder.appending("copy.wav").write(copied)
      let odd = FilePath(bytes: folder.bytes + [0x2f, 0xe9] + Array(".wav".utf8))
      try odd.write(waveFile(TestSound.tone(99, seconds: 0.25, rate: SampleRate(8_000))))
      try folder.appending("notes.txt").write(Array("no sound".utf8))

      let made = try await FolderCorpus.make(named: "mine", from: folder, jobs: 3)
      let tracks = made.manifest.tracks
      #expect(tracks.count == 13)
      // The copy comes first in byte order, so it is the one that stays.
      #expect(made.copies.map(\.of.rawValue) == ["copy.wav"])
      #expect(made.copies.map(\.path.lastComponent.description) == ["tone 0.wav"])
      #expect(made.skipped.map(\.path.lastComponent.description) == ["notes.txt"])
      #expect(tracks.contains { $0.file == "\\xe9.wav" && $0.duration == Seconds(0.25) })
      #expect(tracks.first { $0.id.rawValue == "sub/tone 3.wav" }?.title == "tone 3")

      let path = folder.appending("corpus.json5")
      try made.manifest.write(to: path)
      let corpus = try Corpus.open(path.description)
      #expect(corpus.absent.isEmpty)
      #expect(corpus.digest == made.manifest.digest)

      // Files that come or move leave the others' role and split alone.
      try runTool(
        "mv",
        [folder.appending("copy.wav").description, folder.appending("moved.wav").description])
      try folder.appending("new.wav").write(
        waveFile(TestSound.tone(1_234, seconds: 0.5, rate: SampleRate(8_000))))
      let again = try await FolderCorpus.make(named: "mine", from: folder, jobs: 1)
      for track in tracks {
        let same = again.manifest.tracks.first { $0.sha256 == track.sha256 }
        #expect(same?.role == track.role && same?.split == track.split)
      }
    }
  }

  @Test func sharesAreKeptOnTheWhole() {
    let options = FolderCorpus.Options(
      outOfCatalogueShare: 0.3, tuningShare: 0.1, calibrationShare: 0.2)
    let tracks = (0..<2_000).map {
      options.track(file: FilePath("\($0)"), sha256: "digest \($0)", duration: Seconds(1))
    }
    func share(_ condition: (CorpusTrack) -> Bool) -> Double {
      Double(tracks.filter(condition).count) / 2_000
    }
    #expect(abs(share { $0.role == .outOfCatalogue } - 0.3) < 0.04)
    #expect(abs(share { $0.split == .tuning } - 0.1) < 0.03)
    #expect(abs(share { $0.split == .calibration } - 0.2) < 0.03)
    #expect(options.emptyParts(of: tracks).isEmpty)
    #expect(options.emptyParts(of: []).count == 3)
  }

  @Test func sharesThatMakeNoSenseAreRefused() async {
    await #expect(throws: ConfigurationError.self) {
      try await FolderCorpus.make(
        named: "x", from: FilePath("/tmp"),
        options: .init(tuningShare: 0.6, calibrationShare: 0.6), jobs: 1)
    }
    await #expect(throws: CorpusError.self) {
      try await FolderCorpus.make(named: "x", from: FilePath("/nonexistent"), jobs: 1)
    }
  }

  @Test func noiseHasAKindAndNoSplit() {
    let track = FolderCorpus.Options(noiseKind: "rain").track(
      file: FilePath("a.wav"), sha256: "d", duration: Seconds(1))
    #expect(track.role == .noise && track.split == nil && track.kind == "rain")
  }

  /// A duration that the file does not have is found, told, and not used.
  @Test func aWrongDurationIsReplacedByTheRealOne() async throws {
    try await withTemporaryDirectory { folder in
      for (name, options) in [
        ("a.wav", []), ("b.mp3", ["-b:a", "64k"]), ("c.m4a", ["-c:a", "aac"]),
      ] {
        let wave = folder.appending("tone")
        try wave.write(waveFile(TestSound.music(seed: 3, seconds: 12, rate: SampleRate(22_050))))
        try runTool(
          "ffmpeg",
          ["-nostdin", "-v", "error", "-y", "-i", wave.description] + options
            + [folder.appending(name).description])
        try runTool("rm", [wave.description])
      }
      let right = try await FolderCorpus.make(named: "mine", from: folder, jobs: 1).manifest
      let path = folder.appending("corpus.json5")
      try right.write(to: path)
      let whole = try Corpus.open(path.description)
      #expect(whole.misstatements.isEmpty && whole.present == right.tracks)
      let tracks = right.tracks.map { track in
        var track = track
        track.duration = Seconds(120)
        return track
      }
      var wrong = CorpusManifest(name: "mine", description: "", tracks: tracks)
      wrong.audioFolder = right.audioFolder
      try wrong.write(to: path)
      let corpus = try Corpus.open(path.description)
      #expect(corpus.present == right.tracks)
      #expect(corpus.digest == right.digest)
      #expect(corpus.misstatements.map(\.track) == right.tracks.map(\.id))
      #expect(corpus.misstatements.allSatisfy { $0.words.contains("says 120.0 s, 12.") })
    }
  }

  /// A list that lacks a file says so; the file is there with what is known without it.
  @Test func filesThatTracksCSVDoesNotKnowAreNamed() async throws {
    try await withTemporaryDirectory { folder in
      for (number, name) in ["000002.wav", "stranger.wav"].enumerated() {
        let tone = TestSound.tone(300 + 100 * Double(number), seconds: 1, rate: SampleRate(8_000))
        try folder.appending(name).write(waveFile(tone))
      }
      try folder.appending("tracks.csv").write(
        Array(
          """
          ,set,track,artist
          ,split,title,name
          track_id,,,
          2,test,Song,Ann

          """.utf8))
      let made = try await FolderCorpus.make(
        named: "mine", from: folder, options: .init(layout: .fma), jobs: 1)
      #expect(made.manifest.tracks.map(\.title) == ["Song", "stranger"])
      let named = made.warnings.filter { $0.contains("tracks.csv does not know it") }
      #expect(named.count == 1 && named[0].contains("stranger.wav"))
    }
  }
}
