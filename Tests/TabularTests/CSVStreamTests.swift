import Fingerprinting
import Tabular
import TestSupport
import Testing

struct CSVStreamTests {
  /// Law: the rows are the same however the bytes are divided; Python's reader sees them too.
  @Test func blocksDoNotMatter() throws {
    let texts = [
      "a,b\n1,2\n", "a,b\r\n1,\"x\r\ny\"\r\n", "a\rb\r", "\u{feff}a,b\n\"q\"\"q\",\n", "a,", "\n\n",
      "",
      "\"\"\n", "a\n\nb", "'=1,'x\n", "ab,\"c,d\"\r\re,f",
    ]
    for text in texts {
      let whole = try CSV.parse(text)
      for size in [1, 2, 3, 5] {
        var stream = CSVStream()
        var rows: [[String]] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
          rows += try stream.consume(bytes[start..<min(bytes.count, start + size)]).map(\.fields)
        }
        rows += try stream.finish().map(\.fields)
        #expect(rows == whole, "\(text.debugDescription) in blocks of \(size)")
      }
    }
    // Bytes that only begin like a byte order mark are text.
    var stream = CSVStream()
    let rows = try stream.consume([0xef, 0xbb, 0x2c, 0x61])
    #expect(try (rows + stream.finish()).first?.fields.last == "a")
  }

  @Test func complaintsNameTheLine() {
    for (text, words) in [
      ("a\n\"b", "line 2: a quotation mark is never closed"),
      ("a\nb\"c\n", "line 2: a quotation mark inside"),
      ("a\r\n\"x\r\ny\"z", "line 3: text follows"),
    ] {
      let error = #expect(throws: CSVError.self) { try CSV.parse(text) }
      #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }
  }
}
