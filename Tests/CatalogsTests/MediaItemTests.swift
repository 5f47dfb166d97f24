import Catalogs
import Fingerprinting
import Foundation
import SQLite
import TestSupport
import Testing

struct MediaItemTests {
  static let full = MediaItem(
    identifier: "4711", title: "Título", subtitle: "B-side, \"live\"", artist: "Ännä",
    isrc: "DEA120900001", storeID: "99", storeURL: URL(string: "https://store.example/99"),
    webURL: URL(string: "https://example.org/a?b=c%20d#e"),
    artworkURL: URL(string: "https://example.org/a.png"),
    videoURL: URL(string: "rtsp://example.org/v"), genres: ["Jazz", "Folk"],
    explicitContent: true, creationDate: Date(timeIntervalSince1970: 1_764_489_600.125),
    timeRanges: [Seconds(0)..<Seconds(30.5), Seconds(60)..<Seconds(61)],
    frequencySkewRanges: [-0.02..<0.02],
    custom: [
      "Episode": .integer(2), "cast": .array([.string("x"), .null]),
      "equation": .object(["a": .number(1.5), "b": .bool(false)]),
    ])

  private func read(_ json: String) throws -> MediaItem {
    try JSONDecoder().decode(MediaItem.self, from: Data(json.utf8))
  }

