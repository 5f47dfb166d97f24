internal import Fingerprinting
internal import Foundation
internal import SQLite

extension RunStore {
  /// All that is known of the plan that was run last, finished or not.
  ///
  /// - Returns: the record.
  /// - Throws: `ExperimentError` where nothing was run yet, `SQLiteError` where the file is damaged.
  public func record() throws -> RunRecord {
    let layout: RunLayout = try decodeJSON(from: try meta("layout"))
    var provenance: Provenance = try decodeJSON(from: try meta("provenance"))
    let (excerpts, silent) = try excerpts(of: layout)
    let queries = try layout.trials.flatMap { try rows(of: $0, excerpts: excerpts) }
    let costs = try layout.costs.compactMap { wanted -> CostRow? in
      var cost = try cost(wanted.key)
      cost?.variant = wanted.variant
      return cost
    }
    for trial in layout.trials { provenance.plannedQueries -= silent[trial.length]?.count ?? 0 }
    for (length, recordings) in silent.sorted(by: { $0.key < $1.key }) {
      let names = Set(recordings).sorted().map { "'\($0)'" }.joined(separator: ", ")
      provenance.warnings.append(
        "\(recordings.count) queries of \(length.value) s left out: no audible place in "
          + "\(PlannedQuery.tries) tries in \(names)")
    }
    provenance.warnings += Self.warnings(about: queries)
    try readSessions(into: &provenance)
    return RunRecord(
      provenance: provenance,
      excerpts: excerpts.values.sorted {
        ($0.seconds, $0.split, $0.query) < ($1.seconds, $1.split, $1.query)
      },
      queries: queries, costs: costs)
  }

  /// The planned excerpts that were cut, and by length the recordings of those that could not be.
  private func excerpts(
    of layout: RunLayout
  ) throws -> (cut: [CutKey: ExcerptRow], silent: [Seconds: [TrackID]]) {
    var cut: [CutKey: ExcerptRow] = [:]
    var silent: [Seconds: [TrackID]] = [:]
    let statement = try connection.prepare(
      """
      SELECT query, length, start, split, recording, track, answers
      FROM excerpts JOIN planned USING (query, length) WHERE source = ?1
      """)
    try statement.forEachRow([.text(layout.source)]) { row in
      let length = Seconds(try row.double(1))
      if row.isNull(2) {
        silent[length, default: []].append(TrackID(try row.text(4)))
        return
      }
      let start = Seconds(Rounding.fine(try row.double(2)))
      let answers: [StoredAnswer] = try decodeJSON(from: try row.text(6))
      let excerpt = ExcerptRow(
        query: QueryID(try row.text(0)), seconds: length.value, split: try row.text(3),
        recording: try row.text(4), source: TrackID(try row.text(5)), start: start,
        truth: answers.map { $0.occurrence(cutAt: start) })
      cut[excerpt.key] = excerpt
    }
    return (cut, silent)
  }

  private func rows(
    of trial: RunLayout.Trial, excerpts: [CutKey: ExcerptRow]
  ) throws -> [QueryRow] {
    let statement = try connection.prepare(
      """
      SELECT query, status, failure, best, score, confidence, start, scale, skew, next_score,
        true_rank, true_score, shift, true_scale, true_skew, snr, bytes, lookups, postings, skipped,
        verified, compared
      FROM trials JOIN observations ON observations.trial = key JOIN planned USING (query)
      WHERE trials.trial = ?1 AND length = ?2
      """)
    var rows: [QueryRow] = []
    try statement.forEachRow([.text(trial.id.rawValue), .real(trial.length.value)]) { row in
      let query = QueryID(try row.text(0))
      guard let excerpt = excerpts[CutKey(query: query, length: trial.length)],
        let status = QueryRow.Status(rawValue: try row.text(1))
      else {
        throw ExperimentError.invalid(
          path: folder.appending("run.sqlite"),
          problem: "the observation of query '\(query)' is damaged; remove the file and run again")
      }
      rows.append(try Self.queryRow(row, of: trial, cutAs: excerpt, status: status))
    }
    return rows.sorted { ($0.split, $0.query) < ($1.split, $1.query) }
  }

  private static func queryRow(
    _ row: borrowing Row, of trial: RunLayout.Trial, cutAs excerpt: ExcerptRow,
    status: QueryRow.Status
  ) throws -> QueryRow {
    let change = TruthChange(
      shift: Seconds(try row.double(12)), timeScale: try row.double(13),
      frequencySkew: try row.double(14))
    var result = QueryRow(
      variant: trial.variant, condition: trial.condition, seconds: trial.length.value,
      query: excerpt.query, recording: excerpt.recording, split: excerpt.split,
      truth: change.applied(to: excerpt.truth), status: status,
      failure: row.isNull(2) ? nil : try row.text(2), nextScore: try row.optional(9),
      trueRank: row.isNull(10) ? nil : try row.int(10), trueScore: try row.optional(11),
      achievedSNR: try row.optional(15), signatureBytes: try row.int(16))
    if !row.isNull(3) {
      result.best = RankedAnswer(
        track: TrackID(try row.text(3)), score: try row.double(4),
        confidence: try row.optional(5),
        alignment: Alignment(
          referenceStart: Seconds(try row.double(6)), timeScale: try row.double(7),
          frequencySkew: try row.double(8)))
    }
    result.work.lookups = try row.int(17)
    result.work.postingsRead = try row.int(18)
    result.work.postingsSkipped = try row.int(19)
    result.work.placesVerified = try row.int(20)
    result.work.framesCompared = try row.int(21)
    return result
  }

  /// One line for each variant and condition with queries that failed or were excluded.
  private static func warnings(about queries: [QueryRow]) -> [String] {
    var lines: [String] = []
    var counts: [String: (count: Int, first: String)] = [:]
    for row in queries where row.status == .failed || row.status == .excluded {
      let line =
        "variant '\(row.variant)', condition '\(row.condition)': \(row.status.rawValue) queries"
      if counts[line] == nil { lines.append(line) }
      counts[line, default: (0, "'\(row.query)', \(row.failure ?? "no reason given")")].count += 1
    }
    return lines.map { line in
      "\(line): \(counts[line]?.count ?? 0), the first \(counts[line]?.first ?? "")"
    }
  }

  private func readSessions(into provenance: inout Provenance) throws {
    var versions: Set<String> = []
    var seconds = 0.0
    try connection.prepare("SELECT began, ended, seconds, versions FROM sessions ORDER BY number")
      .forEachRow { row in
        if provenance.times["began"] == nil { provenance.times["began"] = try row.text(0) }
        if !row.isNull(1) {
          provenance.times["ended"] = try row.text(1)
          seconds += try row.double(2)
        }
        versions.insert(try row.text(3))
      }
    provenance.times["seconds_in_finished_sessions"] = Rounding.micro.text(seconds)
    if versions.count > 1 {
      provenance.warnings.append(
        "the run was continued with other library versions; start it in an empty folder for "
          + "figures of one set of versions")
    }
  }
}

extension Row {
  fileprivate func optional(_ column: Int) throws -> Double? {
    isNull(column) ? nil : try double(column)
  }
}
