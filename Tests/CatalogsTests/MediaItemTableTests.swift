import Catalogs
import Fingerprinting
import Foundation
import TestSupport
import Testing

struct MediaItemTableTests {
  private let file = FilePath("items.csv")

  private func table(_ text: String) throws -> MediaItemTable {
    try MediaItemTable(parsing: Array(text.utf8), file: file)
  }

  @Test func everyColumnIsRead() throws {
    let table = try table(
      #"""
      reference,identifier,title,subtitle,artist,isrc,storeID,storeURL,webURL,artworkURL,videoURL,\#
      genres,explicitContent,creationDate,timeRanges,frequencySkewRanges,Episode,equation,custom:title
      a.wav,4711,"Two, ""three""",Sub,Ännä,DEA120900001,99,https://store.example/99,\#
      https://example.org/a?b=c%20d#e,https://example.org/a.png,rtsp://example.org/v,Jazz; Folk,true,\#
      2025-11-30T09:00:00.125+01:00,0..30.5; 1:00..0:01:01,-0.02..0.02,2,"{""a"":1.5}",own
      a.wav,,,,,,,,,,,,,,,,,,
      """#)
    #expect(table.customColumns == ["Episode", "equation", "title"])
    #expect(table.rows.map(\.line) == [2, 3])
    #expect(table.rows.map(\.reference) == ["a.wav", "a.wav"])
    var expected = MediaItemTests.full
    expected.title = "Two, \"three\""
    expected.subtitle = "Sub"
    expected.custom = [
      "Episode": .integer(2), "equation": .object(["a": .number(1.5)]), "title": .string("own"),
    ]
    #expect(table.rows[0].item == expected)
    #expect(table.rows[1].item == MediaItem())
    #expect(try MediaItemTable(parsing: Array(table.text.utf8), file: file) == table)
  }

  /// Ranges without an end keep it, in tables and as JSON.
  @Test func openRanges() throws {
    let table = try table("reference,timeRanges,frequencySkewRanges\na,90..end,start..0.5;0..1\n")
    let item = table.rows[0].item
    #expect(item.timeRanges == [Seconds(90)..<Seconds(.infinity)])
    #expect(item.frequencySkewRanges == [-.infinity..<0.5, 0..<1])
    #expect(try self.table(table.text) == table)
    try item.validate()
    #expect(
      try JSONDecoder().decode(MediaItem.self, from: JSONEncoder().encode(item)) == item)
  }

  @Test(arguments: [
    ("2", JSONValue.integer(2)), ("007", .string("007")), ("2026-11-30", .string("2026-11-30")),
    ("1.5", .number(1.5)), ("-1e3", .integer(-1000)), ("1e999", .string("1e999")),
    ("true", .bool(true)), ("truth", .string("truth")), ("null", .null), (" 2", .string(" 2")),
    ("2 ", .string("2 ")), ("NaN", .string("NaN")), ("\"2\"", .string("2")),
    ("\"\"", .string("")), ("[1,\"a\",null]", .array([.integer(1), .string("a"), .null])),
    ("{\"a\":{\"b\":[]}}", .object(["a": .object(["b": .array([])])])), ("a\nb", .string("a\nb")),
    ("18446744073709551615", .unsigned(.max)), ("'", .string("'")), ("=1+1", .string("=1+1")),
  ])
  func customCellsAreJSONOrText(cell: String, value: JSONValue) throws {
    let quoted =
      "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
    let read = try table("reference,x\na,\(quoted)\n")
    #expect(read.rows[0].item.custom == ["x": value])
    #expect(try table(read.text) == read)
  }

  @Test(arguments: [
    ("reference,webURL\na,no url\nb,x:\n", 2, "webURL", "a URL"),
    ("reference,webURL\na,https://x.example/\nb,no url\n", 3, "webURL", "found 'no url'"),
    ("reference,explicitContent\na,yes\n", 2, "explicitContent", "true or false"),
    ("reference,creationDate\na,30.11.2026\n", 2, "creationDate", "2026-11-30"),
    ("reference,timeRanges\na,5\n", 2, "timeRanges", "0..30.5"),
    ("reference,timeRanges\na,5..\n", 2, "timeRanges", "found '5..'"),
    ("reference,timeRanges\na,5..4\n", 2, "timeRanges", "end after it begins"),
    ("reference,timeRanges\na,4..4\n", 2, "timeRanges", "end after it begins"),
    ("reference,timeRanges\na,1:61..2:00\n", 2, "timeRanges", "found '1:61..2:00'"),
    ("reference,timeRanges\na,-1:10..2:00\n", 2, "timeRanges", "found"),
    ("reference,timeRanges\na,0..nan\n", 2, "timeRanges", "found"),
    ("reference,timeRanges\na,0..1;\n", 2, "timeRanges", "found ''"),
    ("reference,frequencySkewRanges\na,0..inf\n", 2, "frequencySkewRanges", "fractions"),
    ("reference,genres\na,\"[\"\"x\"\"\"\n", 2, "genres", "JSON list"),
    ("reference,\"two\nlines\"\na,\"[live]\"\n", 3, "two\nlines", "in quotation marks"),
    ("reference,x\na,{\"\"\n", 2, nil, "quotation mark"),
    ("reference,title\n,x\n", 2, "reference", "a recording"),
    ("reference,Title\na,x\n", 1, "Title", "did you mean 'title'"),
    ("reference,time_ranges\na,x\n", 1, "time_ranges", "'custom:time_ranges'"),
    ("reference,\na,x\n", 1, "2", "no name"), ("title,title\nx,y\n", 1, nil, "twice"),
    ("x,custom:x\ny,z\n", 1, "custom:x", "same field"), ("", 0, nil, "a header"),
    ("reference,title\na\n", 2, nil, "expected 2 fields"),
    ("reference;title\na;b\n", 1, nil, "semicolons"), ("reference\ttitle\n", 1, nil, "tabs"),
  ])
  func faultsNameFileLineAndColumn(text: String, line: Int, column: String?, words: String) {
    let error = #expect(throws: CatalogError.self) { try table(text) }
    let description = error?.description ?? ""
    #expect(description.contains("'items.csv', "))
    #expect(line == 0 || description.contains("line \(line)"), "\(description)")
    if let column { #expect(description.contains("column '\(column)'"), "\(description)") }
    #expect(description.contains(words), "\(description)")
  }

  @Test func otherEncodingsAreNamedWithTheirLine() {
    let error = #expect(throws: CatalogError.self) {
      try MediaItemTable(
        parsing: Array("reference,title\na,x\nb,".utf8) + [0xe9, 0x0a], file: file)
    }
    #expect(error?.description.contains("line 3") ?? false)
  }

  /// Items of random fields: texts with all that means something in CSV, JSON or our own cells.
  private func item(_ generator: inout SplitMix64) -> MediaItem {
    let pieces = [
      "a", "é", "e\u{301}", ",", "\"", "\n", "\r\n", ";", "[", "{", "=", "-", "'", "..", "1",
      "true",
      " ", "custom:", "\\", "\u{feff}",
    ]
    func text(_ generator: inout SplitMix64) -> String {
      (0...generator.integer(below: 4)).map { _ in pieces[generator.integer(below: pieces.count)] }
        .joined()
    }
    func chance(_ generator: inout SplitMix64) -> Bool { generator.unit() < 0.4 }
    func ranges(_ generator: inout SplitMix64) -> [Range<Double>] {
      (0..<generator.integer(below: 3)).map { _ in
        let start = generator.uniform(in: -2...100)
        return start..<start + generator.uniform(in: 0.001...10)
      }
    }
    var item = MediaItem()
    if chance(&generator) { item.title = text(&generator) }
    if chance(&generator) { item.artist = text(&generator) }
    if chance(&generator) { item.webURL = URL(string: "https://example.org/?q=%22;,") }
    if chance(&generator) {
      item.genres = (0..<generator.integer(below: 3)).map { _ in text(&generator) }
    }
    item.explicitContent = chance(&generator)
    if chance(&generator) {
      item.creationDate = Date(timeIntervalSince1970: generator.uniform(in: -6e10...2e11))
    }
    item.timeRanges = ranges(&generator).map { Seconds($0.lowerBound)..<Seconds($0.upperBound) }
    item.frequencySkewRanges = ranges(&generator)
    for _ in 0..<generator.integer(below: 3) {
      let value: JSONValue =
        switch generator.integer(below: 4) {
        case 0: .string(text(&generator))
        case 1: .number(generator.unit() + 0.001)
        case 2: .array([.string(text(&generator)), .null])
        default: .object([text(&generator): .bool(true)])
        }
      item.custom[text(&generator)] = value
    }
    return item
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var generator = Seed(6).deriving("media items").generator
    for _ in 0..<300 {
      let items = (0..<generator.integer(below: 4)).map { number in
        (
          track: TrackID("\(number),\"x\""),
          items: (0..<generator.integer(below: 3)).map { _ in item(&generator) }
        )
      }
      let written = MediaItemTable(items)
      let read = try table(written.text)
      #expect(read.rows.map(\.item) == written.rows.map(\.item))
      #expect(read.rows.map(\.reference) == written.rows.map(\.reference))
      #expect(read.text == written.text)
    }
  }

  /// Python's reader sees the same cells.
  @Test func pythonReadsTheSameCells() throws {
    let items = [
      (track: TrackID("a,\"b\""), items: [MediaItemTests.full, MediaItem(title: "x\ny")])
    ]
    let written = MediaItemTable(items)
    let script = """
      import csv, sys, io
      rows = list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(), newline="")))
      print([row["reference"] for row in rows] == ['a,"b"'] * 2, rows[0]["subtitle"],
            rows[0]["timeRanges"], repr(rows[1]["title"]), rows[0]["equation"])
      """
    let seen = try python(script, input: Array(written.text.utf8))
    #expect(
      seen == "True B-side, \"live\" 0..30.5;60..61 'x\\ny' {\"a\":1.5,\"b\":false}\n")
  }

  /// Whatever the bytes are: an error, or rows that are the same when written and read again.
  @Test func damagedTablesAreRefusedOrStable() throws {
    var generator = Seed(6).deriving("mutations").generator
    let whole = MediaItemTable([
      (TrackID("a"), [MediaItemTests.full, MediaItem(title: "=x")]), (TrackID("b"), [MediaItem()]),
    ]).text
    let marks = Array(",\"\n\r;:.[]{}'-+eE0123tfn\\".utf8) + [0x00, 0x80, 0xc3, 0xff]
    var accepted = 0
    for _ in 0..<4_000 {
      var bytes = Array(whole.utf8)
      for _ in 0...generator.integer(below: 6) {
        let place = generator.integer(below: bytes.count)
        switch generator.integer(below: 4) {
        case 0: bytes[place] = marks[generator.integer(below: marks.count)]
        case 1: bytes.insert(marks[generator.integer(below: marks.count)], at: place)
        case 2: bytes.remove(at: place)
        default: bytes.swapAt(place, generator.integer(below: bytes.count))
        }
      }
      do {
        let read = try MediaItemTable(parsing: bytes, file: file)
        accepted += 1
        let again = try table(read.text)
        #expect(again.rows.map(\.item) == read.rows.map(\.item))
        #expect(again.rows.map(\.reference) == read.rows.map(\.reference))
      } catch let error as CatalogError {
        #expect(error.description.contains("items.csv"))
      }
    }
    #expect(accepted > 200 && accepted < 3_800)
  }

  @Test func rowsFindTheirRecordingByNameOrFile() async throws {
    try await withTemporaryDirectory { folder in
      let files = try Fixtures.write(3, into: folder)
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      try await catalog.add(
        [CatalogSource(files[0], id: TrackID("name"), mediaItems: [MediaItem(title: "old")])]
          + files.dropFirst().map { CatalogSource($0) }, with: Fixtures.strategy)
      let read = try table(
        "reference,title\nname,one\n\(files[1]),two\n2.wav,three\nnowhere,four\nname,five\n")
      let unknown = try await catalog.setMediaItems(from: read, at: folder.appending("items.csv"))
      #expect(unknown.map(\.line) == [5])
      #expect(
        try await catalog.tracks().map { $0.mediaItems.map(\.title) } == [
          ["one", "five"], ["two"], ["three"],
        ])
      let bare = try table("title\nonly\n")
      await #expect(throws: CatalogError.self) {
        try await catalog.setMediaItems(from: bare, at: file)
      }
      try await catalog.setMediaItems(from: bare, at: file, only: TrackID("name"))
      #expect(try await catalog.mediaItems(of: TrackID("name")).map(\.title) == ["only"])
    }
  }
}
