internal import Checksums
public import Fingerprinting
internal import Foundation
internal import Tabular

/// A query that was recorded, and what is true of it.
public struct RecordedQuery: Hashable, Sendable {
  /// Its name: the path as the list gives it.
  public let id: String
  /// The file.
  public let path: FilePath
  /// What may be learnt from it.
  public let split: Split
  /// Every true answer; a start is `Seconds.unknown` where nobody noted it.
  public let truth: [Occurrence]
  /// The recording of the first true answer, or the query's own name: the unit of clustering.
  public let recording: String
  /// SHA-256 of the file, in hexadecimal.
  public let sha256: String
}

/// The recorded queries of a corpus: a CSV file with a row for each true answer.
///
/// Columns, in any order: `query`, a path relative to the CSV file's folder; `reference`, a track's
/// ID or empty where no reference holds the query; `offset_s`, the reference time at the query's
/// first sample, empty where unknown; `skew`, query frequency / reference frequency − 1, empty for 0;
/// `time_scale`, reference seconds per query second, empty for 1 + skew; `split`, empty for test;
/// `sha256` of the file, empty where it need not be checked. Only `query` and `reference` must be
/// there.
public struct RecordedQueries: Sendable {
  /// The queries whose files are here and that can be answered, by name.
  public let queries: [RecordedQuery]
  /// Queries that are left out, and why.
  public let absent: [(id: String, reason: String)]
  /// The digest of all that can change a result.
  public let digest: String

  static let columns = [
    "query", "reference", "offset_s", "skew", "time_scale", "split", "sha256",
  ]

  /// Reads the list of a corpus and looks at each file.
  ///
  /// - Parameter corpus: the corpus; its manifest names the list.
  /// - Throws: `CorpusError` where there is no list, or naming each row that is not valid by its line.
  public init(of corpus: Corpus) throws(CorpusError) {
    guard let file = corpus.queriesFile else {
      throw .invalid(
        path: FilePath(corpus.manifest.name).appending("corpus.json5"),
        problems: [
          "it names no list of recorded queries; give it a line \"queries\": \"queries.csv\", or make "
            + "it with 'soundmark corpus make --queries FILE'"
        ])
    }
    try self.init(reading: file, corpus: corpus)
  }

  init(reading file: FilePath, corpus: Corpus) throws(CorpusError) {
    let rows = try TruthRow.read(file, corpus: corpus)
    let present = Dictionary(
      corpus.tracks(role: .reference).map { ($0.id, $0.recording) }, uniquingKeysWith: { $1 })
    var queries: [RecordedQuery] = []
    var absent: [(id: String, reason: String)] = []
    for (id, rows) in rows.sorted(by: { bytesPrecede($0.id, $1.id) }) {
      guard let first = rows.first else { continue }
      let path = id.path(beside: file)
      let truth = rows.compactMap(\.occurrence)
      guard let digest = isRegularFile(path) ? try? fileDigest(path) : nil else {
        absent.append((id, "there is no such file: '\(path)'"))
        continue
      }
      guard first.sha256.isEmpty || first.sha256 == digest else {
        absent.append((id, "changed: its SHA-256 is \(digest)"))
        continue
      }
      if let missing = truth.first(where: { present[$0.track] == nil }) {
        absent.append((id, "its reference '\(missing.track)' is not here"))
        continue
      }
      queries.append(
        RecordedQuery(
          id: id, path: path, split: first.split, truth: truth,
          recording: truth.first.flatMap { present[$0.track] } ?? "query " + id, sha256: digest))
    }
    self.queries = queries
    self.absent = absent
    digest = SHA256.hexDigest(
      of: Data(
        queries.map { query in
          let truth = query.truth.map { "\($0.track) \($0.alignment)" }.joined(separator: " | ")
          return "\(query.id)\n\(query.sha256) \(query.split.rawValue) \(truth)\n"
        }.joined().utf8))
  }
}

/// One row of a list of recorded queries.
private struct TruthRow {
  var query: String
  var occurrence: Occurrence?
  var split: Split
  var sha256: String

