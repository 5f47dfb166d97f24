import Foundation
import Testing

/// The checklist names tests that exist.
struct ChecklistTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyRowNamesWhatExists() throws {
    let page = try String(
      contentsOf: Self.root.appending(
        path: "Sources/SoundmarkLive/SoundmarkLive.docc/Checklist.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| #") }
      .filter { !$0.hasPrefix("| ---") }
    #expect(rows.count == 70)
    let sources = try [
      Self.root.appending(path: "Tests"), Self.root.appending(path: "Sources/Examples"),
    ]
    .flatMap { folder in
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return try (files?.compactMap { $0 as? URL } ?? [])
        .filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }
    }
    for row in rows {
      let cells = row.split(separator: "|")
      let proof = try #require(cells.last)
      for found in proof.matches(of: /([A-Z]\w+Tests)(?:\.(\w+))?/) {
        let suite = sources.filter { $0.contains("struct \(found.1) ") }
        #expect(!suite.isEmpty, "no suite \(found.1), in the row\(cells[0])")
        guard let test = found.2 else { continue }
        #expect(
          suite.contains { $0.contains("func \(test)(") },
          "no test \(found.1).\(test), in the row\(cells[0])")
      }
      for found in proof.matches(of: /the example (\w+)/) {
        #expect(sources.contains { $0.contains("enum \(found.1) ") }, "no example \(found.1)")
      }
    }
  }
}
