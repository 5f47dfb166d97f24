internal import CSQLite

/// One row of a result: valid, and reachable, only inside the closure that is given it.
///
/// A column of another type than is asked for is an error, never a converted value.
public struct Row: ~Copyable {
  private let handle: OpaquePointer
  private let sql: String
  private let file: String

  init(_ handle: OpaquePointer, sql: String, file: String) {
    self.handle = handle
    self.sql = sql
    self.file = file
  }

  /// Whether the column is `NULL`.
  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// A whole number.
  public func int64(_ column: Int) throws(SQLiteError) -> Int64 {
    try expect(SQLITE_INTEGER, "a whole number", column)
    return sqlite3_column_int64(handle, Int32(column))
  }

  /// A whole number.
  public func int(_ column: Int) throws(SQLiteError) -> Int { Int(try int64(column)) }

  /// A number, whole or not.
  public func double(_ column: Int) throws(SQLiteError) -> Double {
    if sqlite3_column_type(handle, Int32(column)) != SQLITE_INTEGER {
      try expect(SQLITE_FLOAT, "a number", column)
    }
    return sqlite3_column_double(handle, Int32(column))
  }

  /// A text.
  public func text(_ column: Int) throws(SQLiteError) -> String {
    try expect(SQLITE_TEXT, "a text", column)
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Bytes, copied.
  public func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
    try expect(SQLITE_BLOB, "bytes", column)
    return withBytes(column) { Array($0) }
  }

  /// Bytes in place.
  ///
  /// - Parameters:
  ///   - column: counted from 0.
  ///   - body: reads the bytes, which are valid only inside.
  /// - Returns: what `body` returns.
  /// - Throws: `SQLiteError` where the column holds something else, or what `body` throws.
  public func withBlob<Value>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value {
    try expect(SQLITE_BLOB, "bytes", column)
    return try withBytes(column, body)
  }

  private func withBytes<Value>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func expect(_ type: Int32, _ words: String, _ column: Int) throws(SQLiteError) {
    let found = sqlite3_column_type(handle, Int32(column))
    guard found != type else { return }
    let names = [
      SQLITE_INTEGER: "a whole number", SQLITE_FLOAT: "a number", SQLITE_TEXT: "a text",
      SQLITE_BLOB: "bytes", SQLITE_NULL: "nothing",
    ]
    throw SQLiteError(
      .mismatch, code: SQLITE_MISMATCH,
      message: "column \(column): expected \(words), found \(names[found] ?? "an unknown type")",
      sql: sql, file: file)
  }
}
