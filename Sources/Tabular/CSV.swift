/// CSV text as RFC 4180 describes it, in UTF-8 and with `\n` line ends.
///
/// Law: `parse(render(rows)) == rows` for all rows that have a field.
///
/// Spreadsheets run a field that begins with `=`, `+`, `-` or `@` as a formula. Such a field, where
/// it is no number, is written with an apostrophe before it; reading takes the apostrophe off.
public enum CSV {
  /// The rows as text; a row without fields is written as one empty field.
  public static func render(_ rows: [[String]]) -> String {
    var writer = CSVWriter()
    for row in rows { writer.row(row) }
    return writer.text
  }

  /// The rows of a text.
  ///
  /// - Parameter text: lines that end in `\n`, `\r\n` or `\r`; the last end may be missing, and a
  ///   byte order mark may stand first.
  /// - Returns: the fields of each row; a blank line is a row of one empty field.
  /// - Throws: `CSVError` naming the line of a quotation mark that is out of place.
  public static func parse(_ text: String) throws(CSVError) -> [[String]] {
    try rowsWithLines(of: text).map(\.fields)
  }

  /// The rows of a text, each with the number of the line that it begins on, from 1.
  ///
  /// - Parameter text: as for `parse`.
  /// - Returns: lines and fields.
  /// - Throws: `CSVError` naming the line of a quotation mark that is out of place.
  public static func rowsWithLines(
    of text: String
  ) throws(CSVError) -> [(line: Int, fields: [String])] {
    var stream = CSVStream()
    let rows = try stream.consume(text.utf8)
    return try (rows + stream.finish()).map { ($0.line, $0.fields) }
  }

  /// Whether a spreadsheet would take the text, apostrophes aside, for a formula.
  static func looksLikeFormula(_ field: some Collection<UInt8>) -> Bool {
    guard let first = field.first(where: { $0 != UInt8(ascii: "'") }) else { return false }
    return [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@")]
      .contains(first)
  }

  static func unguarded(_ field: [UInt8]) -> String {
    let guarded = field.first == UInt8(ascii: "'") && looksLikeFormula(field)
    return String(decoding: guarded ? field[1...] : field[...], as: UTF8.self)
  }
}

/// CSV that grows row by row.
public struct CSVWriter: Sendable {
  /// The rows so far.
  public private(set) var text = ""

  /// Begins without a row.
  public init() {}

  /// Adds a row; one without fields is written as one empty field.
  public mutating func row(_ fields: [String]) {
    if fields.count <= 1, fields.first?.utf8.isEmpty ?? true {
      // A blank line would not be told from none.
      text += "\"\"\n"
      return
    }
    for (place, field) in fields.enumerated() {
      if place > 0 { text += "," }
      append(field)
    }
    text += "\n"
  }

  private mutating func append(_ field: String) {
    let bytes = field.utf8
    let guarded =
      CSV.looksLikeFormula(bytes) && (bytes.first == UInt8(ascii: "'") || !isNumber(bytes))
    let quoted =
      bytes.contains { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }
      || bytes.starts(with: [0xef, 0xbb, 0xbf])
    guard quoted else {
      text += guarded ? "'" + field : field
      return
    }
    var written: [UInt8] = [0x22]
    if guarded { written.append(UInt8(ascii: "'")) }
    for byte in bytes {
      if byte == 0x22 { written.append(0x22) }
      written.append(byte)
    }
    text += String(decoding: written + [0x22], as: UTF8.self)
  }

  /// Digits with at most one sign, point and exponent.
  private func isNumber(_ bytes: String.UTF8View) -> Bool {
    var rest = Substring(String(bytes)).utf8
    func digits() -> Int {
      let run = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(run.count)
      return run.count
    }
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("+-")
    var count = digits()
    if skip(".") { count += digits() }
    guard count > 0 else { return false }
    if skip("eE") {
      _ = skip("+-")
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

/// CSV with a header, all rows of which are as long as it.
public struct CSVTable: Sendable {
  /// The columns' names, all different.
  public let header: [String]
  /// The rows below it.
  public let rows: [[String]]
  /// The line of the text on which each row begins, counted from 1; lines inside of quotation
  /// marks count too.
  public let lines: [Int]

  /// Reads a text.
  ///
  /// - Parameter text: CSV with a header.
  /// - Throws: `CSVError` naming the line that is no CSV or has another number of fields, or a
  ///   column that the header has twice.
  public init(parsing text: String) throws(CSVError) {
    let all = try CSV.rowsWithLines(of: text)
    guard let first = all.first else { throw CSVError("expected a header, found no line") }
    for (place, name) in first.fields.enumerated() where first.fields[..<place].contains(name) {
      throw CSVError("line \(first.line): the column '\(name)' stands twice")
    }
    for row in all where row.fields.count != first.fields.count {
      throw CSVError(
        "line \(row.line): expected \(first.fields.count) fields as in the header, found "
          + "\(row.fields.count)")
    }
    header = first.fields
    rows = all.dropFirst().map(\.fields)
    lines = all.dropFirst().map(\.line)
  }

  /// The place of a column.
  ///
  /// - Parameter name: as the header has it.
  /// - Returns: the index of its fields in every row.
  /// - Throws: `CSVError` with the columns that there are.
  public func column(_ name: String) throws(CSVError) -> Int {
    guard let place = header.firstIndex(of: name) else {
      throw CSVError(
        "expected a column '\(name)', found \(header.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return place
  }
}

/// Text that is no CSV, or not the table that was expected.
public struct CSVError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, what was expected and what was found.
  public let description: String
  init(_ description: String) { self.description = description }
}
