import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

struct SyntheticAgreementTests {
  /// Recall by condition of a published run.
  private func recall(_ run: String) throws -> [String: Double] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Reports/published/\(run)/metrics.csv").standardized.path
    let bytes = try FilePath(path).read()
    let table = try CSVTable(parsing: String(decoding: bytes, as: UTF8.self))
    let columns = try ["condition", "seconds", "split", "metric", "value"].map(table.column)
    var recall: [String: Double] = [:]
    for row in table.rows where row[columns[2]] == "test" && row[columns[3]] == "recording_recall" {
      recall["\(row[columns[0]]), \(row[columns[1]]) s"] = Double(row[columns[4]])
    }
    return recall
  }

  /// The places of values in ascending order, ties sharing the mean of theirs.
  private func ranks(_ values: [Double]) -> [Double] {
    values.map { value in
      Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
    }
  }

  private func spearman(_ left: [Double], _ right: [Double]) -> Double {
    let (x, y) = (ranks(left), ranks(right))
    let mean = Double(x.count + 1) / 2
    let covariance = zip(x, y).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    let spread = { (ranks: [Double]) in ranks.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } }
    return covariance / (spread(x) * spread(y)).squareRoot()
  }

  @Test func rankCorrelationIsThatOfSciPy() throws {
    // scipy.stats.spearmanr([1, 2, 2, 4, 5], [2, 1, 3, 5, 4]).statistic
    #expect(abs(spearman([1, 2, 2, 4, 5], [2, 1, 3, 5, 4]) - 0.718_184_846_459_607_9) < 1e-12)
  }

  /// Synthetic music ranks the conditions with noise as real music does, and is not too easy.
  ///
  /// Frequency skew is left out: every skewed synthetic excerpt is found, so its cells rank nothing
  /// (the README of the synthetic corpus has the figures with them).
  @Test func syntheticMusicRanksNoiseAsRealMusicDoes() throws {
    let real = try recall("noise-skew-offset")
    let synthetic = try recall("synthetic-agreement")
    let conditions = real.keys.filter { $0.contains(" dB,") && synthetic[$0] != nil }.sorted()
    #expect(conditions.count == 24)
    let pairs = conditions.map { (real[$0] ?? .nan, synthetic[$0] ?? .nan) }
    #expect(spearman(pairs.map(\.0), pairs.map(\.1)) >= 0.8)
    #expect(pairs.contains { $0.1 < 0.95 })
  }
}
