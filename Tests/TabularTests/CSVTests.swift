import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

/// Names that break naive writers.
private let names = [
  "", " ", "a", "a,b", "say \"x\"", "\"", "two\nlines", "two\r\nlines", "cr\rhere", "pi|pe",
  "=1+1", "+x", "-x", "@x", "-5", "+5", "-0.5e-3", "-", "--", "=", "-5a", "'", "''", "'=x", "''=x",
  "'-5", "'quoted'", "\u{feff}bom", "é", "e\u{301}", "日本", "tab\there", " =x", "1e5", "-.5", "-5.",
  "-e5", "+-5",
]

struct CSVTests {
  @Test func parsingInvertsRendering() throws {
    var rows = names.map { [$0] } + [names, names.reversed()]
    rows += names.map { [$0, "", $0] }
    let parsed = try CSV.parse(CSV.render(rows))
    // String's == ignores normalisation; the bytes must come back.
    #expect(parsed.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } })
  }

  @Test func parsingInvertsRenderingOfRandomFields() throws {
    var generator = SplitMix64(seed: 7)
    let alphabet = Array(",\"\n\r'=+-@|a5. \u{feff}é".unicodeScalars)
    for _ in 0..<2_000 {
      let rows = (0..<generator.integer(below: 4)).map { _ in
        (0...generator.integer(below: 3)).map { _ in
          var field = String.UnicodeScalarView()
          for _ in 0..<generator.integer(below: 6) {
            field.append(alphabet[generator.integer(below: alphabet.count)])
          }
          return String(field)
        }
      }
      #expect(try CSV.parse(CSV.render(rows)) == rows)
    }
  }

  /// Any text either parses to what renders back to the same rows, or is refused; none traps.
  @Test func anyTextIsReadOrRefused() throws {
    var generator = SplitMix64(seed: 8)
    let alphabet = Array(",,\"\"\n\r'=-a5".unicodeScalars)
    var refused = 0
    for _ in 0..<60_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.integer(below: 12) {
        text.append(alphabet[generator.integer(below: alphabet.count)])
      }
      do {
        let rows = try CSV.parse(String(text))
        #expect(try CSV.parse(CSV.render(rows)) == rows)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 3_000 && refused < 57_000)
  }

  /// Damage to a table as programs write them, bytes that are no UTF-8 included.
  @Test func damagedTablesAreReadAsTheyStandOrRefused() throws {
    var generator = SplitMix64(seed: 9)
    let table = Array("query,rank,score\n\"a, \"\"b\"\"\",1,-0.5\r\n'=x,2,\n".utf8)
    var refused = 0
    for _ in 0..<40_000 {
      var damaged = table
      for _ in 0...generator.integer(below: 3) {
        let place = generator.integer(below: damaged.count)
        switch generator.integer(below: 4) {
        case 0: damaged[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: damaged.insert(Array("\",\r\n'".utf8)[generator.integer(below: 5)], at: place)
        case 2 where damaged.count > 1: damaged.remove(at: place)
        default: damaged.removeLast(min(damaged.count - 1, generator.integer(below: 4)))
        }
      }
      let text = String(decoding: damaged, as: UTF8.self)
      guard let table = try? CSVTable(parsing: text) else {
        refused += 1
        continue
      }
      let rows = [table.header] + table.rows
      #expect(rows.allSatisfy { $0.count == table.header.count })
      #expect(try CSV.parse(CSV.render(rows)) == rows)
    }
    #expect(refused > 5_000 && refused < 38_000)
  }

  @Test func pythonReadsTheSameFields() throws {
    let plain = names.filter { CSV.render([["x", $0]]).hasPrefix("x,'") == false }
    #expect(plain.count < names.count)
    let json = try python(
      """
      import csv, io, json, sys
      text = sys.stdin.buffer.read().decode("utf-8")
      print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), strict=True))))
      """, input: Array(CSV.render([plain, ["x"]]).utf8))
    #expect(try JSONDecoder().decode([[String]].self, from: Data(json.utf8)) == [plain, ["x"]])
  }

  @Test func readsWhatPythonWrites() throws {
    let text = try python(
      """
      import csv, io, json, sys
      out = io.StringIO(newline="")
      csv.writer(out).writerows(json.load(sys.stdin))
      sys.stdout.buffer.write(out.getvalue().encode("utf-8"))
      """, input: Array(try JSONEncoder().encode([names.filter { $0.first != "'" }])))
    #expect(try CSV.parse(text) == [names.filter { $0.first != "'" }])
  }

  @Test func formulasAreGuardedAndNumbersAreNot() {
    #expect(
      CSV.render([["=1+1", "-x", "@x", "-5", "+1.5e3", "'=x", "=\"a\""]])
        == "'=1+1,'-x,'@x,-5,+1.5e3,''=x,\"'=\"\"a\"\"\"\n")
  }

  @Test(
    arguments: [
      ("a\n\"b", "line 2: a quotation mark is never closed"),
      ("a\r\n\r\nb\"c\n", "line 3: a quotation mark inside a field that does not begin with one"),
      ("\"a\nb\"c", "line 2: text follows a closing quotation mark"),
    ])
  func refusesWithTheLine(text: String, words: String) {
    #expect { try CSV.parse(text) } throws: { "\($0)" == words }
  }

  @Test func lineEndsAndBlankLines() throws {
    #expect(try CSV.parse("a,b\r\nc,d\re,\n") == [["a", "b"], ["c", "d"], ["e", ""]])
    #expect(try CSV.parse("a\n\nb") == [["a"], [""], ["b"]])
    #expect(try CSV.parse("\u{feff}\"a\"\n") == [["a"]])
    #expect(try CSV.parse("") == [])
  }

  @Test func tableChecksItsShape() throws {
    let table = try CSVTable(parsing: "query,score\na,1\nb,2\n")
    #expect(table.header == ["query", "score"])
    #expect(table.rows == [["a", "1"], ["b", "2"]])
    #expect(try table.column("score") == 1)
    #expect { try table.column("rank") } throws: {
      "\($0)" == "expected a column 'rank', found 'query', 'score'"
    }
    #expect { try CSVTable(parsing: "a,b\n1,2\n\"x\ny\",2,3") } throws: {
      "\($0)" == "line 3: expected 2 fields as in the header, found 3"
    }
    #expect { try CSVTable(parsing: "a,b,a\n") } throws: {
      "\($0)" == "line 1: the column 'a' stands twice"
    }
    #expect { try CSVTable(parsing: "") } throws: {
      "\($0)" == "expected a header, found no line"
    }
  }
}
