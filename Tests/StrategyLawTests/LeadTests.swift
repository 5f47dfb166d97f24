import Catalogs
import Fingerprinting
import Indexing
import TestSupport
import Testing

/// How far an answer leads comes from the search, however few candidates are asked for.
struct LeadTests {
  private func recognizer(
    _ strategy: any FingerprintStrategy, _ seeds: Range<UInt64>, limit: Int
  ) throws -> StrategyRecognizer {
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    for seed in seeds {
      let sound = TestSound.music(
        seed: seed, seconds: 30, rate: strategy.requirements.sampleRate)
      try builder.insert(
        strategy.thinned(strategy.signature(of: sound.samples.span)), as: TrackID("\(seed)"))
    }
    return try StrategyRecognizer(
      strategy: strategy, index: try builder.freeze(), limit: limit)
  }

  private func query(_ seed: UInt64, for strategy: any FingerprintStrategy) -> AudioBuffer {
    let rate = strategy.requirements.sampleRate
    let sound = TestSound.music(seed: seed, seconds: 15, rate: rate)
    return AudioBuffer(
      samples: Array(sound.samples.dropFirst(Int(4.567 * rate.hertz))), sampleRate: rate)
  }

  @Test(arguments: StrategyLawTests.strategies)
  func theNumberOfCandidatesDoesNotChangeIt(registered: StrategyLawTests.Registered) async throws {
    let strategy = try registered.entry.standard()
    let one = try recognizer(strategy, 70..<76, limit: 1)
    let five = try StrategyRecognizer(strategy: strategy, index: one.index, limit: 5)
    let search = SkewSearch(range: 0.02, step: 0.02)
    for seed: UInt64 in [72, 900, 901] {
      let query = query(seed, for: strategy)
      let short = try await one.identify(query)
      let long = try await five.identify(query)
      #expect(short == long.limited(to: 1).timed(as: short))
      let searched = try await SkewSearchRecognizer(one, search).identify(query)
      let searchedLong = try await SkewSearchRecognizer(five, search).identify(query)
      #expect(searched == searchedLong.limited(to: 1).timed(as: searched))
      #expect(short.candidates.count <= 1)
    }
  }

  /// Where there is no other track, the lead over nothing is no evidence.
  @Test(arguments: StrategyLawTests.strategies)
  func unknownMusicDoesNotLeadACatalogOfOne(registered: StrategyLawTests.Registered) async throws {
    let strategy = try registered.entry.standard()
    let alone = try recognizer(strategy, 80..<81, limit: 5)
    func lead(of seed: UInt64) async throws -> Double? {
      let answer = try await alone.identify(query(seed, for: strategy))
      guard let best = answer.candidates.first else { return nil }
      let runnerUp = try #require(answer.runnerUp)
      #expect(!runnerUp.isFound && !answer.isAmbiguous)
      return best.score - runnerUp.score
    }
    var highest = 0.0
    for seed: UInt64 in 910..<916 { highest = max(highest, try await lead(of: seed) ?? 0) }
    #expect(highest < 2)
    let known = try #require(try await lead(of: 80))
    // Bits say little where there is one track alone to learn from what chance is.
    if strategy.family == .peaks { #expect(known > highest + 0.5, "\(known), \(highest)") }
  }
}

extension Identification {
  /// The same answer with another's times.
  fileprivate func timed(as other: Identification) -> Identification {
    var answer = self
    answer.latency = other.latency
    return answer
  }
}
