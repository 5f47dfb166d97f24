public import Fingerprinting
internal import Foundation
internal import SQLite

extension RunStore {
  /// Takes over all that another store of the same plan knows.
  ///
  /// What is known already stays. Merging the shards of a run in any order gives the record of one
  /// run, times aside.
  ///
  /// - Parameter folder: the other run's folder.
  /// - Throws: `ExperimentError` where it is of another plan, corpus or version, or has no store.
  public func merge(_ folder: FilePath) throws {
    let path = folder.appending("run.sqlite")
    guard path.withCString({ access($0, F_OK) == 0 }) else {
      throw ExperimentError.missing(
        path: path, remedy: "shards are merged from the folders that 'soundmark run' wrote")
    }
    let other = try Connection(path: path.bytes, mode: .readWrite)
    // What is no run, or of another version, says so.
    try other.require(Self.schema)
    func theirs(_ name: String) throws -> String? {
      try other.query("SELECT value FROM meta WHERE name = ?1", [.text(name)]) { try $0.text(0) }
        .first
    }
    guard let layout = try theirs("layout"), let provenance = try theirs("provenance") else {
      throw ExperimentError.invalid(path: path, problem: "the run has not begun; run it first")
    }
    if let mine = try? meta("layout") {
      guard mine == layout, try Self.plan(of: meta("provenance")) == Self.plan(of: provenance)
      else {
        throw ExperimentError.invalid(
          path: path,
          problem: "it is a run of another plan, corpus or strategy than the ones before it; merge "
            + "shards of one plan on one corpus")
      }
    } else {
      try setMeta("layout", layout)
      try setMeta("provenance", provenance)
    }
    try connection.run("ATTACH DATABASE ?1 AS other", [.blob(path.bytes)])
    defer { try? connection.execute("DETACH DATABASE other") }
    try connection.transaction {
      for table in ["signatures", "excerpts", "planned", "costs"] {
        try connection.execute("INSERT OR IGNORE INTO \(table) SELECT * FROM other.\(table)")
      }
      try connection.execute(
        """
        INSERT OR IGNORE INTO trials (trial) SELECT trial FROM other.trials ORDER BY key
        """)
      try connection.execute(
        """
        INSERT INTO sessions (began, ended, seconds, versions)
        SELECT began, ended, seconds, versions FROM other.sessions ORDER BY number
        """)
      let columns = [
        "query", "status", "failure", "best", "score", "confidence", "start", "scale", "skew",
        "next_score", "true_rank", "true_score", "shift", "true_scale", "true_skew", "snr", "bytes",
        "lookups", "postings", "skipped", "verified", "compared", "candidates", "draws",
      ]
      try connection.execute(
        """
        INSERT OR IGNORE INTO observations (trial, \(columns.joined(separator: ", ")))
        SELECT mine.key, \(columns.map { "found." + $0 }.joined(separator: ", "))
        FROM other.observations AS found
        JOIN other.trials AS theirs ON theirs.key = found.trial
        JOIN trials AS mine ON mine.trial = theirs.trial
        """)
    }
  }

  /// What two provenances of one plan have in common: neither machine nor warnings.
  private static func plan(of json: String) throws -> [String] {
    let provenance: Provenance = try decodeJSON(from: json)
    return [
      provenance.planDigest, try canonicalJSON(provenance.corpora),
      try canonicalJSON(provenance.variants), try canonicalJSON(provenance.conditions),
    ]
  }
}
