import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

/// Three references and three recordings, with a list of queries.
private func tree(in folder: FilePath, list: String) async throws -> Corpus {
  for name in ["music", "heard"] {
    try runTool("mkdir", ["-p", folder.appending(name).description])
  }
  for number in 1...3 {
    let sound = TestSound.noise(seed: UInt64(number), seconds: 0.5, rate: SampleRate(8_000))
    try folder.appending("music").appending("\(number).wav").write(waveFile(sound))
    try folder.appending("heard").appending("q\(number).wav").write(waveFile(sound))
  }
  try folder.appending("queries.csv").write(Array(list.utf8))
  var manifest = try await FolderCorpus.make(
    named: "mine", from: folder.appending("music"), options: .init(outOfCatalogueShare: 0), jobs: 1
  ).manifest
  manifest.queries = "queries.csv"
  let path = folder.appending("corpus.json5")
  try manifest.write(to: path)
  #expect(try CorpusManifest.read(path) == manifest)
  return try Corpus.open(path.description)
}

@Suite struct RecordedQueriesTests {
  @Test func aListIsRead() async throws {
    try await withTemporaryDirectory { folder in
      let list = """
        skew,query,reference,offset_s,split
        0.02,heard/q1.wav,1.wav,3.5,
        0.02,heard/q1.wav,2.wav,,
        ,heard/q2.wav,,,calibration
        ,heard/q3.wav,3.wav,-1,tuning
        ,heard/q4.wav,3.wav,0,
        """
      let recorded = try RecordedQueries(of: try await tree(in: folder, list: list))
      #expect(recorded.queries.map(\.id) == ["heard/q1.wav", "heard/q2.wav", "heard/q3.wav"])
      #expect(recorded.absent.map(\.id) == ["heard/q4.wav"])
      let first = recorded.queries[0]
      #expect(first.split == .test && first.recording == "1.wav")
      #expect(
        first.truth == [
          Occurrence(
            track: TrackID("1.wav"),
            alignment: Alignment(
              referenceStart: Seconds(3.5), timeScale: 1.02, frequencySkew: 0.02)),
          Occurrence(
            track: TrackID("2.wav"),
            alignment: Alignment(referenceStart: .unknown, timeScale: 1.02, frequencySkew: 0.02)),
        ])
      #expect(recorded.queries[1].truth.isEmpty && recorded.queries[1].split == .calibration)
      // Order is nothing; truth and sound are.
      let lines = list.split(separator: "\n")
      let other = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
      let shuffled = try RecordedQueries(of: try await tree(in: folder, list: other))
      #expect(shuffled.queries.map(\.id) == recorded.queries.map(\.id))
      let moved = list.replacingOccurrences(of: "3.5", with: "3.6")
      #expect(
        try RecordedQueries(of: try await tree(in: folder, list: moved)).digest != recorded.digest)
      try folder.appending("heard").appending("q3.wav").write(
        waveFile(TestSound.noise(seed: 9, seconds: 0.5, rate: SampleRate(8_000))))
      let corpus = try Corpus.open(folder.appending("corpus.json5").description)
      let changed = try RecordedQueries(of: corpus)
      #expect(changed.digest != recorded.digest)
    }
  }

  @Test func badRowsAreNamedByFileAndLine() async throws {
    try await withTemporaryDirectory { folder in
      let list = """
        query,reference,offset_s,skew,split
        heard/q1.wav,1.wav,x,,
        heard/q1.wav,4.wav,,,
        ,1.wav,,,
        heard/q2.wav,,2,,
        heard/q3.wav,1.wav,,7,
        heard/q3.wav,1.wav,,,tset
        heard/q2.wav,2.wav,1,0.01,
        heard/q2.wav,2.wav,1,0.02,
        """
      let corpus = try await tree(in: folder, list: list)
      let error = #expect(throws: CorpusError.self) { try RecordedQueries(of: corpus) }
      let words = try #require(error).description
      for wanted in [
        "queries.csv", "line 2: 'offset_s' must be a number", "line 3: the corpus has no reference",
        "line 4: the column 'query' is empty", "line 5: an offset of 2 s, but no reference",
        "line 6: 'skew' must be a number", "line 7: unknown split 'tset'; did you mean 'test'?",
        "line 9: 'heard/q2.wav' has another skew",
      ] { #expect(words.contains(wanted), "\(wanted)") }
    }
  }

  @Test(arguments: [
    ("query,offset_s\nx,1\n", "expected a column 'reference'"),
    ("query,reference\nx\n", "line 2: expected 2 fields"),
    ("query,reference,ofset_s\n", "unknown column 'ofset_s'; did you mean 'offset_s'?"),
  ])
  func anotherTableIsRefused(list: String, words: String) async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try await tree(in: folder, list: list)
      let error = #expect(throws: CorpusError.self) { try RecordedQueries(of: corpus) }
      #expect(try #require(error).description.contains(words))
    }
  }
}

@Suite struct CorpusLayoutTests {
  /// The three rows of names above FMA's list.
  private static let fmaHead = """
    ,album,artist,set,set,track,track
    ,title,name,split,subset,license,title
    track_id,,,,,,

    """