  private func write(_ item: MediaItem) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(item), as: UTF8.self)
  }

  @Test func jsonGivesBackWhatItWasGiven() throws {
    #expect(try read(write(Self.full)) == Self.full)
    #expect(try write(MediaItem()) == "{}")
    #expect(try read("{}") == MediaItem())
    let text = try write(Self.full)
    #expect(text.contains(#""creationDate":"2025-11-30T08:00:00.125Z""#))
    #expect(text.contains(#""timeRanges":[[0,30.5],[60,61]]"#))
  }

  @Test(arguments: [
    (#"{"titel":"x"}"#, "did you mean 'title'"), (#"{"Episode":2}"#, "'custom'"),
    (#"{"webURL":"no url"}"#, "webURL"), (#"{"webURL":""}"#, "webURL"),
    (#"{"creationDate":"2026-02-29"}"#, "creationDate"),
    (#"{"timeRanges":[[2,1]]}"#, "timeRanges"), (#"{"timeRanges":[[1]]}"#, "timeRanges"),
    (#"{"genres":"Jazz"}"#, "genres"), (#"{"explicitContent":1}"#, "explicitContent"),
  ])
  func whatCannotBeMeantIsNamed(json: String, hint: String) {
    let error = #expect(throws: DecodingError.self) { try read(json) }
    #expect(error?.plainDescription.contains(hint) ?? false, "\(error?.plainDescription ?? "")")
  }

  @Test func equalItemsHaveEqualNamesOnEveryMachine() {
    #expect(MediaItem(title: "a").id == MediaItem(title: "a").id)
    #expect(MediaItem(title: "a").id != MediaItem(title: "b").id)
    // First 16 bytes of SHA-256 of "{}", version and variant set.
    #expect(MediaItem().id.uuidString == "44136FA3-55B3-878A-9146-AD16F7E8649E")
  }

  /// Compared with Python's calendar.
  @Test func datesAreThoseOfTheCalendar() throws {
    let texts = [
      "0001-01-01", "1600-02-29", "1899-12-31T23:59:59Z", "1970-01-01", "1969-12-31T23:59:59.999Z",
      "2000-02-29T12:00:00.001Z", "2026-11-30T08:15:00Z", "9999-12-31T23:59:59.999Z",
    ]
    let script = """
      import sys, datetime
      epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
      for text in sys.argv[1:]:
          date = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
          if date.tzinfo is None: date = date.replace(tzinfo=datetime.timezone.utc)
          print((date - epoch) // datetime.timedelta(milliseconds=1))
      """
    let expected = try runTool("python3", ["-c", script] + texts).text.split(separator: "\n")
    for (text, milliseconds) in zip(texts, expected) {
      let item = try read(#"{"creationDate":"\#(text)"}"#)
      let seconds = try #require(item.creationDate).timeIntervalSince1970
      #expect(Int64((seconds * 1000).rounded()) == Int64(milliseconds), "\(text)")
      #expect(try write(item) == #"{"creationDate":"\#(text)"}"#)
    }
    let shifted = try read(#"{"creationDate":"2026-11-30T01:15:00+01:30"}"#)
    #expect(try write(shifted) == #"{"creationDate":"2026-11-29T23:45:00Z"}"#)
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-04-31", "1900-02-29", "0000-01-01", "10000-01-01",
    "2026-11-30 08:00:00Z", "2026-11-30T08:00:00", "2026-11-30T24:00:00Z", "2026-11-30T08:00Z",
    "2026-11-30T08:00:00Zx", "2026-11-30T08:00:00.Z", "+026-11-30", "9999-12-31T23:59:59-01:00",
  ])
  func whatIsNoDateIsRefused(text: String) {
    #expect(throws: DecodingError.self) { try read(#"{"creationDate":"\#(text)"}"#) }
  }

  @Test func extremeDatesAreBroughtInside() throws {
    for seconds in [-Double.infinity, .infinity, 1e300, -1e300, .nan] {
      let item = MediaItem(creationDate: Date(timeIntervalSince1970: seconds))
      #expect(try read(write(item)) == item)
    }
  }

  @Test func itemsAreKeptReplacedAndForgottenWithTheirRecording() async throws {
    try await withTemporaryDirectory { folder in
      let files = try Fixtures.write(2, into: folder)
      let path = folder.appending("c")
      let catalog = try Fixtures.catalog(at: path)
      try await catalog.add(
        [CatalogSource(files[0], id: TrackID("a"), mediaItems: [Self.full, MediaItem()])],
        with: Fixtures.strategy)
      try await catalog.add([CatalogSource(files[1], id: TrackID("b"))], with: Fixtures.strategy)
      _ = try await catalog.index(for: Fixtures.strategy)
      let index = try folder.names()
      let reader = try Catalog(opening: path)
      #expect(try await reader.mediaItems(of: TrackID("a")) == [Self.full, MediaItem()])
      #expect(try await reader.mediaItems(of: TrackID("b")) == [])
      #expect(try await reader.mediaItems() == [TrackID("a"): [Self.full, MediaItem()]])

      let items = (1...3).map { MediaItem(title: "\($0)") }
      try await catalog.setMediaItems(items, of: TrackID("b"))
      try await catalog.setMediaItems([], of: TrackID("a"))
      #expect(try await reader.mediaItems() == [TrackID("b"): items])
      #expect(try await reader.tracks().map(\.mediaItems) == [[], items])
      await #expect(throws: CatalogError.self) {
        try await catalog.setMediaItems([], of: TrackID("c"))
      }
      // What is said of recordings does not decide how they are found.
      _ = try await catalog.index(for: Fixtures.strategy)
      #expect(try folder.names() == index)

      try await catalog.remove(TrackID("b"))
      #expect(try await reader.mediaItems().isEmpty)
      let rows = try Connection(path: path.bytes, mode: .readOnly)
        .query("SELECT count(*) FROM media_item") { try $0.int(0) }
      #expect(rows == [0])
    }
  }

  @Test func aCatalogOfTheFirstVersionKeepsWhatItSaid() async throws {
    try await withTemporaryDirectory { folder in
      let path = folder.appending("c")
      let catalog = try Fixtures.catalog(at: path)
      try await catalog.add(
        Fixtures.write(2, into: folder).map { CatalogSource($0) }, with: Fixtures.strategy)
      try runTool(
        "sqlite3",
        [
          "\(path)",
          """
          PRAGMA user_version = 1; DROP TABLE media_item; DROP TABLE operating_point;
          DROP TABLE calibration; ALTER TABLE track ADD COLUMN media TEXT NOT NULL DEFAULT '{}';
          UPDATE track SET media = '{"title":"a"}' WHERE number = 1;
          """,
        ])
      #expect(throws: SQLiteError.self) { try Catalog(opening: path) }
      let opened = try Catalog(opening: path, forWriting: true)
      #expect(
        try await opened.tracks().map(\.mediaItems) == [
          [MediaItem(custom: ["title": .string("a")])], [],
        ])
    }
  }
}
