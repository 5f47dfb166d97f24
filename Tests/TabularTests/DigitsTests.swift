import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

struct DigitsTests {
  @Test func agreesWithPython() throws {
    var generator = SplitMix64(seed: 3)
    var cases: [(Double, Int)] = [
      (0, 2), (0.005, 2), (0.015, 2), (2.5, 0), (3.5, 0), (0.285, 2), (1e300, 3), (-1e-300, 310),
      (.greatestFiniteMagnitude, 1), (123_456.789, 1), (-0.994999, 2), (.leastNonzeroMagnitude, 5),
    ]
    for _ in 0..<500 {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { cases.append((value, generator.integer(below: 12))) }
      cases.append((generator.uniform(in: -1_000...1_000), generator.integer(below: 6)))
    }
    let input = cases.map { "\($0.0.bitPattern) \($0.1)\n" }.joined()
    let expected = try python(
      """
      import struct, sys
      for line in sys.stdin:
          bits, places = map(int, line.split())
          text = "%.*f" % (places, struct.unpack("<d", struct.pack("<Q", bits))[0])
          print(text.lstrip("-") if not text.strip("-0.") else text)
      """, input: Array(input.utf8))
    #expect(
      cases.map { Digits.fixed($0.0, $0.1) } == expected.split(separator: "\n").map(String.init))
  }

  @Test func zeroHasNoSignAndOthersHaveNames() {
    #expect(Digits.fixed(-0.001, 2) == "0.00")
    #expect(Digits.fixed(-0.0, 0) == "0")
    #expect(Digits.fixed(-0.006, 2) == "-0.01")
    #expect(Digits.fixed(.nan, 2) == "nan")
    #expect(Digits.fixed(.infinity, 2) == "inf")
    #expect(Digits.fixed(-.infinity, 2) == "-inf")
    #expect(Digits.fixed(1.5, -3) == "2")
  }
}
