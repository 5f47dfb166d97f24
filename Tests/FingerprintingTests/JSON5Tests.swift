import Fingerprinting
import Foundation
import TestSupport
import Testing

struct JSON5Tests {
  private static let good = """
    \u{feff}/* all of it */ {'a': +1, "b": -.5, c: 0x1F, d: 1e-3, e_$: [null, true, false,],
     f: "\\"\\\\\\u0041\\n\\x41\\'", g: {}, h: [], künstler: 'Ärzte "1" \\
    und 2', big: 18446744073709551615, j: 5., k: -0x10, l: "\\ud83d\\ude00/", // end
     "two words":\u{a0}1.50E+2, empty: "" }

    """

  private static let plain = #"""
    {"a": 1, "b": -0.5, "c": 31, "d": 0.001, "e_$": [null, true, false], "f": "\"\\A\nA'",
     "g": {}, "h": [], "künstler": "Ärzte \"1\" und 2", "big": 18446744073709551615, "j": 5,
     "k": -16, "l": "😀/", "two words": 1.50e2, "empty": ""}
    """#

  private static let pairs: [(text: String, plain: String)] = [
    (good, plain), ("null", "null"), (" 'x' ", #""x""#), ("[1,]", "[1]"), ("[]", "[]"),
    ("-0", "-0"), ("0.5e1", "0.5e1"), ("{a:{b:{c:[{}]}}}", #"{"a": {"b": {"c": [{}]}}}"#),
    ("[\"\\b\\f\\v\\0\\t\u{7f}\u{2028}\"]", #"["\b\f\u000b\u0000\t\u007f\u2028"]"#),
  ]

  /// The same in plain JSON, as the system reads it.
  @Test(arguments: pairs)
  func goodTextsAreReadAsPlainJSON(text: String, plain: String) throws {
    let expected = try JSONDecoder().decode(JSONValue.self, from: Data(plain.utf8))
    #expect(try JSON5.decode(from: text.utf8) == expected, "\(text)")
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected a value"),
    ("{\n a: 1\n b: 2}", "line 3, column 2: expected ',' or '}'"),
    ("{a\n 1}", "line 2, column 2: expected ':'"),
    (#"{"a": "\uZZZZ"}"#, "line 1, column 8: expected 4 hexadecimal digits"),
    (#"{"a": "\ud800x"}"#, "line 1, column 8: half of a surrogate pair is no character"),
    (#"{"a": "\1"}"#, #"line 1, column 8: '\1' stands for nothing"#),
    ("{a: 01}", "line 1, column 5: a number that begins with 0"),
    ("{a: 1e999}", "line 1, column 5: a number that is too large"),
    ("{a: -Infinity}", "line 1, column 5: NaN and Infinity are no settings"),
    ("{a: 1e}", "line 1, column 5: expected a value"),
    ("{a: .}", "line 1, column 5: expected a value"),
    ("{a: 0xfffffffffffffffff}", "line 1, column 5: expected 1 to 16 hexadecimal digits"),
    ("{a: 1,\n 'a': 2}", "line 2, column 2: 'a' stands twice"),
    ("{a: 'x\n'}", "line 1, column 5: a text without its end"),
    ("{a: 1}\0", "line 1, column 7: expected the end"),
    (String(repeating: "[", count: 9_999), "line 1, column 101: nested too deeply"),
  ])
  func faultsSayWhere(text: String, words: String) throws {
    let fault = #expect(throws: JSON5Fault.self) {
      try JSON5.decode(JSONValue.self, from: text.utf8)
    }
    #expect(try #require(fault).description == words)
  }

  private static let otherBytes: [(bytes: [UInt8], words: String)] = [
    ([0x7b, 0x6b, 0xfc, 0x63, 0x68, 0x65, 0x3a, 0x31, 0x7d], "line 1, column 3: byte 0xFC"),
    ([0x7b, 0xfb, 0xc2, 0x65, 0x73, 0x68], "line 1, column 2: byte 0xFB"),
    ([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], "line 1, column 1: byte 0xFF"),
    (Array("{\n a: 'ä".utf8) + [0xc3], "line 2, column 7: byte 0xC3"),
  ]

  /// Such bytes stop the system's own reader, and with it the program.
  @Test(arguments: otherBytes)
  func otherBytesAreNamed(bytes: [UInt8], words: String) throws {
    let fault = #expect(throws: JSON5Fault.self) {
      try JSON5.decode(JSONValue.self, from: bytes)
    }
    #expect(
      try #require(fault).description == words + " is no UTF-8; save the text as UTF-8")
  }

  private struct Settings: Decodable {
    struct Part: Decodable { var size: Int }
    var parts: [Part]
  }

  @Test(arguments: [
    ("{parts: [\n {size: 1},\n {size: 'x'}]}", "line 3, column 9: "),
    ("{parts: [\n {size: 1},\n {seize: 2}]}", "line 3, column 2: "),
    ("{parts:\n 5}", "line 2, column 2: "),
    ("\n{}", "line 2, column 1: "),
  ])
  func valuesOfTheWrongTypeHaveALine(text: String, words: String) throws {
    let fault = #expect(throws: JSON5Fault.self) {
      try JSON5.decode(Settings.self, from: text.utf8)
    }
    #expect(try #require(fault).description.hasPrefix(words), "\(fault?.description ?? "")")
  }

  /// Seeded damage: a value or a fault with a line, never a trap.
  @Test func damagedTextsAreReadOrRefusedWithALine() throws {
    var generator = SplitMix64(seed: 5)
    var refused = 0
    for _ in 0..<4_000 {
      let damaged = damagedText(Array(Self.good.utf8), using: &generator)
      do {
        _ = try JSON5.decode(JSONValue.self, from: damaged)
      } catch {
        refused += 1
        #expect(error is JSON5Fault && "\(error)".hasPrefix("line "), "\(error): \(damaged)")
      }
    }
    #expect(refused > 1_000 && refused < 3_800)
  }
}
