internal import AudioFiles
internal import Checksums
internal import Fingerprinting
internal import Foundation
internal import SQLite

/// The tables of a catalog file.
///
/// Every change is one transaction. One that adds or removes a recording gives the contents a new
/// name: the index beside the file is of these contents only if it bears that name.
final class CatalogStore {
  static let schema = Schema(
    name: "soundmark catalog", applicationID: 0x534d_4b43,  // SMKC
    migrations: [
      """
      CREATE TABLE catalog (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        strategy TEXT NOT NULL,
        revision INTEGER NOT NULL,
        configuration_digest TEXT NOT NULL,
        configuration TEXT NOT NULL,
        contents TEXT NOT NULL
      ) STRICT;
      CREATE TABLE track (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        sha256 TEXT NOT NULL UNIQUE,
        duration REAL NOT NULL,
        report TEXT NOT NULL,
        media TEXT NOT NULL,
        signature BLOB NOT NULL,
        checksum INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE path (
        path BLOB PRIMARY KEY,
        track INTEGER NOT NULL REFERENCES track (number) ON DELETE CASCADE
      ) STRICT;
      CREATE INDEX path_by_track ON path (track);
      """,
      """
      CREATE TABLE media_item (
        track INTEGER NOT NULL REFERENCES track (number) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        item TEXT NOT NULL,
        PRIMARY KEY (track, place)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO media_item
        SELECT number, 0, json_object('custom', json(media)) FROM track WHERE media <> '{}';
      ALTER TABLE track DROP COLUMN media;
      CREATE TABLE operating_point (
        name TEXT PRIMARY KEY,
        point TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE calibration (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        calibration TEXT NOT NULL
      ) STRICT;
      """,
    ])

  let path: FilePath
  let identity: ComponentIdentity
  let configuration: String
  let connection: Connection
  private var recordingsChanged = false

  /// Makes a catalog, or opens one that the same strategy made.
  init(
    creating path: FilePath, identity: ComponentIdentity, configuration: String, busyTimeout: Int
  ) throws {
    try Self.check(configuration, of: identity)
    // One file while nobody writes, so that it can be copied, and read in a read-only folder.
    connection = try Connection(
      path: path.bytes, mode: .create, journal: .rollback, busyTimeout: busyTimeout)
    try Self.prepare(connection, identity, configuration)
    self.path = path
    (self.identity, self.configuration) = try Self.readIdentity(connection)
    guard self.identity == identity else {
      throw CatalogError.identityMismatch(path, catalog: self.identity, strategy: identity)
    }
  }

  private static func check(_ configuration: String, of identity: ComponentIdentity) throws {
    guard SHA256.hexDigest(of: Data(configuration.utf8)) == identity.configurationDigest else {
      throw CatalogError.foreignConfiguration(strategy: identity)
    }
  }

  private static func prepare(
    _ connection: Connection, _ identity: ComponentIdentity, _ configuration: String
  ) throws {
    try connection.migrate(to: schema)
    try connection.run(
      "INSERT OR IGNORE INTO catalog VALUES (1, ?1, ?2, ?3, ?4, ?5)",
      [
        .text(identity.name), .integer(identity.revision), .text(identity.configurationDigest),
        .text(configuration), .text(newName()),
      ])
  }

  /// Makes a catalog in memory.
  init(inMemory name: FilePath, identity: ComponentIdentity, configuration: String) throws {
    try Self.check(configuration, of: identity)
    connection = try Connection()
    try Self.prepare(connection, identity, configuration)
    path = name
    (self.identity, self.configuration) = (identity, configuration)
  }

  /// Opens the bytes of a catalog file, for reading.
  init(bytes: [UInt8], name: FilePath) throws {
    connection = try Connection(bytes: bytes, name: name.description)
    try connection.require(Self.schema)
    path = name
    (identity, configuration) = try Self.readIdentity(connection)
  }

  /// Opens a catalog that exists.
  init(opening path: FilePath, forWriting: Bool, busyTimeout: Int) throws {
    connection = try Connection(
      path: path.bytes, mode: forWriting ? .readWrite : .readOnly, journal: .rollback,
      busyTimeout: busyTimeout)
    if forWriting { try connection.migrate(to: Self.schema) }
    try connection.require(Self.schema)
    self.path = path
    (identity, configuration) = try Self.readIdentity(connection)
  }

  private static func readIdentity(
    _ connection: Connection
  ) throws -> (ComponentIdentity, String) {
    let rows = try connection.query(
      "SELECT strategy, revision, configuration_digest, configuration FROM catalog"
    ) { row in
      (
        ComponentIdentity(
          name: try row.text(0), revision: try row.int(1), configurationDigest: try row.text(2)),
        try row.text(3)
      )
    }
    guard let row = rows.first else {
      throw CatalogError.notFound(
        FilePath(escaped: connection.file), what: "strategy", hint: "make it again")
    }
    return row
  }

