extension Markdown {
  /// Markdown as this project writes it, laid out for a screen of so many columns.
  ///
  /// Paragraphs are broken between words, tables are set so that they fit, and the marks of Markdown
  /// are gone.
  ///
  /// - Parameters:
  ///   - text: Markdown.
  ///   - columns: the width of the screen.
  /// - Returns: lines of at most `columns` columns, all with a line end.
  public static func screen(_ text: String, columns: Int) -> String {
    var lines: [String] = []
    var paragraph = ""
    var table: [[String]] = []
    var isCode = false
    func endParagraph() {
      if !paragraph.isEmpty { lines += ScreenText.wrapped(plain(paragraph), to: columns) }
      paragraph = ""
    }
    func endTable() {
      if table.count > 1 {
        let numeric = table[1].indices.filter { table[1][$0].hasSuffix(":") }
        let cells = table.map { $0.map { plain($0) } }
        lines += ScreenTable(
          header: cells[0], rows: Array(cells.dropFirst(2)), numericColumns: Set(numeric)
        ).lines(width: columns)
      }
      table = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("|"), !isCode {
        endParagraph()
        table.append(cells(of: line))
        continue
      }
      endTable()
      if line.hasPrefix("```") {
        endParagraph()
        isCode.toggle()
      } else if isCode {
        lines.append(String(line))
      } else if line.hasPrefix("#") {
        endParagraph()
        let title = plain(line.drop { $0 == "#" || $0 == " " })
        lines += ScreenText.wrapped(title, to: columns)
        lines.append(
          String(repeating: "═", count: min(columns, ScreenText.columns(of: title))))
      } else if line.isEmpty {
        endParagraph()
        if lines.last?.isEmpty == false { lines.append("") }
      } else if line.hasPrefix("![") {
        endParagraph()
      } else if line.hasPrefix("<") {
        // Of a fold the title is left.
        endParagraph()
        let title = line.replacing(/<[^>]*>/, with: "")
        if !title.isEmpty { lines += ScreenText.wrapped(plain(title), to: columns) }
      } else if line.hasPrefix("- ") {
        endParagraph()
        let item = ScreenText.wrapped(plain(line.dropFirst(2)), to: columns - 2)
        lines += item.enumerated().map { ($0 == 0 ? "• " : "  ") + $1 }
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line
      }
    }
    endTable()
    endParagraph()
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The cells of a table's line.
  private static func cells(of line: some StringProtocol) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|", !isEscaped {
        cells.append(String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        cell = ""
        continue
      }
      cell.append(character)
      isEscaped = character == "\\" && !isEscaped
    }
    return cells
  }

  /// Text without the marks: emphasis, code, links and escapes.
  private static func plain(_ text: some StringProtocol) -> String {
    var plain = ""
    var rest = text[...]
    var isCode = false
    while let character = rest.first {
      rest = rest.dropFirst()
      switch character {
      case "\\" where !isCode && !rest.isEmpty: plain.append(rest.removeFirst())
      case "`": isCode.toggle()
      case "*" where !isCode: break
      case "[" where !isCode:
        // A link is its words.
        if let end = rest.firstIndex(of: "]"), rest[end...].hasPrefix("]("),
          let close = rest[end...].firstIndex(of: ")")
        {
          plain += Self.plain(rest[..<end])
          rest = rest[rest.index(after: close)...]
        } else {
          plain.append(character)
        }
      default: plain.append(character)
      }
    }
    return plain
  }
}
