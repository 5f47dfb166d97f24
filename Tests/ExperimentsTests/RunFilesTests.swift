import Experiments
import Fingerprinting
import TestSupport
import Testing

struct RunFilesTests {
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func readingGivesWhatWasWritten(seed: UInt64)
    throws
  {
    try withTemporaryDirectory { folder in
      let record = RecordMaker.record(seed: seed)
      let run = folder.appending("a").appending("b")
      try RunFiles.write(record, to: run)
      let read = try RunFiles.read(run)
      #expect(read == record)
      let before = try run.appending("queries.csv").read()
      try RunFiles.write(read, to: run)
      #expect(try run.appending("queries.csv").read() == before)
    }
  }

  @Test func othersReadTheTables() throws {
    try withTemporaryDirectory { folder in
      let record = RecordMaker.record(seed: 9)
      try RunFiles.write(record, to: folder)
      let counts = try python(
        """
        import csv, sys
        for name in ["queries", "excerpts", "cost", "tracks"]:
            rows = list(csv.reader(open(f"{sys.argv[1]}/{name}.csv", newline="")))
            print(len(rows) - 1, len({len(row) for row in rows}))
        """, folder.description)
      let answers = record.excerpts.reduce(0) { $0 + max(1, $1.truth.count) }
      let tracks = Set(record.queries.compactMap(\.best?.track)).count
      #expect(counts == "\(record.queries.count) 1\n\(answers) 1\n4 1\n\(tracks) 1\n")
    }
  }

  @Test func aRowThatStandsTwiceIsRefused() throws {
    try withTemporaryDirectory { folder in
      try RunFiles.write(RecordMaker.record(seed: 4), to: folder)
      let file = folder.appending("queries.csv")
      let whole = try file.read()
      let header = try #require(whole.firstIndex(of: 0x0a))
      let end = try #require(whole[(header + 1)...].firstIndex(of: 0x0a))
      try file.write(whole + whole[(header + 1)...end])
      let error = #expect(throws: ExperimentError.self) { try RunFiles.read(folder) }
      #expect(error?.description.contains("expected one row for each query") == true)
    }
  }

  /// Sums and means of such counts could not be counted on.
  @Test func countsBeyondReasonAreRefused() throws {
    try withTemporaryDirectory { folder in
      try RunFiles.write(RecordMaker.record(seed: 4), to: folder)
      let file = folder.appending("cost.csv")
      let text = String(decoding: try file.read(), as: UTF8.self)
      let row = try #require(text.split(separator: "\n").dropFirst().first)
      var fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      fields[4] = "\(Int.max)"
      try file.write(Array(text.replacing(row, with: fields.joined(separator: ",")).utf8))
      let error = #expect(throws: ExperimentError.self) { try RunFiles.read(folder) }
      #expect(error?.description.contains("'signature_bytes': expected a whole number") == true)
    }
  }

  @Test func complaintsNameFileRowAndColumn() throws {
    try withTemporaryDirectory { folder in
      try RunFiles.write(RecordMaker.record(seed: 3), to: folder)
      let path = folder.appending("cost.csv")
      var lines = String(decoding: try path.read(), as: UTF8.self).split(separator: "\n")
      lines[2] = "v0|,x" + lines[2].drop { $0 != "," }.dropFirst().drop { $0 != "," }
      try path.write(Array(lines.joined(separator: "\n").utf8))
      let error = #expect(throws: ExperimentError.self) { try RunFiles.read(folder) }
      let text = try #require(error).description
      #expect(text.contains("cost.csv': row 3, column 'seconds': expected a number, found 'x'"))
      try path.write(Array("a,b\n1,2\n".utf8))
      #expect(throws: ExperimentError.self) { try RunFiles.read(folder) }
      try runTool("rm", [path.description])
      let missing = #expect(throws: ExperimentError.self) { try RunFiles.read(folder) }
      #expect(try #require(missing).isMissingInput)
    }
  }

  /// A published run is kept in version control: 13,000 rows must stay below 1.4 MB.
  @Test func tableStaysSmall() throws {
    try withTemporaryDirectory { folder in
      var record = RecordMaker.record(seed: 4, queries: 200, variants: 1, conditions: 1)
      for place in record.excerpts.indices {
        record.excerpts[place].source = TrackID("wesnoth-music/battle-theme-\(place)")
        record.excerpts[place].query = QueryID("k3f9a2\(10 + place % 90)")
        record.excerpts[place].truth = []
      }
      record.queries = (0..<13_000).map { number in
        let excerpt = record.excerpts[number % record.excerpts.count]
        var row = QueryRow(
          variant: "constellation", condition: "white -5 dB", seconds: excerpt.seconds,
          query: excerpt.query, recording: excerpt.recording, split: "test", truth: [],
          status: .searched, nextScore: 3.123, achievedSNR: -5, signatureBytes: 1_234)
        row.best = RankedAnswer(
          track: excerpt.source, score: 12.345,
          alignment: Alignment(referenceStart: Seconds(101.2345)))
        row.trueRank = 1
        row.trueScore = 12.345
        row.work.lookups = 2_345
        row.work.postingsRead = 123_456
        return row
      }
      try RunFiles.write(record, to: folder)
      let text = try folder.appending("queries.csv").read()
      #expect(text.count < 1_400_000)
    }
  }
}
