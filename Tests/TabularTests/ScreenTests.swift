import Tabular
import Testing

struct ScreenTests {
  private static let report = """
    ## Headline

    All 3 conditions pooled, split *test*; **per cent**, with 95 % intervals; see [Alarms](#alarms).

    \(Markdown.table(
      header: ["variant", "length", "n enrolled", "recording recall", "aligned recall", "what"],
      rows: [
        ["constellation", "5 s", "5,100", "94.9 (93.4–96.4)", "88.7 (86.3–90.9)", "a|b_c"],
        ["音楽の指紋 standard", "10 s", "5,100", "97.9 (96.8–98.9)", "92.8 (90.3–94.9)", "*"],
      ], numericColumns: [2, 3, 4]))
    <details><summary>Queries lost (3)</summary>

    - a very long point that goes on and on until it does not fit into forty columns any more
    """

  @Test(arguments: [12, 40, 60, 80, 133, 300])
  func everyLineFits(width: Int) {
    let screen = Markdown.screen(Self.report, columns: width)
    for line in screen.split(separator: "\n") {
      #expect(ScreenText.columns(of: line) <= width, "\(line)")
    }
    let words = screen.replacing("\n", with: " ")
    for mark in ["**", "](", "<", "| ", "--", "#"] { #expect(!words.contains(mark), "\(mark)") }
    if width >= 40 {
      for cell in ["94.9 (93.4–96.4)", "92.8 (90.3–94.9)", "constellation", "a|b_c", "lost (3)"] {
        #expect(screen.contains(cell), "\(cell)")
      }
    }
  }

  @Test func aTableThatFitsStaysATable() {
    #expect(
      Markdown.screen(
        Markdown.table(
          header: ["name", "recording recall"], rows: [["曲", "9"], ["abcd", "10.5"]],
          numericColumns: [1]), columns: 40) == """
          name  recording
                   recall
          ────  ─────────
          曲            9
          abcd       10.5

          """)
  }

  /// What was escaped comes back as it was.
  @Test(arguments: ["a|b", "x_y _z_", "*bold* `code`", "<b> & &amp; [x](y)", "back\\slash ~"])
  func escapedTextIsShownAsItWas(text: String) {
    #expect(Markdown.screen("so: " + Markdown.escape(text), columns: 80) == "so: \(text)\n")
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(ScreenText.columns(of: "aé音🎵") == 6)
    #expect(ScreenText.clipped("音楽の指紋", to: 6) == "音楽…")
    #expect(ScreenText.clipped("abc", to: 3) == "abc")
    #expect(ScreenText.oneLine("a\u{1b}[2J\nb") == "a [2J b")
    #expect(ScreenText.wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(ScreenText.wrapped("abcdefgh", to: 3) == ["abc", "def", "gh"])
  }
}
