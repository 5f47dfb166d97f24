/// Text on a screen, which has so many columns and gives some characters two of them.
public enum ScreenText {
  /// The columns that a terminal needs for a text: two for each character of East Asian scripts and
  /// for pictures.
  public static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { sum, character in
      guard let first = character.unicodeScalars.first?.value else { return sum }
      switch first {
      case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
        return sum + 2
      default: return sum + 1
      }
    }
  }

  /// A text that needs no more than `width` columns, `…` at its end where it was cut.
  public static func clipped(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    var clipped = ""
    var used = 0
    for character in text {
      used += columns(of: String(character))
      guard used < width else { break }
      clipped.append(character)
    }
    return width > 0 ? clipped + "…" : ""
  }

  /// A text on one line: line ends and what steers a terminal become spaces.
  public static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let steers = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
      line.append(steers || scalar == "\u{2028}" || scalar == "\u{2029}" ? " " : scalar)
    }
    return String(line)
  }

  /// A text broken between words; a word that is longer than a line is broken within.
  ///
  /// - Parameters:
  ///   - text: one paragraph.
  ///   - width: the columns of a line.
  /// - Returns: lines, at least one.
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    let width = max(2, width)
    var lines = [""]
    var used = 0
    for word in text.split(separator: " ") {
      let needed = columns(of: word)
      if used > 0, used + 1 + needed <= width {
        lines[lines.count - 1] += " " + word
        used += 1 + needed
        continue
      }
      if used > 0 {
        lines.append("")
        used = 0
      }
      for character in word {
        let more = columns(of: String(character))
        if used + more > width {
          lines.append("")
          used = 0
        }
        lines[lines.count - 1].append(character)
        used += more
      }
    }
    return lines
  }

  /// A text with spaces added up to `width` columns.
  static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - columns(of: text)))
    return right ? padding + text : text + padding
  }
}
