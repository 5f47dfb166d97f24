public import Fingerprinting
internal import Tabular

/// Media items as CSV: a header, then a row for each item.
///
/// A column `reference` says which recording each row is about; where a table is about one recording
/// only, it may be missing. Several rows about one recording are several items of it, in order. The
/// other columns are fields of `MediaItem` by their names; all further columns are custom fields.
/// An empty cell is a field that is missing.
///
/// Law: `init(parsing:file:)` of `text` gives the same rows, except that empty texts are missing
/// and that a number without a fraction is a whole number.
public struct MediaItemTable: Hashable, Sendable {
  /// One item and what it is about.
  public struct Row: Hashable, Sendable {
    /// The line of the file on which it stands.
    public var line: Int
    /// What the table calls the recording; nil where it has no such column.
    public var reference: String?
    /// The item.
    public var item: MediaItem

    /// Joins the parts.
    public init(line: Int, reference: String?, item: MediaItem) {
      self.line = line
      self.reference = reference
      self.item = item
    }
  }

  /// The items in the order of their lines.
  public var rows: [Row]
  /// The names of the custom fields, in the order of their columns.
  public var customColumns: [String]

  /// The columns that have a meaning of their own, each with what it holds.
  public static var columns: [(name: String, holds: String)] {
    [(referenceColumn, "the recording's name, or a file of it; other rows with it are more items")]
      + MediaItemColumn.allCases.map { ($0.rawValue, $0.holds) }
  }

  static let referenceColumn = "reference"
  /// Begins the header of a custom column whose name alone would mean something else.
  static let customPrefix = "custom:"

  /// The items of recordings, as a table.
  public init(_ items: [(track: TrackID, items: [MediaItem])]) {
    rows = items.flatMap { track, items in
      items.map { Row(line: 0, reference: track.rawValue, item: $0) }
    }
    customColumns = Set(rows.flatMap { $0.item.custom.keys }).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    for place in rows.indices { rows[place].line = place + 2 }
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: CSV in UTF-8 with a header.
  ///   - file: where it comes from, for messages.
  /// - Throws: `CatalogError.mediaItems` naming the file, the line and the column of the first thing
  ///   that cannot be meant.
  public init(parsing bytes: [UInt8], file: FilePath) throws(CatalogError) {
    func fault(_ line: Int, _ column: String?, _ problem: String) -> CatalogError {
      .mediaItems(file, line: line, column: column, problem: problem)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      var line = 1
      var rest = bytes[...]
      while let end = rest.firstIndex(of: 0x0a),
        String(validating: rest[..<end], as: UTF8.self) != nil
      {
        rest = rest[(end + 1)...]
        line += 1
      }
      throw fault(line, nil, "expected UTF-8, found other bytes; save the table as UTF-8")
    }
    let table: CSVTable
    do {
      table = try CSVTable(parsing: text)
    } catch {
      throw .noTable(file, problem: error.description)
    }
    if table.header.count == 1, let first = table.header.first,
      let separator = [";", "\t"].first(where: { first.contains($0) })
    {
      throw fault(
        1, nil,
        "expected commas between columns, found \(separator == ";" ? "semicolons" : "tabs"); save "
          + "the table with commas")
    }
    var columns: [MediaItemColumn.Header] = []
    for (place, header) in table.header.enumerated() {
      do throws(CellProblem) {
        columns.append(try MediaItemColumn.Header(header))
      } catch {
        throw fault(1, header.isEmpty ? "\(place + 1)" : header, error.words)
      }
    }
    for (place, column) in columns.enumerated() where columns[..<place].contains(column) {
      throw fault(1, table.header[place], "the same field as an earlier column")
    }
    rows = []
    for (line, fields) in zip(table.lines, table.rows) {
      var row = Row(line: line, reference: nil, item: MediaItem())
      for (place, cell) in fields.enumerated() {
        do throws(CellProblem) {
          switch columns[place] {
          case .reference where cell.isEmpty:
            throw CellProblem("expected a recording, found nothing")
          case .reference: row.reference = cell
          case .field(let field): try field.read(cell, into: &row.item)
          case .custom(let name): row.item.custom[name] = try CustomCell.value(of: cell)
          }
        } catch {
          throw fault(line, table.header[place], error.words)
        }
      }
      rows.append(row)
    }
    customColumns = columns.compactMap {
      if case .custom(let name) = $0 { name } else { nil }
    }
  }

  /// The table as CSV: the columns that are used, in the order of `columns`, then the custom ones.
  public var text: String {
    let fields = MediaItemColumn.allCases.filter { field in
      rows.contains { !field.text(of: $0.item).isEmpty }
    }
    let hasReferences = rows.isEmpty || rows.contains { $0.reference != nil }
    var writer = CSVWriter()
    writer.row(
      (hasReferences ? [Self.referenceColumn] : []) + fields.map(\.rawValue)
        + customColumns.map { MediaItemColumn.Header.custom($0).text })
    for row in rows {
      writer.row(
        (hasReferences ? [row.reference ?? ""] : []) + fields.map { $0.text(of: row.item) }
          + customColumns.map { CustomCell.text(row.item.custom[$0]) })
    }
    return writer.text
  }
}
