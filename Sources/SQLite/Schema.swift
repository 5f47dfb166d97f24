internal import CSQLite

/// What tables an application keeps in a database, and how they came to be.
public struct Schema: Sendable {
  /// What the application calls such a file, for messages.
  public let name: String
  /// The number in the file's header that tells whose database it is.
  public let applicationID: Int32
  /// Statements that lead from each version to the next; never changed once released.
  public let migrations: [String]

  /// Joins the parts.
  public init(name: String, applicationID: Int32, migrations: [String]) {
    self.name = name
    self.applicationID = applicationID
    self.migrations = migrations
  }
}

extension Connection {
  /// Brings the database up to the schema, making its tables in an empty one.
  ///
  /// - Parameter schema: what the application expects.
  /// - Throws: `SQLiteError` of reason `foreignSchema` or `newerSchema` where the database is not
  ///   ours or too new; nothing is changed then.
  public func migrate(to schema: Schema) throws {
    try transaction {
      let found = try header()
      if try found == (0, 0) && isEmpty() {
        try execute("PRAGMA application_id = \(schema.applicationID)")
      } else {
        try check(found, schema)
      }
      for (place, statements) in schema.migrations.enumerated().dropFirst(found.version) {
        try execute(statements)
        try execute("PRAGMA user_version = \(place + 1)")
      }
    }
  }

  /// Checks that the database has just this schema, changing nothing.
  ///
  /// - Parameter schema: what the application expects.
  /// - Throws: `SQLiteError` of reason `foreignSchema`, `newerSchema` or `olderSchema`.
  public func require(_ schema: Schema) throws {
    let found = try header()
    try check(found, schema)
    guard found.version == schema.migrations.count else {
      throw SQLiteError(
        .olderSchema, code: SQLITE_SCHEMA,
        message: "a \(schema.name) of version \(found.version), this program reads version "
          + "\(schema.migrations.count); open it once for writing to bring it up to date",
        file: file)
    }
  }

  private func header() throws -> (application: Int, version: Int) {
    let application = try query("PRAGMA application_id") { try $0.int(0) }
    let version = try query("PRAGMA user_version") { try $0.int(0) }
    return (application.first ?? 0, version.first ?? 0)
  }

  private func isEmpty() throws -> Bool {
    try query("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true }.isEmpty
  }

  private func check(_ found: (application: Int, version: Int), _ schema: Schema) throws {
    guard found.application == Int(schema.applicationID) else {
      throw SQLiteError(
        .foreignSchema, code: SQLITE_NOTADB,
        message: "a database of another application (id \(found.application), expected "
          + "\(schema.applicationID)), not a \(schema.name); check the path", file: file)
    }
    guard (0...schema.migrations.count).contains(found.version) else {
      throw SQLiteError(
        .newerSchema, code: SQLITE_SCHEMA,
        message: "a \(schema.name) of version \(found.version), this program knows version "
          + "\(schema.migrations.count); update the program", file: file)
    }
  }
}
