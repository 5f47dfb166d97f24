import Experiments
import Fingerprinting
import Scoring

/// The rows of a record, sorted into cells and turned into what scoring understands.
struct Judging {
  /// Places in the plan's lists.
  struct Cell: Hashable {
    var variant: Int
    var condition: Int
    var length: Int
    var split: Int

    init(_ variant: Int, _ condition: Int, _ length: Int, _ split: Int) {
      self.variant = variant
      self.condition = condition
      self.length = length
      self.split = split
    }
  }

  /// The splits that occur; the one of the headline first.
  let splits: [String]
  var headlineSplit: String { splits.first ?? "test" }

  /// The least and the greatest achieved ratio of each condition, in dB.
  let achievedSNR: [ClosedRange<Double>?]

  private let record: RunRecord
  private let operatingPoint: OperatingPoint?
  private var provenance: Provenance { record.provenance }
  /// For each row a number for its recording; numbers rise with the names' bytes.
  private let recordings: [Int32]
  /// The rows of each cell that are judged.
  private let rows: [Cell: [Int32]]
  /// The rows of each cell that are not judged.
  private let excluded: [Cell: [Int32]]

  /// Sorts the rows of a record.
  ///
  /// An operating point decides for the variants and lengths that it speaks of; the plan's own rule
  /// does for all others.
  init(
    record: RunRecord, operatingPoint: OperatingPoint? = nil
  ) throws(ReportError) {
    self.record = record
    self.operatingPoint = operatingPoint
    if let point = operatingPoint {
      let fits = record.provenance.variants.contains { $0.identity == point.strategy }
      let lengths = record.provenance.queryLengths
      guard fits, point.queryLength.map({ lengths.contains($0.value) }) ?? true else {
        throw .unusable(
          "operating point '\(point.name)' was set for \(point.strategy)"
            + (point.queryLength.map { " and queries of \(secondsText($0.value))" } ?? "")
            + "; the run has "
            + record.provenance.variants.map { "\($0.identity)" }.joined(separator: ", ")
            + " and \(lengths.map(secondsText).joined(separator: ", ")): tune again")
      }
    }
    let provenance = record.provenance
    var variants = Labels("variant", provenance.variants.map(\.label))
    var conditions = Labels("condition", provenance.conditions.map(\.label))
    var lengths = Labels("query length", provenance.queryLengths.map { "\($0)" })
    var splitNames = Labels("split", ["test", "tuning", "calibration"])
    var names: [TrackID: Int32] = [:]
    var recordings: [Int32] = []
    recordings.reserveCapacity(record.queries.count)
    var rows: [Cell: [Int32]] = [:]
    var excluded: [Cell: [Int32]] = [:]
    var ratios = [ClosedRange<Double>?](repeating: nil, count: provenance.conditions.count)
    var cell: Cell?
    var inCell: [Int32] = []
    var hasEnrolled = [Bool](repeating: false, count: 3)
    var lastSeconds = (Double.nan, 0)
    for (place, row) in record.queries.enumerated() {
      if row.seconds != lastSeconds.0 {
        lastSeconds = (row.seconds, try lengths.place(of: "\(row.seconds)"))
      }
      let here = Cell(
        try variants.place(of: row.variant), try conditions.place(of: row.condition),
        lastSeconds.1, try splitNames.place(of: row.split))
      if here != cell {
        if let cell { rows[cell, default: []] += inCell }
        cell = here
        inCell.removeAll()
      }
      // Names are compared by their bytes, as those of tracks are.
      let name = TrackID(row.recording)
      let number = names[name] ?? Int32(names.count)
      if number == names.count { names[name] = number }
      recordings.append(number)
      guard row.status != .excluded else {
        excluded[here, default: []].append(Int32(place))
        continue
      }
      inCell.append(Int32(place))
      if let ratio = row.achievedSNR, ratio.isFinite {
        let range = ratios[here.condition] ?? ratio...ratio
        ratios[here.condition] = min(range.lowerBound, ratio)...max(range.upperBound, ratio)
      }
      if !row.truth.isEmpty { hasEnrolled[here.split] = true }
    }
    if let cell { rows[cell, default: []] += inCell }

    var order = [Int32](repeating: 0, count: names.count)
    for (rank, name) in names.sorted(by: { $0.key < $1.key }).enumerated() {
      order[Int(name.value)] = Int32(rank)
    }
    achievedSNR = ratios
    self.recordings = recordings.map { order[Int($0)] }
    // The headline speaks of the first split that has enrolled queries.
    let present = splitNames.known.indices.filter { split in
      rows.keys.contains { $0.split == split }
    }
    let headline = present.first { hasEnrolled[$0] } ?? present.first
    let sorted = present.filter { $0 == headline } + present.filter { $0 != headline }
    splits = sorted.map { splitNames.known[$0] }
    var places = [Int](repeating: 0, count: splitNames.known.count)
    for (place, split) in sorted.enumerated() { places[split] = place }
    func placed(_ rows: [Cell: [Int32]]) -> [Cell: [Int32]] {
      Dictionary(
        uniqueKeysWithValues: rows.map { cell, rows in
          (Cell(cell.variant, cell.condition, cell.length, places[cell.split]), rows)
        })
    }
    self.rows = placed(rows)
    self.excluded = placed(excluded)
  }

