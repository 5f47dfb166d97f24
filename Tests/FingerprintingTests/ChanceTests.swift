import Fingerprinting
import TestSupport
import Testing

struct ChanceTests {
  /// Values of the authors' C code for this seed, as many implementations publish them.
  @Test func splitMix64GivesThePublishedNumbers() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  /// The documented formula in another language: changing it changes every draw ever made.
  @Test func derivedSeedsFollowTheDocumentedFormula() throws {
    let names = ["", "snr", "é", "a|b", "query 17"]
    let seeds: [UInt64] = [0, 1, 42, .max]
    let expected = try python(
      """
      import sys
      M = (1 << 64) - 1
      def finish(x):
          x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9 & M
          x = (x ^ (x >> 27)) * 0x94d049bb133111eb & M
          return x ^ (x >> 31)
      for seed in map(int, sys.argv[1].split()):
          for name in sys.argv[2:]:
              h = 0xcbf29ce484222325 ^ seed
              for byte in name.encode("utf-8"):
                  h = (h ^ byte) * 0x100000001b3 & M
              print(finish(h + seed * 0x9e3779b97f4a7c15 & M))
      """, seeds.map(String.init).joined(separator: " "), names[0], names[1], names[2], names[3],
      names[4])
    let found = seeds.flatMap { seed in names.map { Seed(seed).deriving($0).rawValue } }
    #expect(found.map(String.init) == expected.split(separator: "\n").map(String.init))
    #expect(Set(found).count == found.count)
  }

  @Test func drawsAreSpreadAsTheySay() {
    var generator = Seed(3).generator
    var sum = 0.0
    var squares = 0.0
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<20_000 {
      let unit = generator.unit()
      #expect(unit >= 0 && unit < 1)
      let normal = generator.normal()
      sum += normal
      squares += normal * normal
      counts[generator.integer(below: 7)] += 1
    }
    #expect(abs(sum / 20_000) < 0.03)
    #expect(abs(squares / 20_000 - 1) < 0.04)
    #expect(counts.allSatisfy { abs($0 - 20_000 / 7) < 200 })
    #expect((0..<200).allSatisfy { _ in (-2...2).contains(generator.integer(in: -2...2)) })
    #expect((0..<200).allSatisfy { _ in (-2.5...2).contains(generator.uniform(in: -2.5...2)) })
  }

  @Test func shufflingPermutesEvenly() {
    var generator = Seed(4).generator
    var firsts = [Int](repeating: 0, count: 5)
    for _ in 0..<5_000 {
      var elements = Array(0..<5)
      generator.shuffle(&elements)
      #expect(elements.sorted() == Array(0..<5))
      firsts[elements[0]] += 1
    }
    #expect(firsts.allSatisfy { abs($0 - 1_000) < 120 })
  }
}
