import Catalogs
import Fingerprinting
import Foundation
import SQLite
import TestSupport
import Testing

/// A catalog whose program is killed is whole, and holds what it was reported to hold.
///
/// The programs kill themselves at known points: nothing here depends on time.
struct CatalogCrashTests {
  @Test(arguments: [0, 1, 2, 3, 4])
  func killedAndBegunAgain(afterFiles count: Int) async throws {
    try await withTemporaryDirectory { folder in
      let sources = try Fixtures.write(5, into: folder).map { CatalogSource($0) }
      let name = "\(folder)"
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, count = count as Int] in
        let folder = FilePath(name)
        let catalog = try Fixtures.catalog(at: folder.appending("c"))
        if count == 0 { kill(getpid(), SIGKILL) }
        try await catalog.add(
          (0..<5).map { CatalogSource(folder.appending("\($0).wav")) }, with: Fixtures.strategy,
          jobs: 2
        ) { progress in
          if progress.done == count { kill(getpid(), SIGKILL) }
        }
      }
      let catalog = try Catalog(opening: folder.appending("c"), forWriting: true)
      #expect(try await catalog.tracks().map(\.paths) == sources.prefix(count).map { [$0.path] })
      try await catalog.forEachSignature { _, signature in #expect(!signature.isEmpty) }

      try await catalog.add(sources, with: Fixtures.strategy)
      #expect(try await catalog.tracks().map(\.paths) == sources.map { [$0.path] })
      #expect(try await Fixtures.answer(catalog, piece: 4) == TrackID("\(folder)/4.wav"))
    }
  }

  /// Killed in the midst of a change, when half of it is on the disk already.
  @Test func killedInTheMidstOfAChange() async throws {
    try await withTemporaryDirectory { folder in
      let path = folder.appending("c")
      let catalog = try Fixtures.catalog(at: path)
      try await catalog.add(
        Fixtures.write(3, into: folder).map { CatalogSource($0) }, with: Fixtures.strategy)
      let tracks = try await catalog.tracks()
      let before = try path.read()
      let name = "\(path)"
      await #expect(processExitsWith: .signal(SIGKILL)) { [name = name as String] in
        let connection = try Connection(path: name, mode: .readWrite)
        // With room for few pages, changed ones are written before the change is complete.
        try connection.execute("PRAGMA cache_size = 2; PRAGMA cache_spill = 1")
        try connection.transaction {
          try connection.run("DELETE FROM track WHERE number = 2")
          try connection.run("UPDATE track SET signature = zeroblob(200000), checksum = 7")
          try connection.run("UPDATE catalog SET contents = 'half'")
          kill(getpid(), SIGKILL)
        }
      }
      #expect(try path.read() != before)
      #expect(try folder.names().contains("c-journal"))
      // Whoever comes next, though only to read, finds what was there before.
      let reader = try Catalog(opening: path)
      #expect(try await reader.tracks() == tracks)
      #expect(try await Fixtures.answer(reader, piece: 1) == tracks[1].id)
      #expect(try path.read() == before)
    }
  }

  /// Killed while it merges: nothing of the other catalog is there.
  @Test func killedWhileMerging() async throws {
    try await withTemporaryDirectory { folder in
      let files = try Fixtures.write(4, into: folder)
      let into = try Fixtures.catalog(at: folder.appending("into"))
      try await into.add([CatalogSource(files[0])], with: Fixtures.strategy)
      let from = try Fixtures.catalog(at: folder.appending("from"))
      try await from.add(files[1...].map { CatalogSource($0) }, with: Fixtures.strategy)
      let name = "\(folder)"
      await #expect(processExitsWith: .signal(SIGKILL)) { [name = name as String] in
        let into = try Catalog(opening: FilePath(name).appending("into"), forWriting: true)
        let from = try Catalog(opening: FilePath(name).appending("from"))
        try await into.merge([from]) { done in
          if done == 2 { kill(getpid(), SIGKILL) }
        }
      }
      let catalog = try Catalog(opening: folder.appending("into"))
      #expect(try await catalog.tracks().map(\.paths) == [[files[0]]])
    }
  }
}
