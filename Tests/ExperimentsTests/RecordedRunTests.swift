import Corpora
import Experiments
import Fingerprinting
import TestSupport
import Testing

@Suite struct RecordedRunTests {
  /// Recordings beside the tiny corpus: one placed, one of two references, one that is not enrolled,
  /// one too short, one that is no sound, and one whose place nobody noted.
  private static func record(in folder: FilePath) throws -> TinyCorpus {
    let corpus = try TinyCorpus(in: folder)
    let rate = TinyCorpus.rate
    func piece(_ seed: UInt64, from: Double, seconds: Double = 4) -> [UInt8] {
      let music = TestSound.music(seed: seed, seconds: 10, rate: rate).samples
      let start = Int(from * rate.hertz)
      let end = min(music.count, start + Int(seconds * rate.hertz))
      return waveFile(AudioBuffer(samples: Array(music[start..<end]), sampleRate: rate))
    }
    try folder.appending("placed.wav").write(piece(2, from: 3.25))
    try folder.appending("twice.wav").write(piece(1, from: 1.5))
    try folder.appending("foreign.wav").write(piece(103, from: 1))
    try folder.appending("short.wav").write(piece(3, from: 1, seconds: 0.5))
    try folder.appending("broken.wav").write(Array("RIFF nothing".utf8))
    try folder.appending("somewhere.wav").write(piece(4, from: 2))
    try folder.appending("queries.csv").write(
      Array(
        """
        query,reference,offset_s
        placed.wav,r2,3.25
        twice.wav,r1,1.5
        twice.wav,r1-quiet,1.5
        foreign.wav,,
        short.wav,r3,1
        broken.wav,r3,1
        somewhere.wav,r4,

        """.utf8))
    let text = String(decoding: try corpus.manifest.read(), as: UTF8.self)
    try corpus.manifest.write(
      Array(text.replacing("audioFolder:", with: "queries: \"queries.csv\", audioFolder:").utf8))
    return corpus
  }

  @Test func recordingsAreAskedAndJudged() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try Self.record(in: folder)
      let plan = corpus.plan {
        $0.queries = .recorded
        $0.queryLengths = [Seconds(3)]
        $0.decision.acceptAtLeast = 0
        $0.queriesPerCell = 10
      }
      #expect(try Plan(text: plan.canonicalText) == plan)
      let record = try await corpus.run(plan, in: "run")
      #expect(record.queries.count == 12)
      let clean = Dictionary(
        uniqueKeysWithValues: record.queries.filter { $0.condition == "clean" }
          .map { ($0.query.rawValue, $0) })
      #expect(clean["placed.wav"]?.best?.track == TrackID("r2"))
      #expect(clean["placed.wav"]?.truth.map(\.alignment.referenceStart) == [Seconds(3.25)])
      #expect(
        abs((clean["placed.wav"]?.best?.alignment.referenceStart.value ?? 0) - 3.25) < 0.1)
      #expect(clean["twice.wav"]?.truth.map(\.track.rawValue) == ["r1", "r1-quiet"])
      #expect(clean["twice.wav"]?.recording == "r1")
      #expect(clean["foreign.wav"]?.truth.isEmpty == true)
      #expect(clean["short.wav"]?.status == .excluded)
      #expect(clean["broken.wav"]?.status == .excluded)
      #expect(clean["broken.wav"]?.failure?.contains("broken.wav") == true)
      #expect(clean["somewhere.wav"]?.best?.track == TrackID("r4"))
      #expect(clean["somewhere.wav"]?.truth.map(\.alignment.referenceStart) == [.unknown])

      let files = folder.appending("files")
      try RunFiles.write(record, to: files)
      #expect(try RunFiles.read(files) == record)
      let again = try await corpus.run(plan, in: "again", jobs: 4)
      #expect(again.withoutTimes == record.withoutTimes)
      // What is there is not asked again, and another list is another source.
      let resumed = try await corpus.run(plan, in: "run")
      #expect(resumed.withoutTimes.queries == record.withoutTimes.queries)
    }
  }

  @Test func aSkewOfTheRecordingIsInTheTruth() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try Self.record(in: folder)
      try folder.appending("queries.csv").write(
        Array("query,reference,offset_s,skew\nplaced.wav,r2,3.25,0.02\n".utf8))
      let record = try await corpus.run(
        corpus.plan {
          $0.queries = .recorded
          $0.queryLengths = [Seconds(2)]
        }, in: "run")
      let alignment = try #require(record.queries.first { !$0.truth.isEmpty }?.truth.first)
        .alignment
      #expect(alignment.timeScale == 1.02 && alignment.frequencySkew == 0.02)
      let files = folder.appending("files")
      try RunFiles.write(record, to: files)
      #expect(try RunFiles.read(files) == record)
    }
  }

  @Test func aCorpusWithoutAListIsRefused() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let error = await #expect(throws: CorpusError.self) {
        try await corpus.run(corpus.plan { $0.queries = .recorded }, in: "run")
      }
      #expect(error?.description.contains("names no list of recorded queries") == true)
    }
  }
}
