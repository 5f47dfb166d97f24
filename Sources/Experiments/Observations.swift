internal import Corpora
internal import Fingerprinting
internal import SQLite

/// Observations and excerpts in the store.
extension RunStore {
  /// Where a planned query was cut.
  struct Cut: Sendable {
    var query: PlannedQuery
    /// Where the excerpt begins; absent where the whole track is too quiet to ask about.
    var start: Seconds?
  }

  /// Keeps a batch: all of it, or nothing where the program dies.
  func commit(_ cuts: [Cut], _ outcomes: [Outcome], source: String) throws {
    try connection.transaction {
      let cutting = try connection.prepare(
        "INSERT OR IGNORE INTO excerpts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      for cut in cuts {
        try cutting.run([
          .text(source), .text(cut.query.id.rawValue), .real(cut.query.length.value),
          .optional(cut.start?.value), .text(cut.query.split.rawValue),
          .text(cut.query.track.recording), .text(cut.query.track.id.rawValue),
          .text(try canonicalJSON(cut.query.storedAnswers)),
        ])
      }
      let observing = try connection.prepare(
        """
        INSERT OR IGNORE INTO observations SELECT key, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
          ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25
        FROM trials WHERE trial = ?1
        """)
      for outcome in outcomes { try observing.run(Self.values(of: outcome)) }
    }
  }

  private static func values(of outcome: Outcome) -> [SQLValue] {
    let best = outcome.best
    return [
      .text(outcome.trial.rawValue), .text(outcome.query.rawValue), .text(outcome.status.rawValue),
      .optional(outcome.failure), .optional(best?.track.rawValue), .optional(best?.score),
      .optional(best?.confidence), .optional(best?.alignment.referenceStart.value),
      .optional(best?.alignment.timeScale), .optional(best?.alignment.frequencySkew),
      .optional(outcome.nextScore), .optional(outcome.trueRank.map { Int64($0) }),
      .optional(outcome.trueScore), .real(outcome.change.shift.value),
      .real(outcome.change.timeScale), .real(outcome.change.frequencySkew),
      .optional(outcome.achievedSNR), .integer(outcome.signatureBytes),
      .integer(outcome.work.lookups), .integer(outcome.work.postingsRead),
      .integer(outcome.work.postingsSkipped), .integer(outcome.work.placesVerified),
      .integer(outcome.work.framesCompared), .text(outcome.candidates), .text(outcome.draws),
    ]
  }

  /// The queries that a trial has answered.
  func answered(_ trial: TrialID) throws -> Set<QueryID> {
    Set(
      try connection.query(
        """
        SELECT query FROM observations JOIN trials ON observations.trial = key
        WHERE trials.trial = ?1
        """, [.text(trial.rawValue)]
      ) { QueryID(try $0.text(0)) })
  }

  /// The starts found for queries; `nil` inside where a query has none.
  func starts(source: String) throws -> [CutKey: Seconds?] {
    let rows = try connection.query(
      "SELECT query, length, start FROM excerpts WHERE source = ?1", [.text(source)]
    ) { row -> (CutKey, Seconds?) in
      (
        CutKey(query: QueryID(try row.text(0)), length: Seconds(try row.double(1))),
        row.isNull(2) ? nil : Seconds(try row.double(2))
      )
    }
    return Dictionary(rows) { first, _ in first }
  }
}
