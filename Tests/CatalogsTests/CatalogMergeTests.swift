import Catalogs
import Fingerprinting
import Foundation
import TestSupport
import Testing

struct CatalogMergeTests {
  private let strategy = Fixtures.strategy

  /// A catalog of pieces under names.
  private func catalog(
    _ name: String, in folder: FilePath, _ pieces: [(id: String, piece: Int)]
  ) async throws -> Catalog {
    let catalog = try Fixtures.catalog(at: folder.appending(name))
    for (id, piece) in pieces {
      let file = folder.appending("\(name)-\(id).wav")
      try file.write(Fixtures.pieces[piece])
      try await catalog.add(
        [
          CatalogSource(
            file, id: TrackID(id), mediaItems: [MediaItem(title: "both"), MediaItem(title: name)])
        ], with: strategy)
    }
    return catalog
  }

  @Test func whatIsTheSameIsKeptOnce() async throws {
    try await withTemporaryDirectory { folder in
      let first = try await catalog("a", in: folder, [("x", 0), ("y", 1)])
      let second = try await catalog("b", in: folder, [("x", 0), ("z", 2), ("other", 1)])
      let merged = try Fixtures.catalog(at: folder.appending("m"))
      let counts = try await merged.merge([first, second])
      #expect(counts.map(\.added) == [2, 1])
      #expect(counts.map(\.known) == [0, 2])
      let tracks = try await merged.tracks()
      #expect(tracks.map(\.id.rawValue) == ["x", "y", "z"])
      #expect(
        tracks.map { $0.mediaItems.map(\.title) } == [
          ["both", "a", "b"], ["both", "a", "b"], ["both", "b"],
        ])
      #expect(
        tracks.map { $0.paths.map(\.lastComponent.description) } == [
          ["a-x.wav", "b-x.wav"], ["a-y.wav", "b-other.wav"], ["b-z.wav"],
        ])
      #expect(try await Fixtures.answer(merged, piece: 2) == TrackID("z"))
      // Merging again, and a catalog into itself, changes nothing.
      #expect(try await merged.merge([second, first, merged]).map(\.added) == [0, 0, 0])
      #expect(try await merged.tracks() == tracks)
    }
  }

  @Test func oneNameForTwoRecordingsStopsItAllAndNamesBoth() async throws {
    try await withTemporaryDirectory { folder in
      let first = try await catalog("a", in: folder, [("x", 0)])
      let second = try await catalog("b", in: folder, [("w", 1), ("x", 2)])
      let merged = try await catalog("m", in: folder, [("v", 3)])
      let before = try await merged.tracks()
      let error = await #expect(throws: CatalogError.self) {
        try await merged.merge([first, second])
      }
      let words = error?.description ?? ""
      #expect(words.contains("'x'"))
      #expect(words.contains("catalog '\(folder)/a' (file '\(folder)/a-x.wav')"))
      #expect(words.contains("catalog '\(folder)/b' (file '\(folder)/b-x.wav')"))
      #expect(try await merged.tracks() == before)
      #expect(try await Fixtures.answer(merged, piece: 1) == nil)
    }
  }

  @Test func catalogsOfOtherSettingsAreNotMerged() async throws {
    try await withTemporaryDirectory { folder in
      var other = FrameHashStrategy()
      other.configuration.bins = 32
      let foreign = try Catalog(
        creating: folder.appending("f"), identity: other.identity,
        configuration: Fixtures.configuration(of: other.configuration))
      let merged = try await catalog("m", in: folder, [("v", 3)])
      await #expect(throws: CatalogError.self) { try await merged.merge([foreign]) }
    }
  }

  private func references(_ names: [(String, Int)]) throws -> [CatalogReference] {
    try names.map { name, piece in
      let samples = Fixtures.sounds[piece].samples
      return CatalogReference(
        id: TrackID(name), signature: try strategy.signature(of: samples.span),
        mediaItems: [MediaItem(title: name)])
    }
  }

  @Test func signaturesAreAddedTogetherOrNotAtAll() async throws {
    try await withTemporaryDirectory { folder in
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let identity = strategy.identity
      #expect(
        try await catalog.add(references([("a", 0), ("b", 1)]), madeWith: identity) == 2)
      #expect(
        try await catalog.add(references([("b", 1), ("c", 2)]), madeWith: identity) == 1)
      #expect(try await Fixtures.answer(catalog, piece: 2) == TrackID("c"))
      let tracks = try await catalog.tracks()
      #expect(tracks.map(\.id.rawValue) == ["a", "b", "c"])
      #expect(tracks.map(\.paths) == [[], [], []])
      #expect(tracks.map { $0.mediaItems.map(\.title) } == [["a"], ["b"], ["c"]])

      await #expect(throws: CatalogError.self) {
        try await catalog.add(references([("d", 3), ("a", 1), ("a", 4)]), madeWith: identity)
      }
      var empty = try references([("e", 4)])
      let silence = [Float](repeating: 0, count: 9_999)
      empty[0].signature = try strategy.signature(of: silence.span)
      await #expect(throws: CatalogError.self) {
        try await catalog.add(references([("d", 3)]) + empty, madeWith: identity)
      }
      #expect(try await catalog.tracks() == tracks)

      // Files that come and go do not touch what has none.
      let file = try Fixtures.write(4, into: folder)[3]
      try await catalog.add([CatalogSource(file)], with: strategy)
      try await catalog.remove(file: file)
      #expect(try await catalog.removeMissing().isEmpty)
      #expect(try await catalog.tracks() == tracks)
    }
  }
}
