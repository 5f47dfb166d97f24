internal import Fingerprinting
internal import Tabular

/// `queries.csv`: one row a query and trial, kept small so that a published run fits in version
/// control.
///
/// - `best` is the track named first, by its number in `tracks.csv`.
/// - `start`, `scale` and `skew` are its alignment; an empty skew is 0, an empty scale 1 + skew, as
///   of sound that is only played faster or slower.
/// - `true_rank` and `true_score` belong to the first candidate that names a true track; the score
///   is left empty at rank 1, where it is `score`.
/// - `shift`, `true_scale` and `true_skew` say how the condition moved the truth that
///   `excerpts.csv` gives, in the same way.
/// - `work` is lookups/postings read/postings skipped/places verified/frames compared, without the
///   zeros at its end.
extension RunFiles {
  static let queryHeader = [
    "variant", "condition", "seconds", "query", "status", "best", "score", "confidence", "start",
    "scale", "skew", "next_score", "true_rank", "true_score", "shift", "true_scale", "true_skew",
    "snr", "bytes", "work", "failure",
  ]

  static func byKey(_ excerpts: [ExcerptRow]) -> [CutKey: ExcerptRow] {
    Dictionary(excerpts.map { ($0.key, $0) }) {
      first, _ in first
    }
  }

  static func queries(of record: RunRecord) throws(ExperimentError) -> String {
    let excerpts = byKey(record.excerpts)
    let numbers = Dictionary(
      uniqueKeysWithValues: tracks(of: record).enumerated().map { ($1, $0 + 1) })
    var writer = CSVWriter()
    writer.row(queryHeader)
    for row in record.queries {
      guard let excerpt = excerpts[CutKey(query: row.query, length: Seconds(row.seconds))] else {
        throw .unusablePlan("query '\(row.query)' of \(row.seconds) s has no excerpt")
      }
      writer.row(fields(of: row, cutAs: excerpt, numbers: numbers))
    }
    return writer.text
  }

  private static func fields(
    of row: QueryRow, cutAs excerpt: ExcerptRow, numbers: [TrackID: Int]
  ) -> [String] {
    func text(_ value: Double?, _ rounding: Rounding = .fine, omitting standard: Double? = nil)
      -> String
    {
      guard let value, value != standard else { return "" }
      return rounding.text(value)
    }
    func scale(_ scale: Double?, skew: Double?) -> String {
      text(scale, .micro, omitting: plainScale(of: skew ?? 0))
    }
    let change = TruthChange(from: excerpt.truth, to: row.truth)
    let best = row.best
    let skew = best?.alignment.frequencySkew
    return [
      row.variant, row.condition, Rounding.fine.text(row.seconds), row.query.rawValue,
      row.status.rawValue,
      best.flatMap { numbers[$0.track] }.map { "\($0)" } ?? "",
      text(best?.score, .score), text(best?.confidence), text(best?.alignment.referenceStart.value),
      scale(best?.alignment.timeScale, skew: skew), text(skew, .micro, omitting: 0),
      text(row.nextScore, .score), row.trueRank.map { "\($0)" } ?? "",
      row.trueRank == 1 ? "" : text(row.trueScore, .score),
      text(change.shift.value, omitting: 0),
      scale(change.timeScale, skew: change.frequencySkew),
      text(change.frequencySkew, .micro, omitting: 0), text(row.achievedSNR, .decibel),
      row.signatureBytes == 0 ? "" : "\(row.signatureBytes)", counts(of: row.work),
      row.failure ?? "",
    ]
  }

  /// The time scale of sound that is only played faster or slower.
  private static func plainScale(of skew: Double) -> Double { Rounding.micro(1 + skew) }

  /// The tracks that answers name, in byte order: those of `tracks.csv`, numbered from 1.
  static func tracks(of record: RunRecord) -> [TrackID] {
    Set(record.queries.compactMap(\.best?.track)).sorted()
  }

