internal import Fingerprinting
internal import Tabular

/// `queries.csv`: one row a query and trial, kept small so that a published run fits in version
/// control.
///
/// - `best` is the track named first; `*` stands for the query's own source track, and a name that
///   begins with `*` has one more.
/// - `start`, `scale` and `skew` are its alignment; an empty scale is 1, an empty skew 0.
/// - `true_rank` and `true_score` belong to the first candidate that names a true track; the score
///   is left empty at rank 1, where it is `score`.
/// - `shift`, `true_scale` and `true_skew` say how the condition moved the truth that
///   `excerpts.csv` gives.
/// - Empty counters are 0.
extension RunFiles {
  static let queryHeader = [
    "variant", "condition", "seconds", "query", "status", "best", "score", "confidence", "start",
    "scale", "skew", "next_score", "true_rank", "true_score", "shift", "true_scale", "true_skew",
    "snr", "bytes", "lookups", "postings", "skipped", "verified", "compared", "failure",
  ]

  static func byKey(_ excerpts: [ExcerptRow]) -> [CutKey: ExcerptRow] {
    Dictionary(excerpts.map { ($0.key, $0) }) {
      first, _ in first
    }
  }

  static func queries(of record: RunRecord) throws(ExperimentError) -> String {
    let excerpts = byKey(record.excerpts)
    var writer = CSVWriter()
    writer.row(queryHeader)
    for row in record.queries {
      guard let excerpt = excerpts[CutKey(query: row.query, length: Seconds(row.seconds))] else {
        throw .unusablePlan("query '\(row.query)' of \(row.seconds) s has no excerpt")
      }
      writer.row(fields(of: row, cutAs: excerpt))
    }
    return writer.text
  }

  private static func fields(of row: QueryRow, cutAs excerpt: ExcerptRow) -> [String] {
    func text(_ value: Double?, _ rounding: Rounding = .fine, omitting standard: Double? = nil)
      -> String
    {
      guard let value, value != standard else { return "" }
      return rounding.text(value)
    }
    func text(_ count: Int) -> String { count == 0 ? "" : "\(count)" }
    let change = TruthChange(from: excerpt.truth, to: row.truth)
    let best = row.best
    return [
      row.variant, row.condition, Rounding.fine.text(row.seconds), row.query.rawValue,
      row.status.rawValue,
      best.map { name(of: $0.track, source: excerpt.source) } ?? "",
      text(best?.score), text(best?.confidence), text(best?.alignment.referenceStart.value),
      text(best?.alignment.timeScale, .micro, omitting: 1),
      text(best?.alignment.frequencySkew, .micro, omitting: 0),
      text(row.nextScore), row.trueRank.map { "\($0)" } ?? "",
      row.trueRank == 1 ? "" : text(row.trueScore),
      text(change.shift.value, omitting: 0), text(change.timeScale, .micro, omitting: 1),
      text(change.frequencySkew, .micro, omitting: 0), text(row.achievedSNR, .decibel),
      text(row.signatureBytes), text(row.work.lookups), text(row.work.postingsRead),
      text(row.work.postingsSkipped), text(row.work.placesVerified),
      text(row.work.framesCompared), row.failure ?? "",
    ]
  }

  private static func name(of track: TrackID, source: TrackID) -> String {
    if track == source { return "*" }
    return track.rawValue.utf8.first == UInt8(ascii: "*") ? "*" + track.rawValue : track.rawValue
  }

  private static func track(named name: String, source: TrackID) -> TrackID {
    if name == "*" { return source }
    return TrackID(name.utf8.first == UInt8(ascii: "*") ? String(name.dropFirst()) : name)
  }

  static func readQueries(_ path: FilePath, excerpts: [ExcerptRow]) throws -> [QueryRow] {
    let excerpts = byKey(excerpts)
    return try readRows(of: path, header: queryHeader) { row in
      let seconds = try row.needed("seconds")
      let query = QueryID(row["query"])
      guard let excerpt = excerpts[CutKey(query: query, length: Seconds(seconds))] else {
        throw row.problem("query", expected: "a query of excerpts.csv")
      }
      guard let status = QueryRow.Status(rawValue: row["status"]) else {
        let known = QueryRow.Status.allCases.map(\.rawValue).joined(separator: ", ")
        throw row.problem("status", expected: "one of \(known)")
      }
      let score = try row.number("score")
      let trueRank = try row.count("true_rank")
      let change = TruthChange(
        shift: Seconds(try row.number("shift") ?? 0), timeScale: try row.number("true_scale") ?? 1,
        frequencySkew: try row.number("true_skew") ?? 0)
      var result = QueryRow(
        variant: row["variant"], condition: row["condition"], seconds: seconds, query: query,
        recording: excerpt.recording, split: excerpt.split,
        truth: change.applied(to: excerpt.truth), status: status,
        failure: row["failure"].isEmpty ? nil : row["failure"])
      if let score {
        result.best = RankedAnswer(
          track: track(named: row["best"], source: excerpt.source), score: score,
          confidence: try row.number("confidence"),
          alignment: Alignment(
            referenceStart: Seconds(try row.needed("start")),
            timeScale: try row.number("scale") ?? 1, frequencySkew: try row.number("skew") ?? 0))
      }
      result.nextScore = try row.number("next_score")
      result.trueRank = trueRank > 0 ? trueRank : nil
      result.trueScore = trueRank == 1 ? score : try row.number("true_score")
      result.achievedSNR = try row.number("snr")
      result.signatureBytes = try row.count("bytes")
      result.work.lookups = try row.count("lookups")
      result.work.postingsRead = try row.count("postings")
      result.work.postingsSkipped = try row.count("skipped")
      result.work.placesVerified = try row.count("verified")
      result.work.framesCompared = try row.count("compared")
      return result
    }
  }
}
