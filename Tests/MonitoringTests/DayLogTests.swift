import Fingerprinting
import Foundation
import Monitoring
import Tabular
import TestSupport
import Testing

struct DayLogTests {
  private func entry(_ time: Double, _ words: String) -> DayLog.Entry {
    DayLog.Entry(
      time: WallTime(seconds: time), json: #"{"words":"\#(words)"}"#, cells: ["\(time)", words])
  }

  private func text(_ folder: FilePath, _ name: String) throws -> String {
    String(decoding: try folder.appending(name).read(), as: UTF8.self)
  }

  /// 2026-12-02T00:00:00Z, as `date -d … +%s` says.
  private let midnight = 1_796_169_600.0

  /// A day's entries are in its files, to the last thousandth before midnight in UTC.
  @Test func rotation() throws {
    try withTemporaryDirectory { folder in
      let log = try DayLog(folder.appending("deep/log"), header: ["time", "words"])
      for (place, offset) in [-3600, -0.001, 0, 0.001, 86_399, 86_400].enumerated() {
        try log.append(entry(midnight + offset, "number \(place)"))
      }
      // An entry that comes late goes where it belongs.
      try log.append(entry(midnight - 5, "late"))
      let folder = folder.appending("deep/log")
      #expect(
        try text(folder, "2026-12-01.jsonl")
          == "{\"words\":\"number 0\"}\n{\"words\":\"number 1\"}\n{\"words\":\"late\"}\n")
      let rows = try CSV.parse(try text(folder, "2026-12-02.csv"))
      #expect(rows.map { $0[1] } == ["words", "number 2", "number 3", "number 4"])
      #expect(try CSV.parse(try text(folder, "2026-12-03.csv")).count == 2)
    }
  }

  /// What a spreadsheet would run is guarded, and comes back.
  @Test func formulas() throws {
    try withTemporaryDirectory { folder in
      let log = try DayLog(folder, header: ["time", "words"])
      try log.append(
        DayLog.Entry(
          time: WallTime(seconds: midnight), json: "{}", cells: ["=1+1", "a \"b\", c\nd"]))
      let text = try text(folder, "2026-12-02.csv")
      #expect(text.contains("\n'=1+1,"))
      #expect(try CSV.parse(text)[1] == ["=1+1", "a \"b\", c\nd"])
    }
  }

  /// What cannot be written is kept, and comes first when writing is possible again: nothing is
  /// there twice and nothing is missing.
  @Test func troubleIsWaitedOut() throws {
    try withTemporaryDirectory { folder in
      let log = try DayLog(folder, header: ["time", "words"])
      try log.append(entry(midnight, "one"))
      // Where the CSV file should be there is a folder: half of the entry can be written.
      let blocked = folder.appending("2026-12-03.csv")
      #expect(blocked.withCString { mkdir($0, 0o777) } == 0)
      #expect(throws: (any Error).self) { try log.append(entry(midnight + 86_400, "two")) }
      #expect(throws: (any Error).self) { try log.append(entry(midnight + 86_401, "three")) }
      #expect(log.waitingCount == 2)
      #expect(blocked.withCString { rmdir($0) } == 0)
      try log.append(entry(midnight + 86_402, "four"))
      #expect(log.waitingCount == 0)
      #expect(log.lost == 0)
      let lines = try text(folder, "2026-12-03.jsonl").split(separator: "\n")
      #expect(lines.map { $0.dropFirst(10).dropLast(2) } == ["two", "three", "four"])
      #expect(
        try CSV.parse(try text(folder, "2026-12-03.csv")).map { $0[1] }
          == ["words", "two", "three", "four"])
    }
  }

  /// A folder that was moved away is made again; half a line is ended before the next.
  @Test func otherPeople() throws {
    try withTemporaryDirectory { folder in
      let place = folder.appending("log")
      let log = try DayLog(place, header: ["time", "words"])
      try log.append(entry(midnight, "one"))
      _ = try runTool("mv", [place.description, folder.appending("old").description])
      try log.append(entry(midnight, "two"))
      try place.appending("2026-12-02.jsonl").write(Array("{\"words\":\"tw".utf8))
      try log.append(entry(midnight, "three"))
      #expect(
        try text(place, "2026-12-02.jsonl") == "{\"words\":\"tw\n{\"words\":\"three\"}\n")
      #expect(throws: (any Error).self) {
        try DayLog(place.appending("2026-12-02.jsonl"), header: [])
      }
    }
  }
}