  private func makeFMA(in folder: FilePath, rows: String) throws {
    let small = folder.appending("fma_small")
    for (number, name) in [(1, "000/000002"), (2, "000/000005"), (3, "155/155066")] {
      let parent = String(name.prefix(3))
      try runTool("mkdir", ["-p", small.appending(parent).description])
      let sound = folder.appending("a.wav")
      try sound.write(
        waveFile(TestSound.noise(seed: UInt64(number), seconds: 1, rate: SampleRate(16_000))))
      try ffmpeg("-i", sound.description, small.appending(name + ".mp3").description)
    }
    try runTool("mkdir", ["-p", folder.appending("fma_metadata").description])
    try folder.appending("fma_metadata").appending("tracks.csv")
      .write(Array((Self.fmaHead + rows).utf8))
  }

  @Test func theFreeMusicArchiveIsLabelledByItsList() async throws {
    try await withTemporaryDirectory { folder in
      let rows = """
        2,AWOL,AWOL,training,small,Attribution,"Food, and more"
        5,AWOL,AWOL,validation,small,Attribution,This World
        155066,B,Someone,test,small,CC0,"Last
        line"
        """
      try makeFMA(in: folder, rows: rows)
      let made = try await FolderCorpus.make(
        named: "fma", from: folder.appending("fma_small"),
        options: .init(outOfCatalogueShare: 0, layout: .fma), jobs: 1)
      let tracks = made.manifest.tracks
      #expect(
        tracks.map(\.id.rawValue) == ["000/000002.mp3", "000/000005.mp3", "155/155066.mp3"])
      #expect(tracks.map(\.title) == ["Food, and more", "This World", "Last\nline"])
      #expect(tracks.map(\.artist) == ["AWOL", "AWOL", "Someone"])
      #expect(tracks.map(\.licence) == ["Attribution", "Attribution", "CC0"])
      #expect(tracks.map(\.split) == [.tuning, .calibration, .test])
      #expect(abs(tracks[0].duration.value - 1) < 0.1)
    }
  }

  @Test func badRowsOfTheListAreNamed() async throws {
    try await withTemporaryDirectory { folder in
      try makeFMA(in: folder, rows: "2,A,A,train,small,x,y\nfive,A,A,test,small,x,y\n7,A\n")
      let error = await #expect(throws: CorpusError.self) {
        try await FolderCorpus.make(
          named: "fma", from: folder.appending("fma_small"), options: .init(layout: .fma), jobs: 1)
      }
      let words = try #require(error).description
      #expect(words.contains("fma_metadata/tracks.csv"))
      #expect(words.contains("line 4: expected training, validation or test as split"))
      #expect(words.contains("line 5: expected a track's number and 7 fields, found 'five' and 7"))
      #expect(words.contains("line 6: expected a track's number and 7 fields, found '7' and 2"))
    }
  }

  @Test func gtzanTakesTheQueriesOfMIREX() async throws {
    try await withTemporaryDirectory { folder in
      for (number, name) in ["blues.00000.au", "blues.00001.au", "rock.00099.wav"].enumerated() {
        let genre = String(name.prefix { $0 != "." })
        let place = folder.appending("genres").appending(genre)
        try runTool("mkdir", ["-p", place.description, folder.appending("query").description])
        let sound = folder.appending("query").appending("000\(number).wav")
        try sound.write(
          waveFile(TestSound.noise(seed: UInt64(number), seconds: 1, rate: SampleRate(22_050))))
        try sox(sound.description, "-b", "16", place.appending(name).description)
      }
      try runTool(
        "cp",
        ["0001.wav", "un, deux.wav"].map { folder.appending("query").appending($0).description })
      try folder.appending("genres").appending("blues").appending("blues.00002.au")
        .write(Array(".snd broken".utf8))
      let made = try await FolderCorpus.make(
        named: "gtzan", from: folder.appending("genres"),
        options: .init(outOfCatalogueShare: 0, layout: .gtzan), jobs: 1)
      #expect(
        made.manifest.tracks.map(\.id.rawValue) == [
          "blues/blues.00000.au", "blues/blues.00001.au", "rock/rock.00099.wav",
        ])
      #expect(made.skipped.count == 1)
      let list = folder.appending("list.txt")
      try list.write(
        Array(
          "./query/0000.wav\t./genres/blues/blues.00000.mp3\r\n# note\n\nquery/0002.wav,rock.00099\n"
            .utf8) + Array("query/un, deux.wav\t\n".utf8))
      let csv = try MIREXQueries.csv(from: list, corpus: made.manifest)
      var manifest = made.manifest
      manifest.queries = "queries.csv"
      try manifest.write(to: folder.appending("corpus.json5"))
      try folder.appending("queries.csv").write(Array(csv.utf8))
      let recorded = try RecordedQueries(
        of: try Corpus.open(folder.appending("corpus.json5").description))
      let named = recorded.queries.filter { !$0.truth.isEmpty }
      #expect(named.map(\.recording) == ["blues/blues.00000.au", "rock/rock.00099.wav"])
      #expect(named.allSatisfy { !$0.truth[0].alignment.referenceStart.isKnown })
      // Nothing after the tab: no reference holds it. A comma in a name divides nothing there.
      #expect(
        recorded.queries.filter(\.truth.isEmpty).map { $0.path.lastComponent.description }
          == ["un, deux.wav"])
      try list.write(Array("query/0000.wav\tblues.00003\nquery/9.wav\tblues.00000\nx\n".utf8))
      let error = #expect(throws: CorpusError.self) {
        try MIREXQueries.csv(from: list, corpus: made.manifest)
      }
      let words = try #require(error).description
      #expect(words.contains("line 1: the corpus has no reference 'blues.00003'"))
      #expect(words.contains("line 2: there is no file"))
      #expect(words.contains("line 3: expected a query and its reference"))
    }
  }
}
