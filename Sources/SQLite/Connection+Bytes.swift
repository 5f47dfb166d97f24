internal import CSQLite

extension Connection {
  /// The whole database as the bytes of a database file.
  ///
  /// - Returns: the bytes.
  /// - Throws: `SQLiteError` where memory does not suffice.
  public func bytes() throws(SQLiteError) -> [UInt8] {
    var count: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &count, 0) else {
      throw error(SQLITE_NOMEM, nil)
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Opens the bytes of a database file, for reading.
  ///
  /// - Parameters:
  ///   - bytes: all bytes of the file.
  ///   - name: what they are, for messages.
  /// - Throws: `SQLiteError` where they are no database.
  public convenience init(bytes: [UInt8], name: String) throws(SQLiteError) {
    try self.init(memory: name)
    guard !bytes.isEmpty, let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
      throw SQLiteError(
        .notADatabase, code: SQLITE_NOTADB, message: "there are no bytes", file: name)
    }
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
    }
    let code = sqlite3_deserialize(
      handle, "main", copy.assumingMemoryBound(to: UInt8.self), sqlite3_int64(bytes.count),
      sqlite3_int64(bytes.count),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw error(code, nil) }
    // The first read: what is no database is refused here.
    _ = try prepare("SELECT 1 FROM sqlite_schema").step()
  }
}
