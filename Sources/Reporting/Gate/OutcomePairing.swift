internal import Experiments
public import Fingerprinting
internal import Scoring

/// Two runs on the same queries, paired by variant, condition, length and query.
public struct OutcomePairing: Sendable {
  /// A query that was answered otherwise than before.
  public struct Flip: Hashable, Codable, Sendable {
    /// The variant's label in the first run.
    public var variant: String
    /// The condition's label.
    public var condition: String
    /// Nominal query length in seconds.
    public var seconds: Double
    /// The query.
    public var query: QueryID
    /// The recording that it was cut from.
    public var recording: String
    /// What became of it in the first run.
    public var before: Outcome
    /// What became of it in the second.
    public var after: Outcome

    /// Whether the second answer is the worse one.
    public var isLost: Bool { after.rank < before.rank }
  }

  /// The pairs of one cell, in numbers; places are those of the first run's lists.
  struct Cell {
    var variant: Int
    var condition: Int
    var seconds: Double
    /// One for each measure.
    var counts: [Counts]
  }

  /// What one measure says of some pairs.
  struct Counts: Hashable {
    var pairs = 0
    /// Pairs in which the first run was good.
    var before = 0
    var lost = 0
    var won = 0
    /// Losses minus gains by number of the recording; recordings without either are left out.
    var differences: [Int: Int] = [:]

    mutating func add(_ wasGood: Bool, _ isGood: Bool, recording: Int) {
      pairs += 1
      if wasGood { before += 1 }
      guard wasGood != isGood else { return }
      if wasGood { lost += 1 } else { won += 1 }
      differences[recording, default: 0] += wasGood ? 1 : -1
    }

    mutating func add(_ other: Counts) {
      pairs += other.pairs
      before += other.before
      lost += other.lost
      won += other.won
      for (recording, difference) in other.differences {
        differences[recording, default: 0] += difference
      }
    }

    /// Losses minus gains of each recording that has any, in a fixed order.
    var ordered: [Int] { differences.sorted { $0.key < $1.key }.map(\.value) }
  }

  let first: OutcomeTable
  let second: OutcomeTable
  /// Cells in the first run's order.
  let cells: [Cell]
  /// Queries whose outcome got worse or better, in the order of the first run.
  public let flips: [Flip]
  /// Why the pairs say nothing, or not all: a changed corpus or draw, rows without partner.
  public let obstacles: [String]