  private static let counters: [any WritableKeyPath<WorkCounters, Int> & Sendable] = [
    \.lookups, \.postingsRead, \.postingsSkipped, \.placesVerified, \.framesCompared,
  ]

  private static func counts(of work: WorkCounters) -> String {
    let last = counters.lastIndex { work[keyPath: $0] != 0 } ?? -1
    return counters.prefix(last + 1).map { "\(work[keyPath: $0])" }.joined(separator: "/")
  }

  private static func work(in row: RowReader) throws(ExperimentError) -> WorkCounters {
    var work = WorkCounters()
    let numbers = row["work"].split(separator: "/").map { Int($0) }
    for (place, number) in numbers.enumerated() {
      guard place < counters.count, let number, RowReader.counts.contains(number) else {
        throw row.problem(
          "work",
          expected:
            "at most five whole numbers from 0 to \(RowReader.counts.upperBound) between slashes")
      }
      work[keyPath: counters[place]] = number
    }
    return work
  }

  static func readQueries(
    _ path: FilePath, excerpts: [ExcerptRow], tracks: [TrackID]
  ) throws -> [QueryRow] {
    let excerpts = byKey(excerpts)
    // Rows share the text of labels.
    var labels: [String: String] = [:]
    func shared(_ label: String) -> String {
      if let known = labels[label] { return known }
      labels[label] = label
      return label
    }
    var seen: Set<AnswerKey> = []
    return try readRows(of: path, header: queryHeader) { row in
      let seconds = try row.needed("seconds")
      let query = QueryID(row["query"])
      let key = AnswerKey(
        variant: row["variant"], condition: row["condition"],
        cut: CutKey(query: query, length: Seconds(seconds)))
      guard seen.insert(key).inserted else {
        throw row.problem("query", expected: "one row for each query of a variant and condition")
      }
      guard let excerpt = excerpts[key.cut] else {
        throw row.problem("query", expected: "a query of excerpts.csv")
      }
      guard let status = QueryRow.Status(rawValue: row["status"]) else {
        let known = QueryRow.Status.allCases.map(\.rawValue).joined(separator: ", ")
        throw row.problem("status", expected: "one of \(known)")
      }
      let score = try row.number("score")
      let trueRank = try row.count("true_rank")
      let skew = try row.number("skew") ?? 0
      let trueSkew = try row.number("true_skew") ?? 0
      let change = TruthChange(
        shift: Seconds(try row.number("shift") ?? 0),
        timeScale: try row.number("true_scale") ?? plainScale(of: trueSkew),
        frequencySkew: trueSkew)
      var result = QueryRow(
        variant: shared(row["variant"]), condition: shared(row["condition"]), seconds: seconds,
        query: excerpt.query,
        recording: excerpt.recording, split: excerpt.split,
        truth: change.applied(to: excerpt.truth), status: status,
        failure: row["failure"].isEmpty ? nil : row["failure"])
      if let score {
        let number = try row.count("best")
        guard tracks.indices.contains(number - 1) else {
          throw row.problem("best", expected: "the number of a track of tracks.csv")
        }
        result.best = RankedAnswer(
          track: tracks[number - 1], score: score,
          confidence: try row.number("confidence"),
          alignment: Alignment(
            referenceStart: Seconds(try row.needed("start")),
            timeScale: try row.number("scale") ?? plainScale(of: skew), frequencySkew: skew))
      }
      result.nextScore = try row.number("next_score")
      result.trueRank = trueRank > 0 ? trueRank : nil
      result.trueScore = trueRank == 1 ? score : try row.number("true_score")
      result.achievedSNR = try row.number("snr")
      result.signatureBytes = try row.count("bytes")
      result.work = try work(in: row)
      return result
    }
  }
}

/// What a row speaks of: a second one would count twice.
private struct AnswerKey: Hashable {
  var variant: String
  var condition: String
  var cut: CutKey
}
