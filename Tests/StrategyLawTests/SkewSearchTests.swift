import AudioFiles
import Builtins
import Catalogs
import Fingerprinting
import Foundation
import Indexing
import TestSupport
import Testing

/// A search for skew must work with every registered strategy; sox plays faster and slower.
struct SkewSearchTests {
  private static let rate = SampleRate(22_050)
  private static let search = SkewSearch(range: 0.04, step: 0.01)

  /// Several pieces at once: dense sound, in which no beat comes back.
  private static func ensemble(
    _ seed: UInt64, seconds: Double = 30, rate: SampleRate
  ) -> AudioBuffer {
    var sum = TestSound.music(seed: seed, seconds: seconds, rate: rate)
    for part in 1..<6 as Range<UInt64> {
      let piece = TestSound.music(seed: 1_000 * part + seed, seconds: seconds, rate: rate)
      for place in sum.samples.indices { sum.samples[place] += piece.samples[place] }
    }
    for place in sum.samples.indices { sum.samples[place] /= 6 }
    return sum
  }

  /// Pieces enrolled by a strategy, searched for skew.
  private func recognizer(
    _ strategy: any FingerprintStrategy, _ seeds: ClosedRange<UInt64>, search: SkewSearch = search
  ) throws -> SkewSearchRecognizer {
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    for seed in seeds {
      let sound = Self.ensemble(seed, rate: strategy.requirements.sampleRate)
      try builder.insert(
        strategy.thinned(strategy.signature(of: sound.samples.span)), as: TrackID("\(seed)"))
    }
    return try SkewSearchRecognizer(
      StrategyRecognizer(strategy: strategy, index: try builder.freeze()), search)
  }

  /// Seconds of a piece from `start` on, played at another speed by sox.
  private func query(
    _ seed: UInt64, speed: Double, from start: Double = 9.87, seconds: Double = 10,
    for strategy: any FingerprintStrategy
  ) throws -> AudioBuffer {
    let piece = Self.ensemble(seed, rate: strategy.requirements.sampleRate)
    let rate = Int(piece.sampleRate.hertz)
    let first = Int((start * piece.sampleRate.hertz).rounded())
    let part = AudioBuffer(
      samples: Array(piece.samples[first...]), sampleRate: piece.sampleRate)
    // Speed states another rate; rate then converts to a whole one.
    let output = try sox(
      "-t", "f32", "-r", "\(rate)", "-c", "1", "-", "-t", "f32", "-", "speed", "\(speed)", "rate",
      "-v", "\(Self.rate.hertz)", "trim", "0", "\(seconds)", input: bytes(of: part.samples))
    return AudioBuffer(samples: samples(of: output.bytes), sampleRate: Self.rate)
  }

