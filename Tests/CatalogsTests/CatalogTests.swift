import AudioFiles
import Catalogs
import Fingerprinting
import Foundation
import TestSupport
import Testing

struct CatalogTests {
  @Test func recognisesWhatWasAddedAndStillDoesWhenOpenedAgain() async throws {
    try await withTemporaryDirectory { folder in
      let files = try Fixtures.write(3, into: folder)
      let path = folder.appending("c.soundmark-catalog")
      let strategy = Fixtures.strategy
      do {
        let catalog = try Fixtures.catalog(at: path)
        let items = [MediaItem(title: "a|b", artist: "é"), MediaItem(custom: ["n": .integer(1)])]
        let additions = try await catalog.add(
          [CatalogSource(files[0], id: TrackID("first"), mediaItems: items)]
            + files.dropFirst().map { CatalogSource($0) }, with: strategy, jobs: 2)
        #expect(
          additions.map(\.outcome) == [
            .added(TrackID("first")), .added(TrackID("\(files[1])")),
            .added(TrackID("\(files[2])")),
          ])
        #expect(try await catalog.tracks().first?.mediaItems == items)
      }
      let catalog = try Catalog(opening: path)
      #expect(catalog.identity == strategy.identity)
      #expect(catalog.configuration == Fixtures.configuration(of: strategy.configuration))
      let tracks = try await catalog.tracks()
      #expect(tracks.map(\.id.rawValue) == ["first", "\(files[1])", "\(files[2])"])
      #expect(tracks.map(\.paths) == files.map { [$0] })
      #expect(tracks.allSatisfy { $0.duration == Seconds(3) && $0.signatureBytes > 100 })
      #expect(tracks.allSatisfy { $0.decoder.contains("libsndfile") })
      #expect(try await Fixtures.answer(catalog, piece: 0) == TrackID("first"))
      #expect(try await Fixtures.answer(catalog, piece: 2) == TrackID("\(files[2])"))
      #expect(try await Fixtures.answer(catalog, piece: 4) == nil)
      let json = String(decoding: try JSONEncoder().encode(tracks[0]), as: UTF8.self)
      #expect(json.contains("\"id\":\"first\""))
    }
  }

  /// Everything that decides answers: names, order, signatures.
  private func contents(_ catalog: Catalog) async throws -> [String] {
    var lines: [String] = []
    for track in try await catalog.tracks() {
      lines.append("\(track.id) \(track.sha256) \(track.duration) \(track.signatureBytes)")
    }
    return lines
  }

  @Test func jobsAndInterruptionsChangeNothing() async throws {
    try await withTemporaryDirectory { folder in
      let sources = try Fixtures.write(5, into: folder).map { CatalogSource($0) }
      let strategy = Fixtures.strategy
      let whole = try Fixtures.catalog(at: folder.appending("whole"))
      try await whole.add(sources, with: strategy)

      let interrupted = try Fixtures.catalog(at: folder.appending("interrupted"))
      let task = Task {
        try await interrupted.add(sources, with: strategy, jobs: 2) { progress in
          // Two are committed; then somebody presses Ctrl-C.
          if progress.done == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let kept = try await interrupted.tracks().count
      #expect(kept >= 2 && kept < 5)
      let rest = try await interrupted.add(sources, with: strategy, jobs: 8)
      #expect(
        rest.prefix(kept).allSatisfy {
          if case .unchanged = $0.outcome { true } else { false }
        })
      #expect(try await contents(interrupted) == contents(whole))
    }
  }

  @Test func sameBytesAreOneRecordingWithTwoPaths() async throws {
    try await withTemporaryDirectory { folder in
      let paths = ["d1/track01.wav", "d2/track01.wav", "d2/track02.wav"].map {
        folder.appending($0)
      }
      for name in ["d1", "d2"] {
        try runTool("mkdir", [folder.appending(name).description])
      }
      for (path, piece) in zip(paths, [0, 0, 1]) { try path.write(Fixtures.pieces[piece]) }
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let strategy = Fixtures.strategy
      let additions = try await catalog.add(
        paths.map { CatalogSource($0) }, with: strategy, jobs: 3)
      let first = TrackID("\(paths[0])")
      #expect(
        additions.map(\.outcome) == [
          .added(first), .duplicate(of: first), .added(TrackID("\(paths[2])")),
        ])
      #expect(try await catalog.tracks().map(\.paths) == [[paths[0], paths[1]], [paths[2]]])

      // The recording stays while one of its files does.
      try await catalog.remove(file: paths[0])
      #expect(try await catalog.tracks().map(\.paths) == [[paths[1]], [paths[2]]])
      #expect(try await Fixtures.answer(catalog, piece: 0) == first)
      try await catalog.remove(file: paths[1])
      #expect(try await catalog.tracks().count == 1)
      #expect(try await Fixtures.answer(catalog, piece: 0) == nil)
    }
  }

  @Test func namesAreBytes() async throws {
    try await withTemporaryDirectory { folder in
      // One name in two normal forms, one that is no UTF-8, and some that tools stumble over.
      let names: [[UInt8]] = [
        Array("e\u{301}.wav".utf8), Array("\u{e9}.wav".utf8), [0x6c, 0xe9] + Array(".wav".utf8),
        Array("-dash\n|,=.wav".utf8), Array("back\\slash.wav".utf8),
      ]
      let paths = names.map { FilePath(bytes: folder.bytes + [0x2f] + $0) }
      for (path, piece) in zip(paths, Fixtures.pieces) { try path.write(piece) }
      let catalogPath = FilePath(bytes: folder.bytes + [0x2f, 0xe9])
      let catalog = try Fixtures.catalog(at: catalogPath)
      let strategy = Fixtures.strategy
      try await catalog.add(paths.map { CatalogSource($0) }, with: strategy)
      let tracks = try await catalog.tracks()
      #expect(tracks.map(\.paths) == paths.map { [$0] })
      #expect(tracks.map { FilePath(escaped: $0.id.rawValue) } == paths)
      for place in 0..<3 {
        #expect(try await Fixtures.answer(catalog, piece: place) == tracks[place].id)
      }
      try await catalog.remove(tracks[0].id)
      try await catalog.remove(file: paths[2])
      #expect(
        try await catalog.tracks().map(\.paths) == [paths[1], paths[3], paths[4]].map { [$0] })
    }
  }

  @Test func oneBadFileDoesNotStopTheOthers() async throws {
    try await withTemporaryDirectory { folder in
      let good = try Fixtures.write(2, into: folder)
      let text = folder.appending("text.wav")
      try text.write(Array("no sound at all\n".utf8))
      let silence = folder.appending("silence.wav")
      try silence.write(waveFile(TestSound.silence(seconds: 3, rate: Fixtures.rate)))
      let short = folder.appending("short.wav")
      try short.write(waveFile(TestSound.noise(seed: 9, seconds: 0.4, rate: Fixtures.rate)))
      let pipe = folder.appending("pipe.wav")
      try runTool("mkfifo", ["\(pipe)"])
      let missing = folder.appending("missing.wav")
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let additions = try await catalog.add(
        [good[0], text, silence, short, pipe, folder, missing, good[1]].map { CatalogSource($0) },
        with: Fixtures.strategy, jobs: 2)
      var words: [String] = []
      for addition in additions {
        switch addition.outcome {
        case .added: words.append(addition.warnings.isEmpty ? "added" : "added with warning")
        case .unusable: words.append("unusable")
        case .failed(let reason, let isMissing):
          #expect(reason.contains("\(addition.path)"))
          words.append(isMissing ? "missing" : "failed")
        default: words.append("other")
        }
      }
      #expect(
        words == [
          "added", "failed", "unusable", "added with warning", "failed", "failed", "missing",
          "added",
        ])
      #expect(additions[3].warnings[0].contains("shorter than the shortest query"))
      #expect(try await catalog.tracks().count == 3)
    }
  }

  @Test func aFileWithNewContentReplacesItsRecording() async throws {
    try await withTemporaryDirectory { folder in
      let file = try Fixtures.write(1, into: folder)[0]
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let strategy = Fixtures.strategy
      try await catalog.add([CatalogSource(file)], with: strategy)
      try file.write(Fixtures.pieces[1])
      let additions = try await catalog.add([CatalogSource(file)], with: strategy)
      #expect(additions.map(\.outcome) == [.changed(TrackID("\(file)"))])
      #expect(try await catalog.tracks().count == 1)
      #expect(try await Fixtures.answer(catalog, piece: 0) == nil)
      #expect(try await Fixtures.answer(catalog, piece: 1) == TrackID("\(file)"))
    }
  }

  @Test func addingAgainRenewsWhatListenersAreToldButNoName() async throws {
    try await withTemporaryDirectory { folder in
      let file = try Fixtures.write(1, into: folder)[0]
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let first = CatalogSource(file, id: TrackID("a"), mediaItems: [MediaItem(title: "old")])
      try await catalog.add([first], with: Fixtures.strategy)
      let again = CatalogSource(file, id: TrackID("b"), mediaItems: [MediaItem(title: "new")])
      let additions = try await catalog.add([again, CatalogSource(file)], with: Fixtures.strategy)
      #expect(additions.map(\.outcome) == [.unchanged(TrackID("a")), .unchanged(TrackID("a"))])
      #expect(additions.map(\.warnings.count) == [1, 0])
      let tracks = try await catalog.tracks()
      #expect(tracks.map(\.id.rawValue) == ["a"])
      #expect(tracks.map(\.mediaItems) == [[MediaItem(title: "new")]])
    }
  }

  @Test func takenNamesAreNotGivenTwice() async throws {
    try await withTemporaryDirectory { folder in
      let files = try Fixtures.write(3, into: folder)
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let strategy = Fixtures.strategy
      try await catalog.add([CatalogSource(files[0], id: TrackID("\(files[1])"))], with: strategy)
      let additions = try await catalog.add(
        [CatalogSource(files[2], id: TrackID("\(files[1])"))], with: strategy)
      #expect(
        additions.map(\.outcome) == [
          .failed(reason: "the id '\(files[1])' names another recording", isMissing: false)
        ])
    }
  }

  @Test func removedRecordingsAreGoneAndTheirRoomToo() async throws {
    try await withTemporaryDirectory { folder in
      let files = try Fixtures.write(4, into: folder)
      let path = folder.appending("c")
      let catalog = try Fixtures.catalog(at: path)
      let notes = String(repeating: "long ", count: 8_000)
      try await catalog.add(
        files.map { CatalogSource($0, mediaItems: [MediaItem(subtitle: notes)]) },
        with: Fixtures.strategy)
      #expect(try await Fixtures.answer(catalog, piece: 0) == TrackID("\(files[0])"))
      let size = try path.read().count
      for file in files[1...2] { try runTool("rm", ["\(file)"]) }
      #expect(try await catalog.removeMissing() == Array(files[1...2]))
      try await catalog.remove(TrackID("\(files[0])"))
      try await catalog.vacuum()
      #expect(try path.read().count < size / 2)
      #expect(try await catalog.tracks().map(\.id.rawValue) == ["\(files[3])"])
      #expect(try await Fixtures.answer(catalog, piece: 0) == nil)
      #expect(try await Fixtures.answer(catalog, piece: 3) == TrackID("\(files[3])"))
      await #expect {
        try await catalog.remove(TrackID("\(folder)/4.wav"))
      } throws: {
        "\($0)".contains("did you mean '\(files[3])'?")
      }
      await #expect(throws: CatalogError.self) { try await catalog.remove(file: files[0]) }
    }
  }
}
