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
    guard let value = Int(text), Self.counts.contains(value) else {
      throw problem(column, expected: "a whole number from 0 to \(Self.counts.upperBound)")
    }
    return value
  }

  /// Counts that stay exact as floating-point numbers.
  static let counts = 0...(1 << 53)
}

/// Reads a table whose header must be exactly `header`, row by row: the file is never in memory.
func readRows<Row>(
  of path: FilePath, header: [String], _ body: (RowReader) throws -> Row
) throws -> [Row] {
  let columns = Dictionary(uniqueKeysWithValues: zip(header, header.indices))
  var results: [Row] = []
  var stream = CSVStream()
  var number = 0
  func take(_ rows: [CSVRow]) throws {
    for row in rows {
      number += 1
      if number == 1 {
        guard row.fields == header else {
          throw ExperimentError.invalid(
            path: path,
            problem: "expected the columns \(header.joined(separator: ",")), found "
              + row.fields.joined(separator: ","))
        }
        continue
      }
      guard row.fields.count == header.count else {
        throw ExperimentError.invalid(
          path: path,
          problem: "row \(number) has \(row.fields.count) fields, expected \(header.count)")
      }
      results.append(
        try body(RowReader(path: path, columns: columns, row: row.fields, number: number)))
    }
  }
  do {
    try readBlocks(of: path, orElse: "run the experiment, or name the folder of a run") { block in
      try take(stream.consume(block))
    }
    try take(stream.finish())
  } catch let error as CSVError {
    throw ExperimentError.invalid(path: path, problem: "\(error)")
  }
  guard number > 0 else {
    throw ExperimentError.invalid(path: path, problem: "expected a header, found no line")
  }
  return results
}
