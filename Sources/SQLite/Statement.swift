internal import CSQLite

/// One prepared statement.
///
/// It is finalised when it goes out of scope, and cannot be copied, so it cannot be finalised
/// twice.
public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: Connection
  private let sql: String

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, 0, &prepared, nil)
    guard code == SQLITE_OK, let prepared else {
      throw code == SQLITE_OK
        ? SQLiteError(.other, code: 0, message: "no statement", sql: sql, file: connection.file)
        : connection.error(code, sql)
    }
    handle = prepared
    self.connection = connection
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement to its end and forgets its rows.
  ///
  /// - Parameter values: for `?1`, `?2` and so on; not copied.
  /// - Throws: `SQLiteError`.
  public func run(_ values: [SQLValue] = []) throws {
    try forEachRow(values) { _ in }
  }

  /// Hands every row to `body`.
  ///
  /// - Parameters:
  ///   - values: for `?1`, `?2` and so on; not copied.
  ///   - body: reads a row, which is valid only inside.
  /// - Throws: `SQLiteError`, or what `body` throws.
  public func forEachRow(
    _ values: [SQLValue] = [], _ body: (borrowing Row) throws -> Void
  ) throws {
    guard sqlite3_bind_parameter_count(handle) == values.count else {
      throw SQLiteError(
        .other, code: SQLITE_RANGE,
        message: "expected \(sqlite3_bind_parameter_count(handle)) values, found \(values.count)",
        sql: sql, file: connection.file)
    }
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    try bind(values, from: 0) {
      while try step() { try body(Row(handle, sql: sql, file: connection.file)) }
    }
  }

  /// Whether there is one more row.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, sql)
    }
  }

  /// Binds the values one inside the other, so that none has to be copied: each stays where it is
  /// until `body` has returned.
  private func bind(
    _ values: [SQLValue], from place: Int, _ body: () throws -> Void
  ) throws {
    guard place < values.count else { return try body() }
    let number = Int32(place + 1)
    func proceed(_ code: Int32) throws {
      guard code == SQLITE_OK else { throw connection.error(code, sql) }
      try bind(values, from: place + 1, body)
    }
    switch values[place] {
    case .null: try proceed(sqlite3_bind_null(handle, number))
    case .integer(let value): try proceed(sqlite3_bind_int64(handle, number, value))
    case .real(let value): try proceed(sqlite3_bind_double(handle, number, value))
    case .text(var text):
      try text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else {
          // The destructor −1 (SQLITE_TRANSIENT) makes SQLite copy.
          let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
          return try proceed(sqlite3_bind_text(handle, number, "", 0, copying))
        }
        try start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
          try proceed(
            sqlite3_bind_text64(
              handle, number, start, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
        }
      }
    case .blob(let bytes):
      try bytes.withUnsafeBytes { bytes in
        // A blob without an address would be NULL.
        try proceed(
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, number, 0)
            : sqlite3_bind_blob64(handle, number, bytes.baseAddress, UInt64(bytes.count), nil))
      }
    }
  }
}
