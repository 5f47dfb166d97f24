public import Fingerprinting
internal import Foundation
internal import SQLite

/// A run's `run.sqlite`: everything that was found out, kept one transaction a batch.
///
/// A run that was stopped in any way is continued by running it again on the same store: what was
/// committed is used, and nothing else. Observations are kept under the digest of all that decides
/// them, so that a changed plan, corpus or strategy never meets another's answers.
public actor RunStore {
  /// The folder that the store is in.
  public nonisolated let folder: FilePath
  let connection: Connection

  static let schema = Schema(
    name: "run", applicationID: 0x536d_526e,
    migrations: [
      """
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE sessions (
        number INTEGER PRIMARY KEY, began TEXT NOT NULL, ended TEXT, seconds REAL,
        versions TEXT NOT NULL
      ) STRICT;
      CREATE TABLE signatures (
        strategy TEXT NOT NULL, sha256 TEXT NOT NULL, signature BLOB NOT NULL,
        crc INTEGER NOT NULL, seconds REAL NOT NULL, warnings TEXT NOT NULL,
        PRIMARY KEY (strategy, sha256)
      ) STRICT;
      CREATE TABLE excerpts (
        source TEXT NOT NULL, query TEXT NOT NULL, length REAL NOT NULL, start REAL,
        split TEXT NOT NULL, recording TEXT NOT NULL, track TEXT NOT NULL, answers TEXT NOT NULL,
        PRIMARY KEY (source, query, length)
      ) STRICT;
      CREATE TABLE trials (
        key INTEGER PRIMARY KEY, trial TEXT NOT NULL UNIQUE
      ) STRICT;
      CREATE TABLE observations (
        trial INTEGER NOT NULL REFERENCES trials, query TEXT NOT NULL, status TEXT NOT NULL,
        failure TEXT, best TEXT, score REAL, confidence REAL, start REAL, scale REAL, skew REAL,
        next_score REAL, true_rank INTEGER, true_score REAL, shift REAL NOT NULL,
        true_scale REAL NOT NULL, true_skew REAL NOT NULL, snr REAL, bytes INTEGER NOT NULL,
        lookups INTEGER NOT NULL, postings INTEGER NOT NULL, skipped INTEGER NOT NULL,
        verified INTEGER NOT NULL, compared INTEGER NOT NULL, candidates TEXT NOT NULL,
        draws TEXT NOT NULL,
        PRIMARY KEY (trial, query)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE planned (
        query TEXT NOT NULL, length REAL NOT NULL, PRIMARY KEY (query, length)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE costs (key TEXT PRIMARY KEY, cost TEXT NOT NULL) STRICT, WITHOUT ROWID;
      """
    ])

  /// Opens the store of a folder.
  ///
  /// - Parameters:
  ///   - folder: the run's folder.
  ///   - create: whether folder and store are made where they do not exist.
  /// - Throws: `ExperimentError` where there is no store, or the folder cannot be made; `SQLiteError`
  ///   where the file is not a run's.
  public init(_ folder: FilePath, create: Bool) throws {
    self.folder = folder
    let path = folder.appending("run.sqlite")
    if create {
      try makeFolder(folder)
    } else if !path.withCString({ access($0, F_OK) == 0 }) {
      throw ExperimentError.missing(
        path: path, remedy: "name the folder of a run, or run the experiment first")
    }
    connection = try Connection(path: path.bytes, mode: create ? .create : .readWrite)
    // A commit survives the death of the process; only a power cut may lose the last ones.
    try connection.execute("PRAGMA synchronous = NORMAL")
    try connection.migrate(to: Self.schema)
  }

  // MARK: sessions

  /// Notes that work begins, and what it is for.
  func begin(_ layout: RunLayout, provenance: Provenance) throws -> Int {
    try connection.transaction {
      try setMeta("layout", try canonicalJSON(layout))
      try setMeta("provenance", try canonicalJSON(provenance))
      for trial in layout.trials {
        try connection.run(
          "INSERT OR IGNORE INTO trials (trial) VALUES (?1)", [.text(trial.id.rawValue)])
      }
      try connection.execute("DELETE FROM planned")
      let planning = try connection.prepare("INSERT INTO planned VALUES (?1, ?2)")
      for query in layout.queries {
        try planning.run([.text(query.query.rawValue), .real(query.length.value)])
      }
      try connection.run(
        "INSERT INTO sessions (began, versions) VALUES (?1, ?2)",
        [.text(Self.now), .text(try canonicalJSON(provenance.versions))])
      return Int(connection.lastInsertedRow)
    }
  }

  /// Replaces what the run is traced to, when more warnings are known.
  func note(_ provenance: Provenance) throws {
    try setMeta("provenance", try canonicalJSON(provenance))
  }

  /// Notes that work has ended.
  func end(session: Int, seconds: Double) throws {
    try connection.run(
      "UPDATE sessions SET ended = ?1, seconds = ?2 WHERE number = ?3",
      [.text(Self.now), .real(seconds), .integer(session)])
  }

  private static var now: String { Date().formatted(.iso8601) }

  func setMeta(_ name: String, _ value: String) throws {
    try connection.run(
      "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [.text(name), .text(value)])
  }

  func meta(_ name: String) throws -> String {
    let found = try connection.query("SELECT value FROM meta WHERE name = ?1", [.text(name)]) {
      try $0.text(0)
    }
    guard let value = found.first else {
      throw ExperimentError.invalid(
        path: folder.appending("run.sqlite"), problem: "the run has not begun; run it first")
    }
    return value
  }

  // MARK: signatures

  /// A reference's signature and how it was come by.
  struct Enrolled: Sendable {
    var signature: [UInt8]
    var checksum: UInt32
    /// Time of decoding and extraction.
    var seconds: Double
    var warnings: [String]
  }

  /// The files, by digest, whose signatures a strategy has already.
  func enrolled(by strategy: ComponentIdentity) throws -> Set<String> {
    Set(
      try connection.query(
        "SELECT sha256 FROM signatures WHERE strategy = ?1", [.text(strategy.key)]
      ) { try $0.text(0) })
  }

  func enrolled(_ sha256: String, by strategy: ComponentIdentity) throws -> Enrolled? {
    try connection.query(
      "SELECT signature, crc, seconds, warnings FROM signatures WHERE strategy = ?1 AND sha256 = ?2",
      [.text(strategy.key), .text(sha256)]
    ) { row in
      Enrolled(
        signature: try row.blob(0), checksum: UInt32(truncatingIfNeeded: try row.int64(1)),
        seconds: try row.double(2), warnings: try decodeJSON(from: try row.text(3)))
    }.first
  }

  func enrol(_ enrolled: Enrolled, of sha256: String, by strategy: ComponentIdentity) throws {
    try connection.run(
      "INSERT OR IGNORE INTO signatures VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .text(strategy.key), .text(sha256), .blob(enrolled.signature),
        .integer(Int64(enrolled.checksum)), .real(enrolled.seconds),
        .text(try canonicalJSON(enrolled.warnings)),
      ])
  }

  // MARK: costs

  /// The cost kept under a digest of all that it depends on.
  func cost(_ key: String) throws -> CostRow? {
    try connection.query("SELECT cost FROM costs WHERE key = ?1", [.text(key)]) {
      try decodeJSON(CostRow.self, from: try $0.text(0))
    }.first
  }

  func keep(_ cost: CostRow, as key: String) throws {
    try connection.run(
      "INSERT OR REPLACE INTO costs VALUES (?1, ?2)", [.text(key), .text(try canonicalJSON(cost))])
  }
}

extension ComponentIdentity {
  /// The identity as the store's keys write it.
  fileprivate var key: String { "\(name) r\(revision) \(configurationDigest)" }
}
