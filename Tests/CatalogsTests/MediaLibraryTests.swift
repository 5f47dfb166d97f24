import Catalogs
import Fingerprinting
import Foundation
import SQLite
import TestSupport
import Testing

struct MediaLibraryTests {
  private func item(_ identifier: String?, _ title: String = "t") -> MediaItem {
    MediaItem(identifier: identifier, title: title)
  }

  @Test func entriesAreKeptInOrderAndRenewed() async throws {
    try await withTemporaryDirectory { folder in
      // A folder that does not exist, and a name that is no UTF-8.
      let path = FilePath(bytes: folder.appending("new/data").bytes + [0x2f, 0xe9])
      let library = try MediaLibrary(application: "a", at: path)
      #expect(try await library.items().isEmpty)
      try await library.add([item("2"), MediaItemTests.full, item("1")])
      try await library.add([item("2", "renewed"), item("3")])
      let expected = [item("2", "renewed"), MediaItemTests.full, item("1"), item("3")]
      #expect(try await library.items() == expected)
      #expect(try await MediaLibrary(application: "a", at: path).items() == expected)
      try await library.remove(["1", "2"])
      #expect(try await library.items() == [MediaItemTests.full, item("3")])
    }
  }

  @Test func applicationsSeeAndRemoveOnlyTheirOwn() async throws {
    try await withTemporaryDirectory { folder in
      let path = folder.appending("l")
      let first = try MediaLibrary(application: "a", at: path)
      let second = try MediaLibrary(application: "b", at: path)
      try await first.add([item("1", "of a"), item("2")])
      try await second.add([item("1", "of b")])
      #expect(try await first.items() == [item("1", "of a"), item("2")])
      #expect(try await second.items() == [item("1", "of b")])
      let error = await #expect(throws: LibraryError.self) {
        try await second.remove(["1", "2"])
      }
      #expect(error == .notOwn(path, identifier: "2", application: "b"))
      #expect(try await second.items() == [item("1", "of b")])
      try await second.remove(["1"])
      #expect(try await first.items().count == 2)
      #expect(throws: LibraryError.unnamedApplication) {
        try MediaLibrary(application: "", at: path)
      }
    }
  }

  @Test func oneBadItemAddsNothing() async throws {
    try await withTemporaryDirectory { folder in
      let library = try MediaLibrary(application: "a", at: folder.appending("l"))
      try await library.add([item("1")])
      for bad in [nil, ""] {
        let error = await #expect(throws: LibraryError.self) {
          try await library.add([item("1", "other"), item("2"), item(bad, "x")])
        }
        #expect(error == .withoutIdentifier(place: 2, title: "x"))
        #expect(error?.description.contains("item 3 ('x')") ?? false)
      }
      #expect(try await library.items() == [item("1")])
    }
  }

  /// Another program's change is another connection's.
  @Test(.timeLimit(.minutes(5)))
  func listenersSeeEveryChangeOnce() async throws {
    try await withTemporaryDirectory { folder in
      let path = folder.appending("l")
      let library = try MediaLibrary(application: "a", at: path)
      let other = try MediaLibrary(application: "a", at: path)
      var updates = try await library.updates().makeAsyncIterator()
      #expect(await updates.next() == [])
      try await library.add([item("1")])
      #expect(await updates.next() == [item("1")])
      try await other.add([item("2")])
      #expect(await updates.next() == [item("1"), item("2")])
      // What changes nothing of one's own is not told.
      try await MediaLibrary(application: "b", at: path).add([item("9")])
      try await other.add([item("2")])
      try await other.remove(["1"])
      #expect(await updates.next() == [item("2")])
      var late = try await library.updates().makeAsyncIterator()
      #expect(await late.next() == [item("2")])
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func theSequenceEndsWithTheLibrary() async throws {
    try await withTemporaryDirectory { folder in
      var library: MediaLibrary? = try MediaLibrary(application: "a", at: folder.appending("l"))
      let stream = try #require(try await library?.updates())
      var updates = stream.makeAsyncIterator()
      #expect(await updates.next() == [])
      library = nil
      #expect(await updates.next() == nil)
    }
  }

  @Test func theStandardPlaceIsWhereTheEnvironmentSays() {
    func path(_ environment: [String: String]) -> String {
      MediaLibrary.standardPath(environment: environment).description
    }
    #expect(path(["SOUNDMARK_LIBRARY": "x/y", "HOME": "/h"]) == "x/y")
    #expect(
      path(["SOUNDMARK_LIBRARY": "", "HOME": "/h"])
        == "/h/.local/share/soundmark/library.soundmark-library")
    #expect(
      path(["XDG_DATA_HOME": "/d", "HOME": "/h"]) == "/d/soundmark/library.soundmark-library")
    #expect(
      path(["XDG_DATA_HOME": "relative", "HOME": "/h"])
        == "/h/.local/share/soundmark/library.soundmark-library")
  }

  @Test func whatIsNoLibraryIsRefused() async throws {
    try await withTemporaryDirectory { folder in
      let catalog = folder.appending("c")
      _ = try Fixtures.catalog(at: catalog)
      let text = folder.appending("text")
      try text.write(Array("no database".utf8))
      for path in [catalog, text, folder] {
        #expect(throws: SQLiteError.self) { try MediaLibrary(application: "a", at: path) }
      }
      let path = folder.appending("l")
      let library = try MediaLibrary(application: "a", at: path)
      try await library.add([item("1")])
      try runTool("sqlite3", ["\(path)", "UPDATE entry SET item = '{\"x\":1}'"])
      let error = await #expect(throws: LibraryError.self) { try await library.items() }
      #expect(error?.description.contains("'1'") ?? false)
    }
  }
}