  /// A name that no other contents have, of this catalog or another; it decides no answer.
  private static func newName() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// Runs `body` in one transaction: all of it counts, or nothing.
  func change<Value>(_ body: () throws -> Value) throws -> Value {
    try connection.transaction {
      recordingsChanged = false
      let value = try body()
      if recordingsChanged { try nameContents(Self.newName()) }
      return value
    }
  }

  /// Gives the contents a name, inside a change.
  func nameContents(_ name: String) throws {
    try connection.run("UPDATE catalog SET contents = ?1", [.text(name)])
    recordingsChanged = false
  }

  /// The name of the contents as they are now.
  func contents() throws -> String {
    try connection.query("SELECT contents FROM catalog") { try $0.text(0) }.first ?? ""
  }

  // MARK: adding

  /// What a file turned out to hold.
  struct Contents: Sendable {
    var sha256: String
    var duration: Seconds
    var report: DecodeReport
    var signature: [UInt8]
    /// What the file says of itself, for a new recording of which nothing else is known.
    var tags: MediaItem?
  }

  /// Whether there is a recording with these bytes.
  func holds(_ sha256: String) throws -> Bool {
    try !connection.query("SELECT 1 FROM track WHERE sha256 = ?1", [.text(sha256)]) { _ in true }
      .isEmpty
  }

  /// Connects a path with the recording that has its bytes; nil where there is none.
  func link(_ source: CatalogSource, sha256: String) throws -> CatalogAddition.Outcome? {
    try change { try linkKnown(source, sha256) }
  }

  func linkKnown(
    _ source: CatalogSource, _ sha256: String
  ) throws -> CatalogAddition.Outcome? {
    let tracks = try connection.query(
      "SELECT number, id FROM track WHERE sha256 = ?1", [.text(sha256)]
    ) { (try $0.int64(0), TrackID(try $0.text(1))) }
    guard let (number, id) = tracks.first else { return nil }
    if !source.mediaItems.isEmpty { try write(source.mediaItems, of: number) }
    return try link(source.path.absolute, to: number) ? .duplicate(of: id) : .unchanged(id)
  }

  /// Adds a recording, unless another program has done so in the meantime.
  func add(_ source: CatalogSource, _ contents: Contents) throws -> CatalogAddition.Outcome {
    try change {
      if let outcome = try linkKnown(source, contents.sha256) { return outcome }
      let path = source.path.absolute
      if let known = try onlyRecording(of: path), source.id == nil || source.id == known.id {
        try replace(known.number, with: contents)
        if !source.mediaItems.isEmpty { try write(source.mediaItems, of: known.number) }
        return .changed(known.id)
      }
      // A file whose bytes have changed stands for its new recording only.
      try unlink(path)
      guard let id = try freeName(for: source, path) else {
        return .failed(
          reason: "the id '\(source.id?.rawValue ?? "")' names another recording", isMissing: false)
      }
      let number = try insert(id, contents)
      try write(
        source.mediaItems.isEmpty ? [contents.tags].compactMap(\.self) : source.mediaItems,
        of: number)
      _ = try link(path, to: number)
      return .added(id)
    }
  }

  /// The recording that has this file and no other.
  private func onlyRecording(of path: FilePath) throws -> (number: Int64, id: TrackID)? {
    try connection.query(
      """
      SELECT number, id FROM track WHERE number = (SELECT track FROM path WHERE path = ?1)
        AND (SELECT count(*) FROM path WHERE track = number) = 1
      """, [.blob(path.bytes)]
    ) { (try $0.int64(0), TrackID(try $0.text(1))) }.first
  }

