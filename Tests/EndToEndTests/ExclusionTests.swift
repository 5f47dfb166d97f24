import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

/// Recordings that had better not count: left out of a report, or of a whole run.
struct ExclusionTests {
  private static let plan = """
    {name: "some", corpus: "corpus.json5", workingRate: 11025, EXCLUSIONS
     variants: [{strategy: "constellation"}], conditions: [{label: "clean", chain: []}],
     queryLengths: [2], queriesPerCell: 8, negativesPerCell: 4, calibrationNegativesPerCell: 4,
     decision: {acceptAtLeast: 6}, latencyQueries: 0}
    """

  @Test func listedRecordingsAreLeftOut() throws {
    try withTemporaryDirectory { folder in
      _ = try SmallExperiment.make(in: folder)
      for (name, exclusions) in [("all", ""), ("some", "exclusions: \"list.csv\",")] {
        try folder.appending(name + ".json5").write(
          Array(Self.plan.replacing("EXCLUSIONS", with: exclusions).utf8))
      }
      try folder.appending("list.csv").write(Array("recording,reason\nr2,loop\nn1,twin\n".utf8))
      func table(_ path: String) throws -> CSVTable {
        try CSVTable(parsing: String(decoding: try folder.appending(path).read(), as: UTF8.self))
      }
      func recordings(_ run: String) throws -> [String: Int] {
        let excerpts = try table(run + "/excerpts.csv")
        let recording = try excerpts.column("recording")
        return excerpts.rows.reduce(into: [:]) { $0[$1[recording], default: 0] += 1 }
      }

      // A report without them: the run's own files stay, and the figures are those of the rest.
      let reported = try SoundmarkExecutable.shell(
        """
        "$SM" run all.json5 --output all && cp -r all kept || exit 10
        "$SM" report all --exclude list.csv > both.txt 2> both.err || exit 11
        for name in queries.csv excerpts.csv metrics.csv report.md; do
          cmp all/$name kept/$name || exit 12
        done
        "$SM" report all --exclude none.csv; [ $? = 66 ] || exit 13
        echo recording > bad.csv; "$SM" report all --exclude bad.csv; [ $? = 65 ] || exit 14
        """, in: folder)
      try #require(reported.status == 0, "\(reported.status) \(reported.errors)")
      let everything = try recordings("all")
      let rest = try recordings("all/without-exclusions")
      #expect(everything["r2"] != nil && everything["n1"] != nil)
      #expect(rest == everything.filter { $0.key != "r2" && $0.key != "n1" })
      let queries = try table("all/without-exclusions/queries.csv")
      #expect(queries.rows.count == rest.values.reduce(0, +))
      let gone = everything.values.reduce(0, +) - queries.rows.count
      let report = String(
        decoding: try folder.appending("all/without-exclusions/report.md").read(), as: UTF8.self)
      #expect(
        report.contains(
          "\(gone) of \(gone + queries.rows.count) queries are left out: 2 of "
            + "\(everything.count) recordings are on the list 'list.csv'"))
      #expect(!report.contains("unfinished"))
      let words = String(decoding: try folder.appending("both.txt").read(), as: UTF8.self)
      #expect(
        words.contains("With all recordings") && words.contains("Without those of 'list.csv'"))

      // A run without them: they are neither enrolled nor asked.
      let run = try SoundmarkExecutable.shell("\"$SM\" run some.json5 --output some", in: folder)
      try #require(run.status == 0, "\(run.errors)")
      let asked = try recordings("some")
      #expect(asked["r2"] == nil && asked["n1"] == nil && asked["n2"] != nil)
      let costs = try table("some/cost.csv")
      #expect(costs.rows.map { $0[(try? costs.column("tracks")) ?? 0] } == ["3"])
      let provenance = String(
        decoding: try folder.appending("some/provenance.json").read(), as: UTF8.self)
      #expect(
        provenance.contains(
          "2 of 8 tracks are left out: their recordings are on the list 'list.csv'"))
    }
  }
}
