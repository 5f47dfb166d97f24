internal import Files
public import Fingerprinting
public import Foundation
internal import SQLite

/// Media items that listeners want to keep, in a file that several programs share.
///
/// Every entry belongs to the application that added it: an application reads and removes only its
/// own, and those of all are kept side by side. Items are told apart by their `identifier`.
///
/// Laws: `add` and `remove` do all that they are asked or nothing; what they have done is kept,
/// whatever happens to the program; several programs may use one file at a time.
public actor MediaLibrary {
  /// The usual end of the file's name.
  public static let fileExtension = "soundmark-library"
  /// The environment variable that names the file to use where nothing else is said.
  public static let environmentVariable = "SOUNDMARK_LIBRARY"

  /// The file.
  public nonisolated let path: FilePath
  /// Whose entries are read, added and removed.
  public nonisolated let application: String
  private let connection: Connection
  private var listeners: [Int: AsyncStream<[MediaItem]>.Continuation] = [:]
  private var listenersSoFar = 0
  private var told: [MediaItem]?
  private var watch: Task<Void, Never>?

  private static let schema = Schema(
    name: "soundmark library", applicationID: 0x534d_4b4c,  // SMKL
    migrations: [
      """
      CREATE TABLE entry (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        application TEXT NOT NULL,
        identifier TEXT NOT NULL,
        item TEXT NOT NULL,
        UNIQUE (application, identifier)
      ) STRICT;
      """
    ])

  /// The file that is used where nothing else is said.
  ///
  /// It is what `SOUNDMARK_LIBRARY` names; else `soundmark/library.soundmark-library` in
  /// `XDG_DATA_HOME`, or in `~/.local/share` where that is not set.
  ///
  /// - Parameter environment: the variables; those of the process unless given.
  /// - Returns: the path, whether or not there is a file.
  public static func standardPath(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> FilePath {
    if let path = environment[environmentVariable], !path.isEmpty { return FilePath(path) }
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = data ?? (environment["HOME"] ?? "") + "/.local/share"
    return FilePath(folder).appending("soundmark/library.\(fileExtension)")
  }

  /// Opens a library, and makes it and its folder where there is none.
  ///
  /// - Parameters:
  ///   - application: whose entries are meant.
  ///   - path: the file; `standardPath` unless given.
  ///   - busyTimeout: how long to wait for another program that writes, in milliseconds.
  /// - Throws: `SQLiteError` where it is something else or cannot be written, `FileError` where its
  ///   folder cannot be made, `LibraryError.unnamedApplication`.
  public init(
    application: String, at path: FilePath = standardPath(), busyTimeout: Int = 10_000
  ) throws {
    guard !application.isEmpty else { throw LibraryError.unnamedApplication }
    let folder = path.bytes.dropLast(path.lastComponent.bytes.count)
    if !folder.isEmpty { try makeFolder(FilePath(bytes: Array(folder))) }
    connection = try Connection(
      path: path.bytes, mode: .create, journal: .rollback, busyTimeout: busyTimeout)
    try connection.migrate(to: Self.schema)
    self.path = path
    self.application = application
  }

  deinit {
    watch?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  /// The application's entries, in the order in which they were first added.
  public func items() throws -> [MediaItem] {
    try Self.items(of: application, in: connection, at: path)
  }

  /// An application's entries in a library file, read at once and without making anything.
  ///
  /// - Parameters:
  ///   - application: whose entries are meant.
  ///   - path: the file.
  /// - Returns: the entries in the order in which they were first added; none where there is no file.
  /// - Throws: `SQLiteError` where it is something else, `LibraryError.damaged`.
  public static func items(
    of application: String, at path: FilePath = standardPath()
  ) throws -> [MediaItem] {
    guard FileManager.default.fileExists(atPath: path.description) else { return [] }
    let connection = try Connection(
      path: path.bytes, mode: .readOnly, journal: .rollback, busyTimeout: 10_000)
    try connection.require(schema)
    return try items(of: application, in: connection, at: path)
  }

  private static func items(
    of application: String, in connection: Connection, at path: FilePath
  ) throws -> [MediaItem] {
    try connection.query(
      "SELECT item, identifier FROM entry WHERE application = ?1 ORDER BY number",
      [.text(application)]
    ) { row in
      do {
        return try JSONDecoder().decode(MediaItem.self, from: Data(try row.text(0).utf8))
      } catch let error as DecodingError {
        throw LibraryError.damaged(
          path, identifier: try row.text(1), reason: error.plainDescription)
      }
    }
  }

  /// Adds items: all, or none where one cannot be added.
  ///
  /// An item with the identifier of one of the application's entries takes its place.
  ///
  /// - Parameter items: items with an identifier.
  /// - Throws: `LibraryError.withoutIdentifier`, `MediaItemError` for one that cannot be kept, or
  ///   `SQLiteError` where the file cannot be written.
  public func add(_ items: [MediaItem]) throws {
    try connection.transaction {
      for (place, item) in items.enumerated() {
        guard let identifier = item.identifier, !identifier.isEmpty else {
          throw LibraryError.withoutIdentifier(place: place, title: item.title)
        }
        try item.validate()
        try connection.run(
          """
          INSERT INTO entry (application, identifier, item) VALUES (?1, ?2, ?3)
          ON CONFLICT (application, identifier) DO UPDATE SET item = excluded.item
          """, [.text(application), .text(identifier), .text(try item.canonicalJSON)])
      }
    }
    tell()
  }

  /// Removes entries: all, or none where one is not the application's own.
  ///
  /// - Parameter identifiers: the items' identifiers.
  /// - Throws: `LibraryError.notOwn` naming the first that the application has not added, or
  ///   `SQLiteError` where the file cannot be written.
  public func remove(_ identifiers: [String]) throws {
    try connection.transaction {
      for identifier in identifiers {
        try connection.run(
          "DELETE FROM entry WHERE application = ?1 AND identifier = ?2",
          [.text(application), .text(identifier)])
        guard connection.changes > 0 else {
          throw LibraryError.notOwn(path, identifier: identifier, application: application)
        }
      }
    }
    tell()
  }

  /// The application's entries now, and again after every change, by this program or another.
  ///
  /// A listener that is slow gets the latest state, not all states. Changes by other programs are
  /// seen within about half a second. The sequence ends with the library, or where it can no longer
  /// be read.
  ///
  /// - Returns: a sequence of its own for each caller.
  /// - Throws: as `items()`.
  public func updates() throws -> AsyncStream<[MediaItem]> {
    let now = try items()
    let (stream, listener) = AsyncStream.makeStream(
      of: [MediaItem].self, bufferingPolicy: .bufferingNewest(1))
    let number = listenersSoFar
    listenersSoFar += 1
    listener.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    listener.yield(now)
    // Whoever listens already may not have been told yet.
    if listeners.isEmpty { told = now }
    listeners[number] = listener
    if watch == nil {
      watch = Task { [weak self] in
        while !Task.isCancelled, (try? await Task.sleep(for: .milliseconds(400))) != nil {
          guard let self else { return }
          await self.tell()
        }
      }
    }
    return stream
  }

  private func forget(_ number: Int) {
    listeners[number] = nil
    guard listeners.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }

  private func tell() {
    guard !listeners.isEmpty else { return }
    guard let now = try? items() else {
      for listener in listeners.values { listener.finish() }
      return
    }
    guard now != told else { return }
    told = now
    for listener in listeners.values { listener.yield(now) }
  }
}

/// What can go wrong with a library, beyond what its database says.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Entries belong to applications, and this one has no name.
  case unnamedApplication
  /// An item that entries could not be told apart by; its place among those given.
  case withoutIdentifier(place: Int, title: String?)
  /// The application has no such entry.
  case notOwn(FilePath, identifier: String, application: String)
  /// An entry is not as it was written.
  case damaged(FilePath, identifier: String, reason: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .unnamedApplication:
      "a library needs the name of the application whose entries are meant"
    case .withoutIdentifier(let place, let title):
      "item \(place + 1)\(title.map { " ('\($0)')" } ?? "") has no identifier; give it one, nothing "
        + "was added"
    case .notOwn(let path, let identifier, let application):
      "library '\(path)' has no entry '\(identifier)' of '\(application)', and those of others are "
        + "theirs; nothing was removed"
    case .damaged(let path, let identifier, let reason):
      "library '\(path)': the entry '\(identifier)' cannot be read (\(reason)); remove it and add it "
        + "again"
    }
  }
}