  /// Adds a row, inside a change.
  func insert(_ id: TrackID, _ contents: Contents) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO track (id, sha256, duration, report, signature, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, [.text(id.rawValue)] + columns(of: contents))
    recordingsChanged = true
    return connection.lastInsertedRow
  }

  private func replace(_ number: Int64, with contents: Contents) throws {
    try connection.run(
      """
      UPDATE track SET sha256 = ?2, duration = ?3, report = ?4, signature = ?5, checksum = ?6
      WHERE number = ?1
      """, [.integer(number)] + columns(of: contents))
    recordingsChanged = true
  }

  private func columns(of contents: Contents) throws -> [SQLValue] {
    [
      .text(contents.sha256), .real(contents.duration.value), .text(try json(contents.report)),
      .blob(contents.signature), .integer(Int64(CRC32.checksum(of: contents.signature))),
    ]
  }

  /// The name as given; the absolute path where another recording has that name.
  private func freeName(for source: CatalogSource, _ path: FilePath) throws -> TrackID? {
    let names = source.id.map { [$0.rawValue] } ?? [source.path.description, path.description]
    for name in names {
      let taken = try connection.query("SELECT 1 FROM track WHERE id = ?1", [.text(name)]) { _ in 1
      }
      if taken.isEmpty { return TrackID(name) }
    }
    return nil
  }

  /// Whether the path was not one of the recording's before.
  func link(_ path: FilePath, to number: Int64) throws -> Bool {
    let owner = try connection.query("SELECT track FROM path WHERE path = ?1", [.blob(path.bytes)])
    {
      try $0.int64(0)
    }
    if owner == [number] { return false }
    try unlink(path)
    try connection.run("INSERT INTO path VALUES (?1, ?2)", [.blob(path.bytes), .integer(number)])
    return true
  }

  /// Forgets a path, and its recording where that was its last.
  private func unlink(_ path: FilePath) throws {
    let owners = try connection.query("SELECT track FROM path WHERE path = ?1", [.blob(path.bytes)])
    { try $0.int64(0) }
    guard let owner = owners.first else { return }
    try connection.run("DELETE FROM path WHERE path = ?1", [.blob(path.bytes)])
    try connection.run(
      "DELETE FROM track WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM path WHERE track = ?1)",
      [.integer(owner)])
    if connection.changes > 0 { recordingsChanged = true }
  }

  // MARK: removing

  /// Removes a recording with all its paths.
  func remove(_ id: TrackID) throws {
    try change {
      try connection.run("DELETE FROM track WHERE id = ?1", [.text(id.rawValue)])
      guard connection.changes > 0 else { throw try notFound(id) }
      recordingsChanged = true
    }
  }

  func notFound(_ id: TrackID) throws -> CatalogError {
    let known = try connection.query("SELECT id FROM track ORDER BY number") { try $0.text(0) }
    return .notFound(
      path, what: "track '\(id)'",
      hint: known.isEmpty ? "it is empty" : nearestNames(to: id.rawValue, among: known))
  }

  /// Forgets a path, and its recording where that was its last.
  func remove(_ file: FilePath) throws {
    try change {
      let before = connection.totalChanges
      try unlink(file.absolute)
      guard connection.totalChanges > before else {
        throw CatalogError.notFound(
          path, what: "file '\(file.absolute)'", hint: "list it to see which files it has")
      }
    }
  }

  /// Forgets the paths at which there is nothing any more.
  ///
  /// - Returns: the paths forgotten, sorted.
  func prune() throws -> [FilePath] {
    let all = try connection.query("SELECT path FROM path ORDER BY path") {
      FilePath(bytes: try $0.blob(0))
    }
    let missing = all.filter { file in
      var status = stat()
      return file.withCString { stat($0, &status) } != 0 && (errno == ENOENT || errno == ENOTDIR)
    }
    try change { for file in missing { try unlink(file) } }
    return missing
  }

  /// Gives the room of what was removed back to the disk.
  func vacuum() throws { try connection.execute("VACUUM") }

  // MARK: reading

  /// The recordings in order of their adding.
  func tracks() throws -> [CatalogTrack] {
    var paths: [Int64: [FilePath]] = [:]
    let statement = try connection.prepare("SELECT track, path FROM path ORDER BY rowid")
    try statement.forEachRow {
      paths[try $0.int64(0), default: []].append(.init(bytes: try $0.blob(1)))
    }
    let items = try mediaItemsByNumber()
    return try connection.query(
      """
      SELECT number, id, sha256, duration, report, length(signature)
      FROM track ORDER BY number
      """
    ) { row in
      let id = TrackID(try row.text(1))
      let report = try report(try row.text(4), of: id)
      let number = try row.int64(0)
      return CatalogTrack(
        id: id, paths: paths[number] ?? [], sha256: try row.text(2),
        duration: Seconds(try row.double(3)), decoder: report.decoder, warnings: report.warnings,
        mediaItems: items[number] ?? [], signatureBytes: try row.int(5))
    }
  }

  /// Hands out every signature in order of adding, checked.
  func forEachSignature(_ body: (TrackID, Signature) throws -> Void) throws {
    let statement = try connection.prepare(
      "SELECT number, id, signature, checksum FROM track WHERE number > ?1 ORDER BY number LIMIT 1")
    var last: Int64 = 0
    while true {
      var found: (id: TrackID, bytes: [UInt8], checksum: Int64)?
      // One at a time, so that no lock is held while `body` works.
      try statement.forEachRow([.integer(last)]) { row in
        last = try row.int64(0)
        found = (TrackID(try row.text(1)), try row.blob(2), try row.int64(3))
      }
      guard let (id, bytes, checksum) = found else { return }
      guard Int64(CRC32.checksum(of: bytes)) == checksum else {
        throw CatalogError.damaged(path, track: id, reason: "its checksum is wrong")
      }
      let signature: Signature
      do {
        signature = try Signature(decoding: bytes)
      } catch {
        throw CatalogError.damaged(path, track: id, reason: error.description)
      }
      try body(id, signature)
    }
  }

  func report(_ json: String, of track: TrackID) throws -> DecodeReport {
    do {
      return try JSONDecoder().decode(DecodeReport.self, from: Data(json.utf8))
    } catch let error as DecodingError {
      throw CatalogError.damaged(path, track: track, reason: error.plainDescription)
    }
  }

  func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
