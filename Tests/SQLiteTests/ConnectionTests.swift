import Fingerprinting
import Foundation
import SQLite
import TestSupport
import Testing

private let shelf = Schema(
  name: "shelf", applicationID: 0x5348_4c46,
  migrations: [
    "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, cover BLOB) STRICT",
    "ALTER TABLE book ADD COLUMN price REAL; CREATE INDEX by_title ON book (title)",
  ])

private func reason(_ body: () throws -> Void) -> SQLiteError.Reason? {
  do {
    try body()
    return nil
  } catch let error as SQLiteError {
    return error.reason
  } catch {
    return .other
  }
}

struct ConnectionTests {
  @Test func valuesComeBackAsTheyWere() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB)")
    let texts = ["", "é", "e\u{301}", "zero\0inside", "日本"]
    let blobs: [[UInt8]] = [[], [0], Array(0...255)]
    let insert = try connection.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4)")
    for text in texts {
      for blob in blobs {
        try insert.run([.integer(Int64.min), .real(-0.1), .text(text), .blob(blob)])
      }
    }
    try insert.run([nil, nil, nil, nil])
    let rows = try connection.query("SELECT * FROM t ORDER BY rowid") { row in
      row.isNull(0)
        ? nil
        : (
          try row.int64(0), try row.double(1), Array(try row.text(2).utf8), try row.blob(3),
          try row.withBlob(3) { $0.count }
        )
    }
    #expect(rows.count == 16)
    #expect(rows.last.map { $0 == nil } == true)
    for (place, row) in rows.dropLast().enumerated() {
      let row = try #require(row)
      #expect(row.0 == .min)
      #expect(row.1 == -0.1)
      #expect(row.2 == Array(texts[place / 3].utf8))
      #expect(row.3 == blobs[place % 3])
      #expect(row.4 == blobs[place % 3].count)
    }
  }

  @Test func anotherTypeIsAnErrorNotAConversion() throws {
    let connection = try Connection()
    for (sql, read) in [
      ("SELECT 'x'", { (row: borrowing Row) in _ = try row.int(0) }),
      ("SELECT 1", { (row: borrowing Row) in _ = try row.text(0) }),
      ("SELECT NULL", { (row: borrowing Row) in _ = try row.blob(0) }),
      ("SELECT '1.5'", { (row: borrowing Row) in _ = try row.double(0) }),
    ] {
      #expect(reason { _ = try connection.query(sql, []) { try read($0) } } == .mismatch)
    }
    #expect(try connection.query("SELECT 2") { try $0.double(0) } == [2])
  }

  @Test func errorsSayWhatHappened() throws {
    let connection = try Connection()
    #expect { try connection.execute("SELEC 1") } throws: {
      "\($0)" == "':memory:': near \"SELEC\": syntax error (SQLite 1) in \"SELEC 1\""
    }
    #expect(throws: SQLiteError.self) { try connection.run("SELECT ?1", []) }
    #expect(throws: SQLiteError.self) { try connection.run("", []) }
    try connection.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)")
    let error = #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO t VALUES (?1)", [1])
    }
    #expect(error?.reason == .constraint)
    #expect(error?.code == 2067)  // SQLITE_CONSTRAINT_UNIQUE: the extended code.
  }

  @Test func aStatementCanBeRunAgainAfterAnError() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t (a UNIQUE)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.run([1])
    #expect(throws: SQLiteError.self) { try insert.run([1]) }
    try insert.run([2])
    #expect(try connection.query("SELECT a FROM t") { try $0.int(0) } == [1, 2])
  }

  @Test func transactionsAreAllOrNothing() throws {
    struct Stop: Error {}
    let connection = try Connection()
    try connection.execute("CREATE TABLE t (a)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    let count = try connection.transaction {
      try connection.run("INSERT INTO t VALUES (2)")
      return connection.changes
    }
    #expect(count == 1)
    #expect(try connection.query("SELECT a FROM t") { try $0.int(0) } == [2])
  }

  @Test(arguments: [":memory:", "file:x.db?mode=ro", "a b%20'\"", "-dash", "\u{e9}"])
  func specialNamesAreFiles(name: String) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(name)
      try Connection(path: path.bytes, mode: .create).execute("CREATE TABLE t (a)")
      #expect(try path.read().starts(with: Array("SQLite format 3".utf8)))
    }
  }

  @Test func namesThatAreNoText() throws {
    try withTemporaryDirectory { folder in
      let path = FilePath(bytes: folder.bytes + [0x2f, 0x6c, 0xe9])
      try Connection(path: path.bytes, mode: .create).execute("CREATE TABLE t (a)")
      #expect(try path.read().count >= 4_096)
      #expect(
        reason { _ = try Connection(path: folder.bytes + [0], mode: .create) } == .cannotOpen)
    }
  }

  @Test func refusesWhatCannotBeOpened() throws {
    try withTemporaryDirectory { folder in
      let missing = folder.appending("missing").bytes
      #expect(reason { _ = try Connection(path: missing, mode: .readOnly) } == .cannotOpen)
      #expect(reason { _ = try Connection(path: missing, mode: .readWrite) } == .cannotOpen)
      let text = folder.appending("text")
      for mode in [Connection.Mode.readOnly, .readWrite, .create] {
        for size in [1_000, 700, 100, 16, 2, 1] {
          try text.write(Array(repeating: 0x61, count: size))
          #expect(reason { _ = try Connection(path: text.bytes, mode: mode) } == .notADatabase)
          #expect(try text.read().count == size)
        }
        #expect(reason { _ = try Connection(path: folder.bytes, mode: mode) } == .cannotOpen)
        #expect(reason { _ = try Connection(path: "/dev/full", mode: mode) } == .cannotOpen)
      }
    }
  }

  @Test func waitsForAnotherWriterAndThenSaysSo() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("db").bytes
      let first = try Connection(path: path, mode: .create)
      try first.execute("CREATE TABLE t (a)")
      let second = try Connection(path: path, mode: .readWrite, busyTimeout: 60)
      let start = ContinuousClock.now
      try first.transaction {
        #expect(reason { try second.transaction {} } == .busy)
      }
      #expect(ContinuousClock.now - start >= .milliseconds(50))
      try second.transaction { try second.run("INSERT INTO t VALUES (1)") }
    }
  }

  /// A program that was killed in a transaction leaves a journal: whoever reads next undoes it.
  @Test(arguments: [true, false])
  func whatAKilledWriterLeftIsUndoneByReaders(writeAhead: Bool) async throws {
    try await withTemporaryDirectory { folder in
      let name = "\(folder)/db"
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, writeAhead = writeAhead as Bool] in
        let connection = try Connection(
          path: name, mode: .create, journal: writeAhead ? .writeAhead : .rollback)
        // So small a cache that changes are written before they are committed.
        try connection.execute(
          """
          PRAGMA cache_size = 1;
          CREATE TABLE t (a);
          INSERT INTO t VALUES (zeroblob(100000));
          BEGIN IMMEDIATE;
          UPDATE t SET a = randomblob(100000);
          INSERT INTO t VALUES (1);
          """)
        kill(getpid(), SIGKILL)
      }
      #expect(throws: Never.self) { try FilePath(name + (writeAhead ? "-wal" : "-journal")).read() }
      let reader = try Connection(path: name, mode: .readOnly)
      let rows = try reader.query("SELECT a FROM t") { row in
        try row.withBlob(0) { $0.allSatisfy { $0 == 0 } ? $0.count : -1 }
      }
      #expect(rows == [100_000])
      #expect(reason { try reader.execute("DELETE FROM t") } == .readOnly)
    }
  }

  @Test(arguments: [Connection.Journal.rollback, .writeAhead])
  func theJournalIsWhatWasAskedFor(journal: Connection.Journal) throws {
    try withTemporaryDirectory { folder in
      let connection = try Connection(
        path: folder.appending("db").bytes, mode: .create, journal: journal)
      let name = try connection.query("PRAGMA journal_mode") { try $0.text(0) }
      #expect(name == [journal == .writeAhead ? "wal" : "delete"])
    }
  }

  @Test func migrationsLeadFromAnyVersion() throws {
    for start in 0...2 {
      let connection = try Connection()
      let old = Schema(
        name: shelf.name, applicationID: shelf.applicationID,
        migrations: Array(shelf.migrations.prefix(start)))
      try connection.migrate(to: old)
      if start < 2 { #expect(reason { try connection.require(shelf) } == .olderSchema) }
      try connection.migrate(to: shelf)
      try connection.migrate(to: shelf)
      try connection.require(shelf)
      try connection.run("INSERT INTO book (title, price) VALUES (?1, ?2)", ["Emma", 4.5])
    }
  }

  @Test func refusesNewerAndForeignDatabases() throws {
    let newer = try Connection()
    try newer.migrate(to: shelf)
    try newer.execute("PRAGMA user_version = 9999")
    #expect(reason { try newer.migrate(to: shelf) } == .newerSchema)
    #expect(reason { try newer.require(shelf) } == .newerSchema)
    #expect { try newer.migrate(to: shelf) } throws: {
      "\($0)".contains("version 9999") && "\($0)".contains("version 2")
    }

    let foreign = try Connection()
    try foreign.execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    #expect(reason { try foreign.migrate(to: shelf) } == .foreignSchema)
    #expect(try foreign.query("SELECT name FROM sqlite_schema") { try $0.text(0) } == ["theirs"])
  }

  @Test func aFailingMigrationChangesNothing() throws {
    let connection = try Connection()
    let broken = Schema(
      name: "shelf", applicationID: shelf.applicationID, migrations: shelf.migrations + ["NONSENSE"]
    )
    #expect(throws: SQLiteError.self) { try connection.migrate(to: broken) }
    #expect(try connection.query("SELECT 1 FROM sqlite_schema") { _ in 1 } == [])
    try connection.migrate(to: shelf)
  }
}
