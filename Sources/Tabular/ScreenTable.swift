/// A table laid out for a screen: as it is where that fits, else lying on its side, else as a list.
struct ScreenTable {
  private let header: [String]
  private let rows: [[String]]
  private let numericColumns: Set<Int>

  /// - Parameters:
  ///   - header: the columns' names.
  ///   - rows: cells; a short row is filled up.
  ///   - numericColumns: places of columns set flush right.
  init(header: [String], rows: [[String]], numericColumns: Set<Int>) {
    self.header = header
    self.rows = rows.map { row in header.indices.map { $0 < row.count ? row[$0] : "" } }
    self.numericColumns = numericColumns
  }

  /// Lines of at most `width` columns.
  func lines(width: Int) -> [String] {
    if let lines = grid(width: width) { return lines }
    // A few rows are as easily compared from left to right.
    if rows.count < 7, let lines = onItsSide.grid(width: width) { return lines }
    return list(width: width)
  }

  private var onItsSide: ScreenTable {
    ScreenTable(
      header: [header.first ?? ""] + rows.map { $0.first ?? "" },
      rows: header.indices.dropFirst().map { column in
        [header[column]] + rows.map { $0[column] }
      }, numericColumns: Set(1..<max(1, rows.count + 1)))
  }

  /// The table with its header broken between words; nil where it is too wide.
  private func grid(width: Int) -> [String]? {
    let widths = header.indices.map { column in
      let words = header[column].split(separator: " ").map { ScreenText.columns(of: $0) }
      return (words + rows.map { ScreenText.columns(of: $0[column]) }).max() ?? 0
    }
    guard widths.reduce(0, +) + 2 * (widths.count - 1) <= width else { return nil }
    let names = header.indices.map { ScreenText.wrapped(header[$0], to: widths[$0]) }
    let height = names.map(\.count).max() ?? 0
    let heads = (0..<height).map { line in
      names.map { $0.count > line ? $0[line] : "" }
    }
    func text(_ cells: [String]) -> String {
      let cells = header.indices.map {
        ScreenText.padded(cells[$0], to: widths[$0], right: numericColumns.contains($0))
      }
      return Self.trimmed(cells.joined(separator: "  "))
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    return heads.map(text) + [rule] + rows.map(text)
  }

  /// A row below the other, each cell on a line of its own after its name.
  private func list(width: Int) -> [String] {
    let longest = header.map { ScreenText.columns(of: $0) }.max() ?? 0
    let names = min(longest, width / 2)
    var lines: [String] = []
    for (place, row) in rows.enumerated() {
      if place > 0 { lines.append("") }
      for (name, cell) in zip(header, row) {
        let left = ScreenText.wrapped(name, to: names)
        let right = ScreenText.wrapped(cell, to: max(4, width - names - 2))
        for line in 0..<max(left.count, right.count) {
          let text = line < left.count ? left[line] : ""
          lines.append(
            Self.trimmed(
              ScreenText.padded(text, to: names) + "  " + (line < right.count ? right[line] : "")))
        }
      }
    }
    return lines
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
