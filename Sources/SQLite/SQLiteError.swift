internal import CSQLite

/// What SQLite, or a check of the schema, refused.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of refusal that callers tell apart.
  public enum Reason: Hashable, Sendable {
    /// Another connection holds a lock longer than the busy timeout.
    case busy
    /// The file is no SQLite database.
    case notADatabase
    /// The database is damaged or cut short.
    case corrupt
    /// The file or its folder cannot be written.
    case readOnly
    /// The file does not exist or may not be opened.
    case cannotOpen
    /// The disk is full.
    case full
    /// A constraint of a table was violated.
    case constraint
    /// The database belongs to another application.
    case foreignSchema
    /// The database was made by a newer version of the program.
    case newerSchema
    /// The database was made by an older version, and cannot be brought up to date here.
    case olderSchema
    /// A column held a value of another type than was asked for.
    case mismatch
    /// All else.
    case other
  }

  /// The kind.
  public let reason: Reason
  /// SQLite's extended result code.
  public let code: Int32
  /// SQLite's words, or ours.
  public let message: String
  /// The statement, where there was one.
  public let sql: String?
  /// The database's file.
  public let file: String

  init(_ reason: Reason, code: Int32, message: String, sql: String? = nil, file: String) {
    self.reason = reason
    self.code = code
    self.message = message
    self.sql = sql
    self.file = file
  }

  /// An error of a result code.
  init(code: Int32, message: String, sql: String?, file: String) {
    let reason: Reason =
      switch code & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_READONLY: .readOnly
      case SQLITE_CANTOPEN, SQLITE_PERM: .cannotOpen
      case SQLITE_FULL: .full
      case SQLITE_CONSTRAINT: .constraint
      case SQLITE_MISMATCH: .mismatch
      default: .other
      }
    self.init(reason, code: code, message: message, sql: sql, file: file)
  }

  /// The file, what happened and what to do.
  public var description: String {
    let remedy: String? =
      switch reason {
      case .busy: "another program is writing to it; try again when that has finished"
      case .notADatabase: "it is no database of this program; check the path"
      case .corrupt: "it is damaged or cut short; restore or make it again"
      case .readOnly: "check the permissions of the file and its folder"
      case .cannotOpen: "check that the path exists and may be read"
      case .full: "make room on the disk and try again"
      default: nil
      }
    let statement = sql.map { " in \"\($0)\"" } ?? ""
    return "'\(file)': \(message) (SQLite \(code))\(statement)"
      + (remedy.map { "; \($0)" } ?? "")
  }
}
