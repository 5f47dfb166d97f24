internal import Experiments
internal import Files
public import Fingerprinting
internal import Foundation
internal import Tabular

/// A baseline: `outcomes.csv`, one row a variant, length and query with a column a condition, and
/// `baseline.json`, what it can be traced to. Both are small, and change line by line.
///
/// Law: reading what was written gives the same table.
extension OutcomeTable {
  private static let leadingColumns = [
    "variant", "seconds", "query", "recording", "start", "enrolled",
  ]

  /// Writes the table for version control.
  ///
  /// - Parameter folder: made if needed.
  /// - Throws: `ReportError` where a file cannot be written, or a variant has no outcomes.
  public func write(to folder: FilePath) throws {
    if let name = undecided.first {
      throw ReportError.unusable(
        "no baseline: \(name) has no threshold, so nothing is decided; add calibration negatives "
          + "to the plan, state a threshold, or give an operating point")
    }
    try makeFolder(folder)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(source), as: UTF8.self)
    try writeFile(json + "\n", to: folder.appending("baseline.json"))
    var writer = CSVWriter()
    writer.row(Self.leadingColumns + source.conditions.map(\.label))
    for row in rows {
      writer.row(
        [
          row.variant, Rounding.fine.text(row.seconds), row.query.rawValue, row.recording,
          Rounding.fine.text(row.start), row.isEnrolled ? "yes" : "no",
        ] + row.outcomes.map { $0?.rawValue ?? "" })
    }
    try writeFile(writer.text, to: folder.appending("outcomes.csv"))
  }

  /// Reads a baseline.
  ///
  /// - Parameter folder: where `write(to:)` put it.
  /// - Returns: the table.
  /// - Throws: `ReportError` naming file, row and column.
  public static func read(_ folder: FilePath) throws -> OutcomeTable {
    let remedy = "'soundmark gate RUN --write-baseline \(folder)' makes a baseline"
    let jsonPath = folder.appending("baseline.json")
    let path = folder.appending("outcomes.csv")
    guard let json = try? readFile(jsonPath) else {
      throw ReportError.missing(path: jsonPath.description, remedy: remedy)
    }
    guard let text = textOfFile(path) else {
      throw ReportError.missing(path: path.description, remedy: remedy)
    }
    func invalid(_ reason: String, _ file: FilePath = path) -> ReportError {
      ReportError.file(path: file.description, reason: reason)
    }
    let source: Source
    do {
      source = try JSON5.decode(from: json)
    } catch let fault as JSON5Fault {
      throw invalid("\(fault); \(remedy)", jsonPath)
    }
    var lines: [[String]]
    do { lines = try CSV.parse(text) } catch { throw invalid("\(error)") }
    let header = leadingColumns + source.conditions.map(\.label)
    guard !lines.isEmpty, lines.removeFirst() == header else {
      throw invalid("expected the columns \(header.joined(separator: ",")); \(remedy)")
    }
    var seen: Set<[String]> = []
    let rows = try lines.enumerated().map { place, fields in
      guard fields.count == header.count, let seconds = Double(fields[1]),
        let start = Double(fields[4]), ["yes", "no"].contains(fields[5])
      else {
        throw invalid(
          "row \(place + 2): expected \(header.count) fields with numbers in 'seconds' and "
            + "'start' and yes or no in 'enrolled'")
      }
      guard seen.insert(Array(fields[..<3])).inserted else {
        throw invalid(
          "row \(place + 2): expected one row for each variant, length and query, found "
            + "'\(fields[2])' of \(fields[0]), \(fields[1]) s, again")
      }
      return Row(
        variant: fields[0], seconds: seconds, query: QueryID(fields[2]), recording: fields[3],
        start: start, isEnrolled: fields[5] == "yes",
        outcomes: try zip(header, fields).dropFirst(leadingColumns.count).map { column, word in
          guard !word.isEmpty else { return nil }
          guard let outcome = Outcome(rawValue: word) else {
            throw invalid(
              "row \(place + 2), column '\(column)': expected one of "
                + "\(Outcome.allCases.map(\.rawValue).joined(separator: ", ")), found '\(word)'")
          }
          return outcome
        })
    }
    return OutcomeTable(source: source, rows: rows)
  }
}