  /// The threshold that the plan states, or the one that calibration negatives give.
  func threshold(_ variant: Int, _ length: Int) -> CellThreshold {
    var point = CellThreshold(
      variant: provenance.variants[variant].label, seconds: provenance.queryLengths[length],
      threshold: provenance.decision.acceptAtLeast, source: .stated)
    if let chosen = operatingPoint, chosen.strategy == provenance.variants[variant].identity,
      chosen.queryLength.map({ $0.value == point.seconds }) ?? true
    {
      point.threshold = chosen.acceptAtLeast
      point.source = .operatingPoint(chosen.name)
    }
    guard point.threshold == nil else { return point }
    let fit = fit(
      rate: provenance.decision.falseAlarmRate, variant: variant, length: length,
      conditions: Array(provenance.conditions.indices))
    point.threshold = fit.threshold
    point.source = .fitted(fit)
    return point
  }

  /// The threshold that calibration negatives under some conditions give.
  func fit(rate: Double, variant: Int, length: Int, conditions: [Int]) -> ThresholdFit {
    var scores: [Double?] = []
    var seen: Set<Int> = []
    if let split = splits.firstIndex(of: "calibration") {
      for condition in conditions {
        for outcome in outcomes(Cell(variant, condition, length, split)) where !outcome.isEnrolled {
          scores.append(outcome.best?.score)
          seen.insert(outcome.recording)
        }
      }
    }
    return ThresholdFit(rate: rate, bestScores: scores, recordings: seen.count)
  }

  /// The queries of a cell, judged; without a threshold nothing is a claim.
  func judged(_ cell: Cell, acceptAtLeast threshold: Double?) -> [JudgedQuery] {
    let rule = VerdictRule(
      acceptAtLeast: threshold ?? .infinity, offsetTolerance: provenance.decision.offsetTolerance)
    return outcomes(cell).map(rule.judge)
  }

  private func outcomes(_ cell: Cell) -> some Sequence<QueryOutcome> {
    (rows[cell] ?? []).lazy.map {
      record.queries[Int($0)].outcome(recording: Int(recordings[Int($0)]))
    }
  }

  /// Tells what became of every query of a cell, those that the condition excluded as well.
  func forEachOutcome(
    of cell: Cell, acceptAtLeast threshold: Double, _ body: (QueryRow, Outcome) -> Void
  ) {
    let rule = VerdictRule(
      acceptAtLeast: threshold, offsetTolerance: provenance.decision.offsetTolerance)
    for place in rows[cell] ?? [] {
      let row = record.queries[Int(place)]
      body(row, Outcome(rule.verdict(on: row.outcome(recording: Int(recordings[Int(place)])))))
    }
    for place in excluded[cell] ?? [] { body(record.queries[Int(place)], .excluded) }
  }

  /// The record's own warnings and those that judging adds.
  func warnings(_ points: [CellThreshold]) -> [String] {
    var warnings = provenance.warnings
    if record.queries.count < provenance.plannedQueries {
      warnings.append(
        "The run is unfinished: \(record.queries.count) of \(provenance.plannedQueries) planned "
          + "queries are here. Run it again to go on where it stopped.")
    }
    for point in points {
      guard case .fitted(let fit) = point.source, let refusal = fit.refusal else { continue }
      warnings.append(
        "\(point.variant), \(secondsText(point.seconds)): no threshold, because \(refusal). "
          + "Figures that need one are undefined.")
    }
    if headlineSplit == "calibration", provenance.decision.acceptAtLeast == nil {
      warnings.append(
        "Thresholds are fitted and reported on the same split, so the false-alarm rate is too "
          + "good. Ask for another split in the plan.")
    }
    for (status, words) in [
      (QueryRow.Status.failed, "failed and count as missed"),
      (.excluded, "were excluded and are not judged"),
    ] {
      for variant in provenance.variants {
        let rows = record.queries.lazy.filter {
          $0.status == status && $0.variant == variant.label
        }
        guard let first = rows.first else { continue }
        warnings.append(
          "\(variant.label): \(rows.count) queries \(words). The first is \(first.query) in "
            + "\(first.condition): \(first.failure ?? "no reason given").")
      }
    }
    return warnings
  }
}

/// Known labels and their places; quick where the same label comes again and again.
private struct Labels {
  let kind: String
  let known: [String]
  private let places: [String: Int]
  private var last = ("", -1)

  init(_ kind: String, _ known: [String]) {
    self.kind = kind
    self.known = known
    places = Dictionary(
      known.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func place(of label: String) throws(ReportError) -> Int {
    if last.1 >= 0, label == last.0 { return last.1 }
    guard let place = places[label] else {
      throw .unknownLabel(kind: kind, found: label, known: known)
    }
    last = (label, place)
    return place
  }
}

extension QueryRow {
  /// What judging needs of the row.
  ///
  /// - Parameter recording: the number of its recording.
  /// - Returns: the facts.
  func outcome(recording: Int) -> QueryOutcome {
    QueryOutcome(
      recording: recording, seconds: seconds, isEnrolled: !truth.isEmpty,
      isPlaced: truth.allSatisfy { $0.alignment.referenceStart.isKnown }, status: queryStatus,
      failure: status == .failed ? failure ?? "no reason given" : nil,
      best: best.map {
        BestCandidate(
          track: $0.track, score: $0.score, confidence: $0.confidence, alignment: $0.alignment,
          isTied: nextScore == $0.score, truth: truth)
      }, rankOfTruth: trueRank, signatureBytes: signatureBytes, work: work)
  }

  private var queryStatus: QueryStatus {
    switch status {
    case .searched, .failed, .excluded: .searched
    case .tooShort: .tooShort
    case .noUsableAudio: .noUsableAudio
    }
  }
}
