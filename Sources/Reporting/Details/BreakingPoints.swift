internal import Experiments
internal import Fingerprinting
internal import Foundation
public import Scoring

/// Where recall breaks down along an axis of degradation, or along the query's length.
public struct BreakingPointRow: Hashable, Sendable {
  /// Along what.
  public enum Axis: Hashable, Sendable {
    /// A degradation, by the axis's name; folded where both directions are one.
    case degradation(String, isFolded: Bool)
    /// The query's length, under this condition.
    case length(condition: String)
  }

  /// Along what.
  public var axis: Axis
  /// The variant's label.
  public var variant: String
  /// The query length; absent where it is the axis.
  public var seconds: Double?
  /// The recall whose place is sought.
  public var share: Double
  /// Recall over all places, which tells on which side of the share everything lies where the
  /// curve has no place.
  public var recall: Double
  /// The place.
  public var point: BreakingPoint

  /// The place in words: beyond what was measured only the side is known.
  func words(places: Int) -> String {
    guard let value = point.value else {
      return recall > share ? "always above" : "always below"
    }
    func text(_ value: Double) -> String {
      let (low, high) = (point.measured.lowerBound, point.measured.upperBound)
      if value < low { return "< \(plain(reading(low)))" }
      if value > high { return "> \(plain(reading(high)))" }
      return fixedText(reading(value), places)
    }
    guard let interval = point.interval else { return text(value) }
    if interval.lowerBound < point.measured.lowerBound,
      interval.upperBound > point.measured.upperBound
    {
      return "undetermined"
    }
    let (low, high) = (text(interval.lowerBound), text(interval.upperBound))
    return low == high && low == text(value) ? low : "\(text(value)) (\(low) to \(high))"
  }

  /// Lengths are fitted by their logarithm.
  private func reading(_ value: Double) -> Double {
    if case .length = axis { return BreakingPoints.length(ofLogarithm: value) }
    return value
  }
}

/// Collects recall by recording, and fits curves to it.
struct BreakingPoints {
  /// For each condition the counts of each recording, by number.
  typealias Counts = [[Int: ClusterCount]]

  let provenance: Provenance
  /// By variant and length.
  private(set) var counts: [[Counts]]

  init(provenance: Provenance) {
    self.provenance = provenance
    let cell = Counts(repeating: [:], count: provenance.conditions.count)
    counts = Array(
      repeating: Array(repeating: cell, count: provenance.queryLengths.count),
      count: provenance.variants.count)
  }

  mutating func add(_ queries: [JudgedQuery], variant: Int, length: Int, condition: Int) {
    for query in queries {
      guard let hit = RecordingRecall().hit(query) else { continue }
      counts[variant][length][condition][
        query.outcome.recording, default: ClusterCount(hits: 0, count: 0)
      ].count += 1
      if hit {
        counts[variant][length][condition][
          query.outcome.recording, default: ClusterCount(hits: 0, count: 0)
        ].hits += 1
      }
    }
  }

  /// All that can be fitted: each axis of at least two places, then each condition along the length.
  func rows(seed: Seed) -> [BreakingPointRow] {
    var rows: [BreakingPointRow] = []
    var axes: [String] = []
    for axis in provenance.conditions.compactMap(\.axis) where !axes.contains(axis) {
      axes.append(axis)
    }
    for axis in axes {
      for (place, variant) in provenance.variants.enumerated() {
        for (length, seconds) in provenance.queryLengths.enumerated() {
          if let row = row(axis, place, variant.label, length, seconds, seed) { rows.append(row) }
        }
      }
    }
    guard provenance.queryLengths.count > 1 else { return rows }
    for (condition, summary) in provenance.conditions.enumerated() {
      for (place, variant) in provenance.variants.enumerated() {
        let doses = provenance.queryLengths.enumerated().map { length, seconds in
          (value: Self.logarithm(ofLength: seconds), counts: counts[place][length][condition])
        }
        guard
          let point = BreakingPoint(
            at: 0.95, of: Self.byRecording(doses),
            seed: seed.deriving("length \(summary.label) \(variant.label)"))
        else { continue }
        rows.append(
          BreakingPointRow(
            axis: .length(condition: summary.label), variant: variant.label, seconds: nil,
            share: 0.95, recall: Self.recall(doses), point: point))
      }
    }
    return rows
  }

  private func row(
    _ axis: String, _ variant: Int, _ label: String, _ length: Int, _ seconds: Double, _ seed: Seed
  ) -> BreakingPointRow? {
    let cells = counts[variant][length]
    var doses: [(value: Double, counts: [Int: ClusterCount])] = []
    for (place, condition) in provenance.conditions.enumerated() where condition.axis == axis {
      if let value = condition.value { doses.append((value, cells[place])) }
    }
    guard Set(doses.map(\.value)).count > 1 else { return nil }
    var isFolded = false
    if let folded = folded(doses, cells) {
      doses = folded
      isFolded = true
    }
    guard
      let point = BreakingPoint(
        at: 0.5, of: Self.byRecording(doses),
        seed: seed.deriving("axis \(axis) \(label) \(seconds)"))
    else { return nil }
    return BreakingPointRow(
      axis: .degradation(axis, isFolded: isFolded), variant: label, seconds: seconds, share: 0.5,
      recall: Self.recall(doses), point: point)
  }

  /// The places by their distance from 0, where the axis has both directions and recall falls in
  /// both, as with frequency skew; the condition that changes nothing stands at 0.
  private func folded(
    _ doses: [(value: Double, counts: [Int: ClusterCount])], _ cells: Counts
  ) -> [(value: Double, counts: [Int: ClusterCount])]? {
    let values = Set(doses.map(\.value))
    guard values.contains(where: { $0 > 0 }), values.allSatisfy({ values.contains(-$0) }) else {
      return nil
    }
    var folded = doses.map { (value: abs($0.value), counts: $0.counts) }
    if !values.contains(0),
      let clean = provenance.conditions.firstIndex(where: { $0.chain == "[]" })
    {
      folded.append((0, cells[clean]))
    }
    func likelihood(_ doses: [(value: Double, counts: [Int: ClusterCount])]) -> Double? {
      LogisticFit(
        doses.map { dose in
          DoseCount(
            value: dose.value, hits: dose.counts.values.reduce(0) { $0 + $1.hits },
            count: dose.counts.values.reduce(0) { $0 + $1.count })
        })?.logLikelihood
    }
    // Compared on the same counts, the condition that changes nothing left aside.
    guard let straight = likelihood(doses),
      let bent = likelihood(doses.map { (abs($0.value), $0.counts) })
    else { return folded }
    return bent > straight ? folded : nil
  }

  private static func byRecording(
    _ doses: [(value: Double, counts: [Int: ClusterCount])]
  ) -> [[DoseCount]] {
    var recordings: [Int: [DoseCount]] = [:]
    for dose in doses {
      for (recording, count) in dose.counts {
        recordings[recording, default: []].append(
          DoseCount(value: dose.value, hits: count.hits, count: count.count))
      }
    }
    return recordings.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func recall(_ doses: [(value: Double, counts: [Int: ClusterCount])]) -> Double {
    var (hits, count) = (0, 0)
    for dose in doses {
      for cell in dose.counts.values {
        hits += cell.hits
        count += cell.count
      }
    }
    return count > 0 ? Double(hits) / Double(count) : 0
  }

  static func logarithm(ofLength seconds: Double) -> Double { log2(max(seconds, 1e-9)) }
  static func length(ofLogarithm value: Double) -> Double { exp2(value) }
}
