public import Experiments
internal import Fingerprinting
public import Scoring

/// Two runs side by side, and query by query where they asked the same ones.
public struct Comparison: Sendable {
  /// A variant of each run that are set against each other.
  public struct Pair: Hashable, Sendable {
    /// The label in the first run.
    public var first: String
    /// The label in the second run.
    public var second: String

    /// Joins the labels.
    public init(first: String, second: String) {
      self.first = first
      self.second = second
    }

    /// Both labels, or the one that they share.
    public var name: String { first == second ? first : "\(first) → \(second)" }
  }

  /// One cell, or all pooled.
  public struct Cell: Hashable, Sendable {
    /// The variants.
    public var pair: Pair
    /// The condition's label; nil for all pooled.
    public var condition: String?
    /// The query length.
    public var seconds: Double
    /// Recording recall in the first run.
    public var first: Measurement
    /// Recording recall in the second run.
    public var second: Measurement
    /// Queries in both runs.
    public var pairs: Int
    /// Right in the first run only.
    public var lost: Int
    /// Right in the second run only.
    public var won: Int
    /// The two-sided p-value; absent without pairs.
    ///
    /// In a cell it is McNemar's exact test; pooled, where queries of a recording stand several
    /// times, the exact test by recording.
    public var pValue: Double?
    /// The p-value of a cell after Holm's correction for all cells; absent where pooled.
    public var adjustedPValue: Double?
    /// The smallest difference that a test of level 0.05 finds 4 of 5 times on these pairs.
    public var smallestDifference: Double?
  }

  /// The first run's report.
  public let first: Report
  /// The second run's report.
  public let second: Report
  /// The variants set against each other.
  public let pairs: [Pair]
  /// By pair and length, conditions in the first run's order and then pooled.
  public let cells: [Cell]
  /// Queries answered worse or better in the second run.
  public let flips: [OutcomePairing.Flip]
  /// What is different besides the answers.
  public let changes: [String]
  /// Why some queries, or all, have no partner.
  public let obstacles: [String]

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - first: a run.
  ///   - second: another, or the same for two of its variants.
  ///   - pairs: the variants to set against each other; by default those of the same label, or the
  ///     only ones.
  ///   - metrics: what reports measure.
  /// - Throws: `ReportError` where a label does not exist, or no variants belong together.
  public init(
    _ first: RunRecord, _ second: RunRecord, pairs: [Pair] = [], metrics: [any Metric]
  ) throws {
    let pairs = try Self.chosen(pairs, first.provenance, second.provenance)
    let reports = (
      try Report(record: first, metrics: metrics), try Report(record: second, metrics: metrics)
    )
    let names = pairs.map { ($0.first, $0.second) }
    let pairing = OutcomePairing(
      try OutcomeTable(record: first).limited(to: pairs.map(\.first)),
      try OutcomeTable(record: second).limited(to: pairs.map(\.second)),
      renamed: Dictionary(names, uniquingKeysWith: { first, _ in first }))
    self.pairs = pairs
    self.first = reports.0
    self.second = reports.1
    cells = Self.cells(pairs, pairing, reports.0, reports.1)
    flips = pairing.flips
    obstacles = pairing.obstacles
    changes =
      RunChanges(
        from: pairing.first.source, to: pairing.second.source,
        renamed: Dictionary(names, uniquingKeysWith: { first, _ in first })
      ).words
  }

  private static func chosen(
    _ pairs: [Pair], _ first: Provenance, _ second: Provenance
  ) throws(ReportError) -> [Pair] {
    let (left, right) = (first.variants.map(\.label), second.variants.map(\.label))
    for pair in pairs {
      for (label, known) in [(pair.first, left), (pair.second, right)]
      where !known.contains(label) {
        throw .unusable("there is no variant '\(label)'; \(nearestNames(to: label, among: known))")
      }
    }
    guard Set(pairs.map(\.first)).count == pairs.count else {
      throw .unusable("a variant of the first run is in two pairs; compare one after the other")
    }
    if !pairs.isEmpty { return pairs }
    let shared = left.filter(right.contains).map { Pair(first: $0, second: $0) }
    if !shared.isEmpty { return shared }
    guard left.count == 1, right.count == 1 else {
      throw .unusable(
        "the runs have no variant of the same label: \(left.joined(separator: ", ")) and "
          + "\(right.joined(separator: ", ")); say with --pair FIRST=SECOND which belong together")
    }
    return [Pair(first: left[0], second: right[0])]
  }

  private static func cells(
    _ pairs: [Pair], _ pairing: OutcomePairing, _ first: Report, _ second: Report
  ) -> [Cell] {
    let recall = PairedMeasure.allCases.firstIndex(of: .recordingRecall) ?? 0
    let source = pairing.first.source
    var cells: [Cell] = []
    for pair in pairs {
      let place = source.variants.firstIndex { $0.label == pair.first }
      for seconds in source.queryLengths {
        var pooled = OutcomePairing.Counts()
        func add(
          _ condition: String?, _ counts: OutcomePairing.Counts, _ test: () -> Double
        ) {
          let name = RecordingRecall().name
          let power = PairedPower(
            discordant: PairedPower.discordantShare(counts.lost + counts.won, of: counts.pairs))
          cells.append(
            Cell(
              pair: pair, condition: condition, seconds: seconds,
              first: first.measurement(
                name, variant: pair.first, condition: condition, seconds: seconds),
              second: second.measurement(
                name, variant: pair.second, condition: condition, seconds: seconds),
              pairs: counts.pairs, lost: counts.lost, won: counts.won,
              pValue: counts.pairs > 0 ? test() : nil, adjustedPValue: nil,
              smallestDifference: power?.smallestDifference(pairs: counts.pairs)))
        }
        for (number, condition) in source.conditions.enumerated() {
          let cell = pairing.cells.first {
            $0.variant == place && $0.condition == number && $0.seconds == seconds
          }
          let counts = cell?.counts[recall] ?? OutcomePairing.Counts()
          pooled.add(counts)
          add(condition.label, counts) {
            PairedTest(onlyFirst: counts.lost, onlySecond: counts.won).pValue
          }
        }
        add(nil, pooled) { SignFlipTest(differences: pooled.ordered).pValue }
      }
    }
    let tested = cells.indices.filter { cells[$0].condition != nil && cells[$0].pValue != nil }
    let adjusted = HolmCorrection.adjusted(tested.compactMap { cells[$0].pValue })
    for (place, value) in zip(tested, adjusted) { cells[place].adjustedPValue = value }
    return cells
  }
}

extension OutcomeTable {
  /// The rows of some variants only.
  func limited(to variants: [String]) -> OutcomeTable {
    var table = self
    table.rows = rows.filter { variants.contains($0.variant) }
    table.undecided = undecided.filter { name in
      variants.contains { name.hasPrefix($0 + ", ") }
    }
    return table
  }
}
