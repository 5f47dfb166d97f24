internal import Fingerprinting
internal import Tabular

/// Reads one row of a table by column names, naming file, row and column in complaints.
struct RowReader {
  let path: FilePath
  let columns: [String: Int]
  let row: [String]
  /// Counted as an editor counts lines of a file without line ends in fields.
  let number: Int

  subscript(column: String) -> String {
    columns[column].flatMap { $0 < row.count ? row[$0] : nil } ?? ""
  }

  func problem(_ column: String, expected: String) -> ExperimentError {
    .invalid(
      path: path,
      problem: "row \(number), column '\(column)': expected \(expected), found '\(self[column])'")
  }

  func number(_ column: String) throws(ExperimentError) -> Double? {
    let text = self[column]
    if text.isEmpty { return nil }
    guard let value = Double(text), value.isFinite else {
      throw problem(column, expected: "a number")
    }
    return value
  }

  func needed(_ column: String) throws(ExperimentError) -> Double {
    guard let value = try number(column) else { throw problem(column, expected: "a number") }
    return value
  }

  /// An empty field is 0.
  func count(_ column: String) throws(ExperimentError) -> Int {
    let text = self[column]
    if text.isEmpty { return 0 }
    guard let value = Int(text), value >= 0 else {
      throw problem(column, expected: "a whole number")
    }
    return value
  }
}

/// Reads a table whose header must be exactly `header`, row by row.
func readRows<Row>(
  of path: FilePath, header: [String], _ body: (RowReader) throws -> Row
) throws -> [Row] {
  let bytes = try readFile(path, orElse: "run the experiment, or name the folder of a run")
  let table: CSVTable
  do {
    table = try CSVTable(parsing: String(decoding: bytes, as: UTF8.self))
  } catch {
    throw ExperimentError.invalid(path: path, problem: "\(error)")
  }
  guard table.header == header else {
    throw ExperimentError.invalid(
      path: path,
      problem: "expected the columns \(header.joined(separator: ",")), found "
        + table.header.joined(separator: ","))
  }
  let columns = Dictionary(uniqueKeysWithValues: zip(header, header.indices))
  return try table.rows.enumerated().map { place, row in
    guard row.count == header.count else {
      throw ExperimentError.invalid(
        path: path, problem: "row \(place + 2) has \(row.count) fields, expected \(header.count)")
    }
    return try body(RowReader(path: path, columns: columns, row: row, number: place + 2))
  }
}
