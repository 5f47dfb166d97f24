import Catalogs
import Fingerprinting
import Foundation
import SQLite
import TestSupport
import Testing

/// What can be wrong with a catalog file, and with the index beside it.
struct CatalogFileTests {
  private func makeCatalog(in folder: FilePath, pieces: Int = 2) async throws -> FilePath {
    let path = folder.appending("c")
    let sources = try Fixtures.write(pieces, into: folder).map { CatalogSource($0) }
    try await Fixtures.catalog(at: path).add(sources, with: Fixtures.strategy)
    return path
  }

  private func reason(_ body: () throws -> Void) -> SQLiteError.Reason? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SQLiteError)?.reason
    }
  }

  @Test func anotherStrategyOrSettingIsRefusedWithBoth() async throws {
    try await withTemporaryDirectory { folder in
      let path = try await makeCatalog(in: folder, pieces: 1)
      let strategy = Fixtures.strategy
      var other = strategy
      other.configuration.bins = 128
      #expect {
        try Catalog(
          creating: path, identity: other.identity,
          configuration: Fixtures.configuration(of: other.configuration))
      } throws: {
        "\($0)".contains("\(strategy.identity)") && "\($0)".contains("\(other.identity)")
      }
      let catalog = try Catalog(opening: path, forWriting: true)
      await #expect(throws: CatalogError.self) { try await catalog.index(for: other) }
      await #expect(throws: CatalogError.self) {
        try await catalog.add([CatalogSource(path)], with: other)
      }
      #expect(throws: CatalogError.foreignConfiguration(strategy: strategy.identity)) {
        try Catalog(
          creating: folder.appending("new"), identity: strategy.identity, configuration: "{}")
      }
      #expect(try !folder.names().contains("new"))
    }
  }

  @Test func foreignNewerTextAndTruncatedFilesAreRefusedUnchanged() async throws {
    try await withTemporaryDirectory { folder in
      let whole = try await makeCatalog(in: folder)
      func expect(_ expected: SQLiteError.Reason, _ path: FilePath) throws {
        let before = try path.read()
        #expect(reason { _ = try Catalog(opening: path) } == expected)
        #expect(reason { _ = try Catalog(opening: path, forWriting: true) } == expected)
        #expect(reason { _ = try Fixtures.catalog(at: path) } == expected)
        #expect(try path.read() == before)
      }
      let text = folder.appending("text")
      try text.write(Array(String(repeating: "not a catalog\n", count: 100).utf8))
      try expect(.notADatabase, text)

      let foreign = folder.appending("foreign")
      try Connection(path: foreign.bytes, mode: .create, journal: .writeAhead)
        .execute("CREATE TABLE theirs (a)")
      try expect(.foreignSchema, foreign)

      let newer = folder.appending("newer")
      try newer.write(try whole.read())
      try Connection(path: newer.bytes, mode: .readWrite, journal: .rollback)
        .execute("PRAGMA user_version = 9999")
      try expect(.newerSchema, newer)

      let bytes = try whole.read()
      for part in [1, 100, 512, bytes.count / 2, bytes.count - 4_096] {
        let path = folder.appending("cut\(part)")
        try path.write(Array(bytes[..<part]))
        let found = reason { _ = try Catalog(opening: path) }
        #expect(found == .corrupt || found == .notADatabase, "\(part) bytes")
      }
      let missing = folder.appending("missing")
      #expect(reason { _ = try Catalog(opening: missing) } == .cannotOpen)
      #expect(reason { _ = try Catalog(opening: missing, forWriting: true) } == .cannotOpen)
      let nowhere = missing.appending("c")
      #expect(reason { _ = try Fixtures.catalog(at: nowhere) } == .cannotOpen)
    }
  }

  @Test func waitsForALockAndThenSaysSo() async throws {
    try await withTemporaryDirectory { folder in
      let path = try await makeCatalog(in: folder, pieces: 1)
      let more = folder.appending("more.wav")
      try more.write(Fixtures.pieces[3])
      let strategy = Fixtures.strategy
      let catalog = try Fixtures.catalog(at: path, busyTimeout: 50)
      let other = try Connection(path: path.bytes, mode: .readWrite)
      try other.execute("BEGIN EXCLUSIVE")
      await #expect {
        try await catalog.add([CatalogSource(more)], with: strategy)
      } throws: {
        "\($0)".contains("another program is writing") && "\($0)".contains("\(path)")
      }
      #expect(reason { _ = try Catalog(opening: path, busyTimeout: 50) } == .busy)
      try other.execute("COMMIT")
      try await catalog.add([CatalogSource(more)], with: strategy)
      #expect(try await catalog.tracks().count == 2)
    }
  }

  @Test func twoWritersLoseNothing() async throws {
    try await withTemporaryDirectory { folder in
      let path = folder.appending("c")
      let files = try Fixtures.write(5, into: folder)
      let strategy = Fixtures.strategy
      async let first = Fixtures.catalog(at: path)
        .add(files[0...3].map { CatalogSource($0) }, with: strategy)
      async let second = Fixtures.catalog(at: path)
        .add(files[1...4].reversed().map { CatalogSource($0) }, with: strategy)
      _ = try await (first, second)
      let tracks = try await Catalog(opening: path).tracks()
      #expect(tracks.flatMap(\.paths).sorted() == files)
    }
  }

  @Test func theIndexIsMappedAndMadeAgainWhenStale() async throws {
    try await withTemporaryDirectory { folder in
      let path = try await makeCatalog(in: folder)
      let catalog = try Catalog(opening: path, forWriting: true)
      func indexes() throws -> [String] {
        try folder.names().filter { $0.hasPrefix("c.") && $0.hasSuffix(".soundmark-index") }
      }
      #expect(try indexes() == [])
      #expect(try await Fixtures.answer(catalog, piece: 2) == nil)
      let first = try indexes()
      #expect(first.count == 1)
      #expect(try await Fixtures.answer(catalog, piece: 1) != nil)
      #expect(try indexes() == first)

      let more = folder.appending("more.wav")
      try more.write(Fixtures.pieces[2])
      try await catalog.add([CatalogSource(more)], with: Fixtures.strategy)
      #expect(try await Fixtures.answer(catalog, piece: 2) == TrackID("\(more)"))
      let second = try indexes()
      #expect(second.count == 1 && second != first)

      // Adding what is there changes nothing, so the index stays good.
      try await catalog.add([CatalogSource(more)], with: Fixtures.strategy)
      #expect(try await Fixtures.answer(catalog, piece: 2) == TrackID("\(more)"))
      #expect(try indexes() == second)

      // A damaged index is never asked.
      let file = folder.appending(second[0])
      var bytes = try file.read()
      bytes[bytes.count / 2] ^= 1
      try file.write(bytes)
      #expect(try await Fixtures.answer(catalog, piece: 2) == TrackID("\(more)"))
      bytes[bytes.count / 2] ^= 1
      #expect(try file.read() == bytes)
    }
  }

  @Test func anotherCatalogInTheSamePlaceHasItsOwnIndex() async throws {
    try await withTemporaryDirectory { folder in
      let path = try await makeCatalog(in: folder, pieces: 1)
      #expect(try await Fixtures.answer(Catalog(opening: path), piece: 0) != nil)
      let other = folder.appending("other")
      let file = folder.appending("x.wav")
      try file.write(Fixtures.pieces[3])
      try await Fixtures.catalog(at: other)
        .add([CatalogSource(file)], with: Fixtures.strategy)
      try runTool("mv", ["\(other)", "\(path)"])
      #expect(try await Fixtures.answer(Catalog(opening: path), piece: 0) == nil)
      #expect(try await Fixtures.answer(Catalog(opening: path), piece: 3) == TrackID("\(file)"))
    }
  }

  @Test func aDamagedSignatureIsNamed() async throws {
    try await withTemporaryDirectory { folder in
      let path = try await makeCatalog(in: folder)
      try Connection(path: path.bytes, mode: .readWrite)
        .execute("UPDATE track SET signature = substr(signature, 1, 40) WHERE number = 2")
      let catalog = try Catalog(opening: path)
      await #expect {
        try await catalog.index(for: Fixtures.strategy)
      } throws: {
        "\($0)".contains("'\(folder)/1.wav'") && "\($0)".contains("checksum")
      }
      try Connection(path: path.bytes, mode: .readWrite)
        .execute("UPDATE track SET report = '{' WHERE number = 1")
      await #expect(throws: CatalogError.self) { try await catalog.tracks() }
    }
  }

  /// Another user's catalog is read, and its index built in memory.
  @Test(.enabled(if: geteuid() == 0, "needs root, to become another user"))
  func readOnlyFoldersAreReadFrom() async throws {
    try await withTemporaryDirectory { folder in
      let path = try await makeCatalog(in: folder)
      try runTool("chmod", ["755", "\(folder)"])
      try runTool("chmod", ["644", "\(path)"])
      let name = "\(folder)"
      await #expect(processExitsWith: .success) { [name = name as String] in
        let folder = FilePath(name)
        let path = folder.appending("c")
        #expect(setgid(65_534) == 0 && setuid(65_534) == 0)
        let catalog = try Catalog(opening: path)
        #expect(try await catalog.tracks().count == 2)
        #expect(try await Fixtures.answer(catalog, piece: 1) == TrackID("\(folder)/1.wav"))
        #expect {
          try Fixtures.catalog(at: folder.appending("new"))
        } throws: {
          ($0 as? SQLiteError)?.reason == .cannotOpen
        }
        await #expect {
          try await Fixtures.catalog(at: path).remove(TrackID("\(folder)/1.wav"))
        } throws: {
          ($0 as? SQLiteError)?.reason == .readOnly
        }
      }
      #expect(try folder.names() == ["0.wav", "1.wav", "c"])
    }
  }
}
