import Tabular
import Testing

struct MarkdownTests {
  @Test(
    arguments: [
      ("a|b", #"a\|b"#), (#"a\|b"#, #"a\\\|b"#), ("two\nlines\r\n", "two lines  "),
      ("recording_recall", "recording_recall"), ("_x_ y_", #"\_x\_ y\_"#), ("a_é_1", "a_é_1"),
      ("<b> & &amp; A&B", #"\<b> & \&amp; A\&B"#), ("[x](y)", #"\[x\](y)"#),
      ("*bold* `code` ~~no~~", #"\*bold\* \`code\` \~\~no\~\~"#),
      ("plain – 0.5 %", "plain – 0.5 %"),
      ("bell\u{7}\u{2028}end", "bell  end"),
    ])
  func escapes(text: String, escaped: String) {
    #expect(Markdown.escape(text) == escaped)
  }

  @Test func tableLinesUp() {
    let table = Markdown.table(
      header: ["condition", "n", "recall"],
      rows: [["clean", "100", "1.000"], ["a|b", "7"], ["é\u{301}tude", "–", "0.5", "beyond"]],
      numericColumns: [1, 2])
    #expect(
      table == """
        | condition |   n | recall |
        | --------- | --: | -----: |
        | clean     | 100 |  1.000 |
        | a\\|b      |   7 |        |
        | é\u{301}tude     |   – |    0.5 |

        """)
    let lengths = Set(table.split(separator: "\n").map(\.count))
    #expect(lengths.count == 1)
  }

  @Test func aTableWithoutRowsHasItsHeader() {
    #expect(Markdown.table(header: ["a"], rows: []) == "| a   |\n| --- |\n")
  }
}