  /// Pairs two tables.
  ///
  /// - Parameters:
  ///   - first: the baseline.
  ///   - second: what is judged.
  ///   - renamed: a variant of the first run that is to be paired with one of another label in the
  ///     second, by label.
  public init(_ first: OutcomeTable, _ second: OutcomeTable, renamed: [String: String] = [:]) {
    self.first = first
    self.second = second
    var obstacles = Self.changedDraws(first.source, second.source)
    for name in first.undecided { obstacles.append("first run: \(name) has no threshold") }
    for name in second.undecided { obstacles.append("\(name) has no threshold") }
    var partners: [Key: Int] = [:]
    for (place, row) in second.rows.enumerated() {
      partners[Key(row.variant, row.seconds, row.query)] = place
    }
    let columns = first.source.conditions.map { condition in
      second.source.conditions.firstIndex { $0.label == condition.label }
    }
    let variants = Dictionary(
      first.source.variants.enumerated().map { ($0.element.label, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var recordings: [String: Int] = [:]
    var cells: [Cell] = []
    var places: [[Int]: Int] = [:]
    var flips: [Flip] = []
    var lonely = Lonely()
    var moved: [String] = []
    var reassigned: [String] = []
    var paired = Set<Int>()
    for row in first.rows {
      let label = renamed[row.variant] ?? row.variant
      let found = partners[Key(label, row.seconds, row.query)]
      let partner = found.map { second.rows[$0] }
      if let found { paired.insert(found) }
      if let partner, abs(partner.start - row.start) > 0.001 || partner.isEnrolled != row.isEnrolled
      {
        moved.append("'\(row.query)' of \(secondsText(row.seconds))")
        continue
      }
      // The unit that changes sides in the test: another one is another test.
      if let partner, TrackID(partner.recording) != TrackID(row.recording) {
        reassigned.append(
          "'\(row.query)' of \(secondsText(row.seconds)): '\(row.recording)' before, "
            + "'\(partner.recording)' now")
        continue
      }
      let recording = recordings[row.recording] ?? recordings.count
      recordings[row.recording] = recording
      let variant = variants[row.variant] ?? 0
      for (condition, outcome) in row.outcomes.enumerated() {
        guard let outcome else { continue }
        let label = first.source.conditions[condition].label
        let after = columns[condition].flatMap { partner?.outcomes[$0] }
        guard let after, (after == .excluded) == (outcome == .excluded) else {
          lonely.add(row, label)
          continue
        }
        if outcome == .excluded { continue }
        let key = [variant, condition, first.source.queryLengths.firstIndex(of: row.seconds) ?? 0]
        let place = places[key] ?? cells.count
        if place == cells.count {
          places[key] = place
          cells.append(
            Cell(
              variant: variant, condition: condition, seconds: row.seconds,
              counts: PairedMeasure.allCases.map { _ in Counts() }))
        }
        for (number, measure) in PairedMeasure.allCases.enumerated() {
          guard let was = measure.isGood(outcome, isEnrolled: row.isEnrolled),
            let good = measure.isGood(after, isEnrolled: row.isEnrolled)
          else { continue }
          cells[place].counts[number].add(was, good, recording: recording)
        }
        if outcome.rank != after.rank {
          flips.append(
            Flip(
              variant: row.variant, condition: label, seconds: row.seconds, query: row.query,
              recording: row.recording, before: outcome, after: after))
        }
      }
    }
    obstacles += lonely.words(of: "baseline", missingIn: "run")
    var surplus = Lonely()
    for (place, row) in second.rows.enumerated() {
      for (condition, outcome) in zip(second.source.conditions, row.outcomes)
      where outcome != nil {
        let isKnown =
          paired.contains(place)
          && first.source.conditions.contains { $0.label == condition.label }
        if !isKnown { surplus.add(row, condition.label) }
      }
    }
    obstacles += surplus.words(of: "run", missingIn: "baseline")
    if let one = moved.first {
      obstacles.append(
        "\(grouped(moved.count)) queries were cut elsewhere than before, the first is \(one): the "
          + "draw has changed")
    }
    if let one = reassigned.first {
      obstacles.append(
        "\(grouped(reassigned.count)) queries are of another recording than before, the first is "
          + "\(one): the corpus's labels have changed, or somebody changed the baseline")
    }
    self.cells = cells.sorted {
      ($0.variant, $0.seconds, $0.condition) < ($1.variant, $1.seconds, $1.condition)
    }
    self.flips = flips
    self.obstacles = obstacles
  }

  private struct Key: Hashable {
    var variant: String
    var seconds: Double
    var query: QueryID

    init(_ variant: String, _ seconds: Double, _ query: QueryID) {
      self.variant = variant
      self.seconds = seconds
      self.query = query
    }
  }

  /// Rows without partner.
  private struct Lonely {
    var count = 0
    var first = ""

    mutating func add(_ row: OutcomeTable.Row, _ condition: String) {
      if count == 0 {
        first =
          "\(row.variant), \(condition), \(secondsText(row.seconds)), query '\(row.query)'"
      }
      count += 1
    }

    func words(of side: String, missingIn other: String) -> [String] {
      count == 0
        ? []
        : [
          "\(grouped(count)) answers of the \(side) are missing in the \(other); the first is \(first)"
        ]
    }
  }

  /// What was drawn otherwise, so that equal names do not mean equal sound.
  private static func changedDraws(
    _ first: OutcomeTable.Source, _ second: OutcomeTable.Source
  ) -> [String] {
    var changes: [String] = []
    for corpus in first.corpora {
      guard let other = second.corpora.first(where: { $0.name == corpus.name }) else {
        changes.append("corpus '\(corpus.name)' was used, and is not now")
        continue
      }
      if other.digest != corpus.digest {
        changes.append(
          "corpus '\(corpus.name)' has changed: \(corpus.digest.prefix(12)) → "
            + "\(other.digest.prefix(12))")
      }
    }
    for corpus in second.corpora where !first.corpora.contains(where: { $0.name == corpus.name }) {
      changes.append("corpus '\(corpus.name)' was not used before")
    }
    if first.seed != second.seed {
      changes.append("the seed has changed: \(first.seed.rawValue) → \(second.seed.rawValue)")
    }
    if first.workingRate != second.workingRate {
      changes.append("the working rate has changed")
    }
    if first.split != second.split {
      changes.append("the split has changed: \(first.split) → \(second.split)")
    }
    for condition in first.conditions {
      guard let other = second.conditions.first(where: { $0.label == condition.label }),
        other.chain != condition.chain
      else { continue }
      changes.append(
        "condition '\(condition.label)' has changed: \(condition.chain) → \(other.chain)")
    }
    return changes
  }
}