  /// The rows by query, in the order of the file.
  static func read(
    _ file: FilePath, corpus: Corpus
  ) throws(CorpusError) -> [(id: String, rows: [TruthRow])] {
    let bytes = try readFile(
      file, orElse: "write a CSV file with the columns query,reference,offset_s,skew")
    let table: CSVTable
    do throws(CSVError) {
      table = try CSVTable(parsing: String(decoding: bytes, as: UTF8.self))
      _ = (try table.column("query"), try table.column("reference"))
    } catch {
      throw .invalid(path: file, problems: [error.description])
    }
    var problems = table.header.filter { !RecordedQueries.columns.contains($0) }.map {
      "unknown column '\($0)'; \(nearestNames(to: $0, among: RecordedQueries.columns))"
    }
    let references = Set(corpus.manifest.tracks.filter { $0.role == .reference }.map(\.id))
    var order: [String] = []
    var rows: [TrackID: [TruthRow]] = [:]
    for (line, fields) in zip(table.lines, table.rows) {
      do throws(RowProblem) {
        let reader = RowFields(header: table.header, fields: fields)
        let row = try TruthRow(reader, references: references)
        let key = TrackID(row.query)
        if let problem = rows[key].flatMap({ row.problem(after: $0) }) { throw problem }
        if rows[key] == nil { order.append(row.query) }
        rows[key, default: []].append(row)
      } catch {
        problems.append("line \(line): \(error.words)")
      }
    }
    if !problems.isEmpty { throw .invalid(path: file, problems: problems) }
    return order.map { ($0, rows[TrackID($0)] ?? []) }
  }

  private init(_ fields: RowFields, references: Set<TrackID>) throws(RowProblem) {
    query = fields["query"]
    guard !query.isEmpty else { throw RowProblem("the column 'query' is empty") }
    sha256 = fields["sha256"].lowercased()
    let splitName = fields["split"]
    guard let split = splitName.isEmpty ? .test : Split(rawValue: splitName) else {
      throw RowProblem(
        "unknown split '\(splitName)'; "
          + nearestNames(to: splitName, among: Split.allCases.map(\.rawValue)))
    }
    self.split = split
    let reference = TrackID(fields["reference"])
    let offset = try fields.number("offset_s", within: -1e6...1e6)
    let skew = try fields.number("skew", within: -0.5...1) ?? 0
    let scale = try fields.number("time_scale", within: 0.1...10) ?? 1 + skew
    guard !reference.rawValue.isEmpty else {
      guard offset == nil else {
        throw RowProblem("an offset of \(fields["offset_s"]) s, but no reference")
      }
      return
    }
    guard references.contains(reference) else {
      throw RowProblem(
        "the corpus has no reference '\(reference)'; "
          + nearest(to: reference.rawValue, among: references.sorted().map(\.rawValue)))
    }
    occurrence = Occurrence(
      track: reference,
      alignment: Alignment(
        referenceStart: offset.map { Seconds($0) } ?? .unknown, timeScale: scale,
        frequencySkew: skew))
  }

  /// What is wrong with this row as one more of the same query.
  private func problem(after earlier: [TruthRow]) -> RowProblem? {
    guard let first = earlier.first else { return nil }
    guard let mine = occurrence?.alignment, let others = first.occurrence?.alignment else {
      return RowProblem("'\(query)' has a row without a reference and another row")
    }
    if mine.frequencySkew != others.frequencySkew || mine.timeScale != others.timeScale {
      return RowProblem(
        "'\(query)' has another skew or time scale in an earlier row; a recording has one speed")
    }
    if split != first.split || sha256 != first.sha256 {
      return RowProblem("'\(query)' has another split or SHA-256 in an earlier row")
    }
    return nil
  }
}

/// The nearest names, or where to look: a corpus has too many to list.
func nearest(to name: String, among known: [String]) -> String {
  let hint = nearestNames(to: name, among: known)
  return hint.hasPrefix("known are") ? "its manifest lists \(known.count)" : hint
}

private struct RowProblem: Error {
  let words: String
  init(_ words: String) { self.words = words }
}

private struct RowFields {
  let header: [String]
  let fields: [String]

  subscript(column: String) -> String {
    header.firstIndex(of: column).map { fields[$0] } ?? ""
  }

  func number(
    _ column: String, within range: ClosedRange<Double>
  ) throws(RowProblem) -> Double? {
    let text = self[column]
    if text.isEmpty { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw RowProblem(
        "'\(column)' must be a number from \(range.lowerBound) to \(range.upperBound), found "
          + "'\(text)'")
    }
    return value
  }
}
