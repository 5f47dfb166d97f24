public import Fingerprinting
public import Files
internal import Synchronization
internal import Tabular

/// A log in a folder: for every day in UTC a file of JSON lines and a CSV file with the same entries.
///
/// Every entry is with the system when `append` returns, whole or not at all, so that nothing is lost
/// when the program is killed. What cannot be written, on a full disk say, is kept and written before
/// the next entry. Several threads, and several programs, may write to one folder.
public final class DayLog: Sendable {
  /// One thing that happened.
  public struct Entry: Sendable {
    /// When; says which day's files it goes to.
    public var time: WallTime
    /// One JSON object, without a line end.
    public var json: String
    /// The cells of a row.
    public var cells: [String]

    /// Joins the parts.
    public init(time: WallTime, json: String, cells: [String]) {
      self.time = time
      self.json = json
      self.cells = cells
    }
  }

  /// An entry that is kept until it can be written, and the files that it is still to go to.
  private struct Waiting {
    var entry: Entry
    var lacksJSON = true
  }

  /// The folder.
  public let folder: FilePath
  /// Entries that are kept while they cannot be written.
  public static let capacity = 10_000

  private let header: [String]
  private let waiting = Mutex<[Waiting]>([])
  private let lostCount = Atomic(0)

  /// Opens a log, and makes its folder where there is none.
  ///
  /// - Parameters:
  ///   - folder: where the files are.
  ///   - header: the names of a row's cells.
  /// - Throws: `FileError` where nothing can be written there.
  public init(_ folder: FilePath, header: [String]) throws(FileError) {
    self.folder = folder
    self.header = header
    try makeWritableFolder(folder)
  }

  /// Entries that were given up because too many could not be written.
  public var lost: Int { lostCount.load(ordering: .relaxed) }

  /// Entries that are kept because they could not be written yet.
  public var waitingCount: Int { waiting.withLock { $0.count } }

  /// Adds an entry, after those that could not be written before.
  ///
  /// - Parameter entry: what happened.
  /// - Throws: `FileError` where it cannot be written now; it is kept.
  public func append(_ entry: Entry) throws(FileError) {
    try write(entry)
  }

  /// Writes what could not be written before.
  ///
  /// - Throws: `FileError` where it cannot be written now either.
  public func flush() throws(FileError) {
    try write(nil)
  }

  private func write(_ entry: Entry?) throws(FileError) {
    let failure = waiting.withLock { waiting -> FileError? in
      if let entry { waiting.append(Waiting(entry: entry)) }
      if waiting.count > Self.capacity {
        waiting.removeFirst()
        lostCount.add(1, ordering: .relaxed)
      }
      do throws(FileError) {
        while var next = waiting.first {
          let day = next.entry.time.utcDay
          if next.lacksJSON {
            try add(next.entry.json + "\n", to: day + ".jsonl", beginning: "")
            next.lacksJSON = false
            waiting[0] = next
          }
          try add(
            CSV.render([next.entry.cells]), to: day + ".csv", beginning: CSV.render([header]))
          waiting.removeFirst()
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Adds a line to a file; the folder is made again where it was taken away.
  private func add(_ line: String, to name: String, beginning: String) throws(FileError) {
    // Opened for every line: whoever moves yesterday's files away, or the folder, is in nobody's way.
    let path = folder.appending(name)
    do throws(FileError) {
      try appendLine(line, to: path, beginning: beginning)
    } catch {
      guard error.isMissing else { throw error }
      try makeFolder(folder)
      try appendLine(line, to: path, beginning: beginning)
    }
  }
}
