internal import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open database.
///
/// It belongs to one task or actor: it cannot be sent to another.
public final class Connection {
  /// What may be done with the file.
  public enum Mode: Hashable, Sendable {
    /// It must exist, and its contents are not changed. What a killed program left half done is
    /// undone first, where the file can be written.
    case readOnly
    /// It must exist.
    case readWrite
    /// It is made where it does not exist.
    case create
  }

  /// How changes are kept from being half done.
  public enum Journal: Hashable, Sendable {
    /// The database is one file while nobody writes, and can be read in a read-only folder.
    case rollback
    /// Readers do not wait for the writer; two more files lie beside the database while it is open.
    case writeAhead
  }

  /// The path, printable.
  public let file: String
  let handle: OpaquePointer

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: the file's path as bytes; never taken for a URI or for a special name.
  ///   - mode: what may be done with it.
  ///   - journal: how it is kept whole; counts for a new database.
  ///   - busyTimeout: how long to wait for another program's lock, in milliseconds.
  /// - Throws: `SQLiteError` when it cannot be opened or is no database.
  public init(
    path: [UInt8], mode: Mode, journal: Journal = .writeAhead, busyTimeout: Int = 5_000
  ) throws(SQLiteError) {
    file = String(decoding: path, as: UTF8.self)
    guard !path.isEmpty, !path.contains(0) else {
      throw SQLiteError(
        .cannotOpen, code: SQLITE_CANTOPEN, message: "the path is empty or holds a zero byte",
        file: file)
    }
    // SQLite opens a file for reading by itself where it cannot be written. Asked for reading only,
    // it would refuse a database whose writer was killed in a transaction.
    let flags = SQLITE_OPEN_READWRITE | (mode == .create ? SQLITE_OPEN_CREATE : 0)
    try Self.checkKind(of: path, file, mode)
    // `./` keeps `:memory:` and `file:…` from having a meaning.
    let prefix = path.first == UInt8(ascii: "/") ? [] : Array("./".utf8)
    handle = try Self.openHandle((prefix + path + [0]).map { CChar(bitPattern: $0) }, flags, file)
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout))
    try execute("PRAGMA foreign_keys = ON")
    // The first read of the file: what is no database is refused here. The journal is a property
    // of the file, so a database that may turn out to be another program's is left as it is.
    if mode == .readOnly { try execute("PRAGMA query_only = ON") }
    let isNew = try !prepare("SELECT 1 FROM sqlite_schema").step()
    if isNew, mode != .readOnly, journal == .writeAhead {
      try execute("PRAGMA journal_mode = WAL")
    }
  }

  /// Opens a database file at a path of text.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - mode: what may be done with it.
  ///   - journal: how it is kept whole; counts for a new database.
  ///   - busyTimeout: how long to wait for another program's lock, in milliseconds.
  /// - Throws: `SQLiteError` when it cannot be opened or is no database.
  public convenience init(
    path: String, mode: Mode, journal: Journal = .writeAhead, busyTimeout: Int = 5_000
  ) throws(SQLiteError) {
    try self.init(path: Array(path.utf8), mode: mode, journal: journal, busyTimeout: busyTimeout)
  }

  /// Makes a database in memory, which is gone with the connection.
  public convenience init() throws(SQLiteError) { try self.init(memory: ":memory:") }

  /// Makes a database in memory with a name for messages.
  init(memory name: String) throws(SQLiteError) {
    file = name
    handle = try Self.openHandle(
      ":memory:".utf8CString.map { $0 }, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, file)
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Refuses what SQLite would wait at, such as a pipe, and a file of one byte, or none, which
  /// it takes for an empty database.
  ///
  /// The file is not opened: closing it would release the locks of other connections of this
  /// program.
  private static func checkKind(
    of path: [UInt8], _ file: String, _ mode: Mode
  ) throws(SQLiteError) {
    var status = stat()
    // SQLite knows better words for what is not there.
    guard stat((path + [0]).map { CChar(bitPattern: $0) }, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SQLiteError(
        .cannotOpen, code: SQLITE_CANTOPEN, message: "not a regular file", file: file)
    }
    guard status.st_size != 1, status.st_size > 0 || mode != .readWrite else {
      throw SQLiteError(
        .notADatabase, code: SQLITE_NOTADB, message: "file is not a database", file: file)
    }
  }

  private static func openHandle(
    _ path: [CChar], _ flags: Int32, _ file: String
  ) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: message, sql: nil, file: file)
    }
    return opened
  }

  func error(_ code: Int32, _ sql: String?) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql, file: file)
  }

  /// Runs statements without values, one after the other.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// Prepares a statement to be run many times.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// Runs one statement with values and forgets its rows.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: for `?1`, `?2` and so on.
  /// - Throws: `SQLiteError`.
  public func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try prepare(sql).run(values)
  }

  /// Runs one statement and makes a value of each of its rows.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: for `?1`, `?2` and so on.
  ///   - body: reads a row, which is valid only inside.
  /// - Returns: the values in the order of the rows.
  /// - Throws: `SQLiteError`, or what `body` throws.
  public func query<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    try prepare(sql).forEachRow(values) { found.append(try body($0)) }
    return found
  }

  /// Runs `body` in one transaction that is kept when it returns and undone when it throws.
  ///
  /// - Parameter body: reads and writes; must not begin another transaction.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `SQLiteError`; nothing is changed then.
  public func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    // Immediate: the wait for another writer is here, not at the first change.
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // SQLite has rolled back by itself after some errors; that is all this can complain of.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The row number of the last row inserted.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The rows that the last statement changed.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The rows changed since the connection was opened.
  public var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }

  /// The version of the SQLite library in use.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}

@available(*, unavailable, message: "a connection belongs to one task or actor")
extension Connection: Sendable {}
