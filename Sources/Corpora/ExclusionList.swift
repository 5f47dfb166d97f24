public import Fingerprinting
internal import Foundation
internal import Tabular

/// Recordings that had better not count, and why: a CSV file with the columns `recording,reason`.
public struct ExclusionList: Sendable {
  /// The recordings, in the order of the file.
  public let entries: [(recording: String, reason: String)]
  private let names: Set<TrackID>

  /// Joins recordings and reasons.
  public init(entries: [(recording: String, reason: String)]) {
    self.entries = entries
    names = Set(entries.map { TrackID($0.recording) })
  }

  /// Reads a list.
  ///
  /// - Parameter path: the file.
  /// - Throws: `CorpusError` naming the line of a row that is not valid.
  public init(reading path: FilePath) throws(CorpusError) {
    let bytes = try readFile(path, orElse: "'soundmark corpus audit' writes one")
    let table: CSVTable
    let columns: (recording: Int, reason: Int)
    do throws(CSVError) {
      table = try CSVTable(parsing: String(decoding: bytes, as: UTF8.self))
      columns = (try table.column("recording"), try table.column("reason"))
    } catch {
      throw .invalid(path: path, problems: [error.description])
    }
    let rows = zip(table.lines, table.rows)
    if let (line, _) = rows.first(where: { $0.1[columns.recording].isEmpty }) {
      throw .invalid(path: path, problems: ["line \(line): the column 'recording' is empty"])
    }
    self.init(entries: table.rows.map { ($0[columns.recording], $0[columns.reason]) })
  }

  /// Writes the list, replacing the file.
  public func write(to path: FilePath) throws(CorpusError) {
    let text = CSV.render([["recording", "reason"]] + entries.map { [$0.recording, $0.reason] })
    try writeFile(Data(text.utf8), to: path)
  }

  /// Whether a recording is on the list.
  public func contains(_ recording: String) -> Bool { names.contains(TrackID(recording)) }
}

extension Corpus {
  /// The corpus as if the listed recordings' files were not here.
  public func without(_ list: ExclusionList) -> Corpus {
    Corpus(self, keeping: present.filter { !list.contains($0.recording) })
  }
}
