/// Markdown text that says what was meant, whatever the names in it hold.
public enum Markdown {
  /// Text as inline Markdown: shown as it is, on one line, in a table cell too.
  ///
  /// Line ends and control characters become spaces.
  public static func escape(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      let before = place > 0 ? scalars[place - 1] : " "
      let after = place + 1 < scalars.count ? scalars[place + 1] : " "
      switch scalar {
      case "\\", "|", "`", "*", "<", "[", "]", "~": escaped.append("\\")
      // An underscore inside a word is only an underscore.
      case "_" where !(isWord(before) && isWord(after)): escaped.append("\\")
      case "&" where isWord(after) || after == "#": escaped.append("\\")
      default: break
      }
      let blank = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
      let lineEnd = scalar == "\u{2028}" || scalar == "\u{2029}"
      escaped.append(blank || lineEnd ? " " : scalar)
    }
    return String(escaped)
  }

  /// A table whose source lines up as well.
  ///
  /// - Parameters:
  ///   - header: the columns' names.
  ///   - rows: cells, not yet escaped; a short row is filled up, cells beyond the header are left
  ///     out.
  ///   - numericColumns: places of columns set flush right.
  /// - Returns: lines that all end in a line end.
  public static func table(
    header: [String], rows: [[String]], numericColumns: Set<Int> = []
  ) -> String {
    let cells = ([header] + rows).map { row in
      header.indices.map { $0 < row.count ? escape(row[$0]) : "" }
    }
    let widths = header.indices.map { column in
      cells.reduce(3) { max($0, $1[column].count) }
    }
    var lines = cells.map { row in
      "|"
        + header.indices.map { column in
          let cell = row[column]
          let padding = String(repeating: " ", count: widths[column] - cell.count)
          return numericColumns.contains(column) ? " \(padding)\(cell) |" : " \(cell)\(padding) |"
        }.joined()
    }
    let rule = header.indices.map { column in
      let dashes = String(repeating: "-", count: widths[column] - 1)
      return numericColumns.contains(column) ? " \(dashes): |" : " \(dashes)- |"
    }
    lines.insert("|" + rule.joined(), at: 1)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
