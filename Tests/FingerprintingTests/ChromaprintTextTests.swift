import Fingerprinting
import Testing

@Suite struct ChromaprintTextTests {
  /// What `fpcalc` 1.5.1 printed for a chirp of 4.2 s, raw and compressed.
  static let raw =
    "4160667975,2008990023,1471988557,1471996797,3615287661,4114409709,4097763565,4114533861,"
    + "4127114053,1975436101,1438434117,1438442861"
  static let compressed = "AQAADEkoR0mSJFES_JD8ozlaPcfzET9Y7bCUPPjxg2IGUIQSSAhnAUKgWAU"

  @Test func agreesWithFpcalc() throws {
    let words = try ChromaprintText.parse(raw: Self.raw)
    #expect(try ChromaprintText.compressed(words) == Self.compressed)
    let parsed = try ChromaprintText.parse(compressed: Self.compressed)
    #expect(parsed.algorithm == 2)
    #expect(parsed.words == words)
    #expect(ChromaprintText.raw(words) == Self.raw)
  }

  @Test(arguments: [0, 1, 2, 3, 100, 1_000])
  func parsingIsTheInverseOfWriting(count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count))
    for density in 0..<4 {
      let words = (0..<count).map { _ in
        (0..<density).reduce(UInt32(truncatingIfNeeded: generator.next())) { word, _ in
          word & UInt32(truncatingIfNeeded: generator.next())
        }
      }
      let text = try ChromaprintText.compressed(words, algorithm: density + 1)
      let parsed = try ChromaprintText.parse(compressed: text)
      #expect(parsed.words == words)
      #expect(parsed.algorithm == density + 1)
      #expect(try ChromaprintText.parse(raw: ChromaprintText.raw(words)) == words)
    }
  }

  @Test func readsSignedNumbers() throws {
    #expect(try ChromaprintText.parse(raw: "-1,2,-2147483648") == [.max, 2, 1 << 31])
  }

  @Test func refusesWhatIsNoFingerprint() throws {
    #expect(throws: ChromaprintTextError.notBase64) {
      try ChromaprintText.parse(compressed: "AQ*A")
    }
    #expect(throws: ChromaprintTextError.truncated) { try ChromaprintText.parse(compressed: "AQ") }
    #expect(throws: ChromaprintTextError.truncated) {
      try ChromaprintText.parse(compressed: String(Self.compressed.dropLast(8)))
    }
    #expect(throws: ChromaprintTextError.trailingBytes) {
      try ChromaprintText.parse(compressed: Self.compressed + "AAAA")
    }
    #expect(throws: ChromaprintTextError.notANumber("x")) {
      try ChromaprintText.parse(raw: "1,x")
    }
    #expect(throws: ChromaprintTextError.notANumber("")) { try ChromaprintText.parse(raw: "1,,2") }
    #expect(throws: ChromaprintTextError.notANumber("4294967296")) {
      try ChromaprintText.parse(raw: "4294967296")
    }
    #expect(throws: ChromaprintTextError.unknownAlgorithm(0)) {
      try ChromaprintText.compressed([1], algorithm: 0)
    }
  }

  @Test func damagedTextNeverTraps() throws {
    var generator = SplitMix64(seed: 9)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=".utf8)
    let original = Array(Self.compressed.utf8)
    var refused = 0
    for _ in 0..<2_000 {
      var text = original
      for _ in 0..<generator.integer(in: 1...4) {
        text[generator.integer(below: text.count)] =
          alphabet[generator.integer(below: alphabet.count)]
      }
      if generator.unit() < 0.3 { text.removeLast(generator.integer(in: 1...text.count)) }
      do {
        let parsed = try ChromaprintText.parse(compressed: String(decoding: text, as: UTF8.self))
        #expect(parsed.words.count <= original.count * 2)
      } catch { refused += 1 }
    }
    #expect(refused > 500)
  }
}
