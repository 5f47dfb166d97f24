import Experiments
import Fingerprinting
import Reporting
import Scoring
import TestSupport
import Testing

struct ComparisonTests {
  /// McNemar in every cell and Holm over all of them, against Python.
  @Test func cellsAgreeWithScipy() throws {
    let first = SyntheticRun.standard
    var second = first
    for place in second.queries.indices
    where !second.queries[place].truth.isEmpty
      && second.queries[place].query.rawValue.utf8.last == UInt8(ascii: "3")
    {
      second.queries[place].best = nil
    }
    let comparison = try Comparison(first, second, metrics: allMetrics)
    // 13 conditions and all pooled, 2 variants, 2 lengths.
    #expect(comparison.cells.count == 14 * 2 * 2 && comparison.obstacles.isEmpty)
    let cells = comparison.cells.filter { $0.condition != nil }
    let table = cells.map { "[\($0.lost),\($0.won)]" }.joined(separator: ",")
    let answer = try python(
      """
      import sys, json
      from scipy.stats import binomtest
      p = [min(1.0, float(binomtest(b, b + c).pvalue)) if b + c else 1.0 for b, c in json.load(sys.stdin)]
      order = sorted(range(len(p)), key=lambda i: p[i])
      adjusted, most = [0] * len(p), 0
      for k, i in enumerate(order):
          most = max(most, min(1, (len(p) - k) * p[i])); adjusted[i] = most
      for a, b in zip(p, adjusted): print(repr(a), repr(b))
      """, input: Array("[\(table)]".utf8))
    let lines = answer.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    try #require(lines.count == cells.count)
    for (cell, line) in zip(cells, lines) {
      #expect(
        abs(try #require(cell.pValue) - line[0]) < 1e-9,
        "\(cell.lost) \(cell.won) \(cell.pValue ?? -1) \(line)")
      #expect(abs(try #require(cell.adjustedPValue) - line[1]) < 1e-9)
      #expect(cell.lost <= 6 && cell.won == 0 && cell.pairs == 60)
    }
    #expect(cells.count { $0.lost > 0 } > 40)
    #expect(comparison.flips.allSatisfy { $0.query.rawValue.hasSuffix("3") })
    let text = comparison.markdown(names: ("a", "b"))
    #expect(text.contains("## Queries lost") && text.contains("p, Holm"))
    #expect(try comparison.json().contains("\"adjustedPValue\""))
  }

  @Test func variantsOfOneRunAreCompared() throws {
    let run = SyntheticRun.standard
    let pair = Comparison.Pair(first: "constellation", second: "dense bits")
    let comparison = try Comparison(run, run, pairs: [pair], metrics: allMetrics)
    #expect(comparison.obstacles.isEmpty && comparison.cells.count == 14 * 2)
    // The second variant is made to be stronger.
    let pooled = try #require(comparison.cells.first { $0.condition == nil })
    #expect(pooled.won > pooled.lost && (pooled.pValue ?? 1) < 0.01)
    #expect(throws: ReportError.self) {
      try Comparison(
        run, run, pairs: [Comparison.Pair(first: "constellation", second: "none")],
        metrics: allMetrics)
    }
    var renamed = run
    renamed.provenance.variants[0].label = "a"
    renamed.provenance.variants[1].label = "b"
    for place in renamed.queries.indices {
      renamed.queries[place].variant =
        renamed.queries[place].variant == "dense bits" ? "b" : "a"
    }
    #expect(throws: ReportError.self) { try Comparison(run, renamed, metrics: allMetrics) }
  }
}