  @Test(arguments: StrategyLawTests.strategies, [-0.037, -0.022, 0, 0.024, 0.0335])
  func skewComesBackWithTheRightSign(strategy: StrategyLawTests.Registered, skew: Double)
    async throws
  {
    let strategy = try strategy.entry.standard()
    let recognizer = try recognizer(strategy, 50...54)
    let query = try query(52, speed: 1 + skew, for: strategy)
    let answer = try await recognizer.identify(query)
    let best = try #require(answer.candidates.first)
    #expect(best.track == TrackID("52"))
    let found = best.alignment
    // At the ends of the query that is half a frame, or a little more.
    let frame = try strategy.signature(of: [Float]().span).frameDuration.value
    let tolerance = max(0.002, 1.2 * frame / 10)
    #expect(abs(found.assumedFrequencySkew - skew) < tolerance, "found \(found)")
    if skew != 0 { #expect(found.frequencySkew != nil) }
    #expect(abs(found.timeScale - (1 + skew)) < tolerance)
    #expect(abs(found.referenceStart.value - 9.87) < 0.1, "found \(found.referenceStart)")
    #expect(best.support.last.value <= 10 && best.support.first < best.support.last)
    #expect(try await recognizer.identify(query).candidates == answer.candidates)
  }

  @Test(arguments: StrategyLawTests.strategies)
  func aCertainAnswerEndsTheSearch(strategy: StrategyLawTests.Registered) async throws {
    let strategy = try strategy.entry.standard()
    let fine = try recognizer(strategy, 60...62)
    let query = try query(61, speed: 1, from: 3, seconds: 25, for: strategy)
    let plain = try await fine.base.identify(query)
    let answer = try await fine.identify(query)
    let best = try #require(answer.candidates.first)
    #expect(best.track == plain.candidates.first?.track)
    #expect(best.score >= plain.candidates[0].score)
    #expect(answer.signatureBytes == plain.signatureBytes)
    // A bank of five times as many speeds is not touched.
    let wide = try SkewSearchRecognizer(fine.base, SkewSearch(range: 0.2, step: 0.01))
    #expect(wide.search.bank.count > 4 * fine.search.bank.count)
    #expect(try await wide.identify(query).work.lookups < 2 * answer.work.lookups)
    // What is nowhere costs the whole bank.
    let noise = TestSound.noise(seed: 9, seconds: 10, rate: Self.rate)
    let lookups = try await (wide.identify(noise).work.lookups, fine.identify(noise).work.lookups)
    #expect(lookups.0 > 3 * lookups.1)
  }

  @Test(arguments: StrategyLawTests.strategies)
  func nothingToHearIsNoMatch(strategy: StrategyLawTests.Registered) async throws {
    let strategy = try strategy.entry.standard()
    let recognizer = try recognizer(strategy, 70...70)
    for sample: Float in [0, 0.5, .nan] {
      let sound = AudioBuffer(
        samples: [Float](repeating: sample, count: 10 * 22_050), sampleRate: Self.rate)
      let answer = try await recognizer.identify(sound)
      #expect(answer.candidates.isEmpty)
    }
    let shortest = strategy.requirements.shortestQuery.value
    for (seconds, status) in [
      (0, QueryStatus.tooShort), (shortest - 0.01, .tooShort), (shortest, .searched),
    ] {
      let count = Int((seconds * Self.rate.hertz).rounded(.up))
      let sound = Self.ensemble(70, seconds: 12, rate: Self.rate).samples.prefix(count)
      let answer = try await recognizer.identify(
        AudioBuffer(samples: Array(sound), sampleRate: Self.rate))
      #expect(answer.status == status, "\(seconds) s")
    }
  }

  @Test func fileAndBufferAreAnsweredAlike() async throws {
    let strategy = try #require(Builtins.strategies.first).standard()
    let recognizer = try recognizer(strategy, 80...82)
    let query = try query(81, speed: 0.98, for: strategy)
    try await withTemporaryDirectory { folder in
      let path = folder.appending("query.wav")
      try path.write(waveFile(query))
      let (answer, report) = try recognizer.identify(path)
      let expected = try await recognizer.identify(query)
      #expect(answer.candidates == expected.candidates && answer.work == expected.work)
      #expect(answer.latency.decode > .zero)
      #expect(report.readFrames == query.samples.count)
    }
  }

  @Test func identityIsThatOfStrategyAndSpeeds() throws {
    let strategies = try Builtins.strategies.map { try $0.standard().identity }
    let searches = [
      SkewSearch(range: 0.05, step: 0.01), SkewSearch(range: 0.05, step: 0.02),
      SkewSearch(range: 0.06, step: 0.01),
    ]
    let all =
      strategies
      + strategies.flatMap { strategy in
        searches.map { $0.identity(over: strategy) }
      }
    #expect(Set(all).count == all.count)
  }

  @Test func theBankCoversTheRangeAndNothingElse() {
    for (range, step, bank) in [
      (0.05, 0.02, [0, 0.02, -0.02, 0.04, -0.04]), (0.04, 0.04, [0, 0.04, -0.04]),
      (0.05, 0.1, [0, 0.1, -0.1]),
    ] {
      let found = SkewSearch(range: range, step: step).bank
      #expect(found.count == bank.count)
      #expect(zip(found, bank).allSatisfy { abs($0 - $1) < 1e-12 })
    }
    #expect(SkewSearch.standard.bank.count == 11)
  }
}
