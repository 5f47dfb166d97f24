import Builtins
import Catalogs
import Fingerprinting
import Foundation
import Indexing
import TestSupport
import Testing

/// The laws that every registered strategy must obey, with its index.
struct StrategyLawTests {
  /// A registered strategy that test names can show.
  struct Registered: CustomTestStringConvertible, Sendable {
    let entry: StrategyEntry
    var testDescription: String { entry.name }
  }

  static let strategies = Builtins.strategies.map { Registered(entry: $0) }

  /// Music-like sound at the strategy's own rate.
  private func music(
    _ seed: UInt64, seconds: Double, for strategy: any FingerprintStrategy
  ) -> [Float] {
    TestSound.music(
      seed: seed, seconds: seconds, rate: strategy.requirements.sampleRate
    ).samples
  }

  private func signature(
    of samples: [Float], inBlocksOf size: Int, with strategy: any FingerprintStrategy
  ) throws -> Signature {
    var extractor = try strategy.makeExtractor()
    var signature = try extractor.consume([Float]().span)
    for start in stride(from: 0, to: samples.count, by: size) {
      let block = Array(samples[start..<min(start + size, samples.count)])
      try signature.append(extractor.consume(block.span))
    }
    try signature.append(extractor.finish())
    return signature
  }

  private func index(
    _ strategy: any FingerprintStrategy, _ tracks: [(String, [Float])]
  ) throws -> any SignatureIndex {
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    for (name, samples) in tracks {
      try builder.insert(
        strategy.thinned(strategy.signature(of: samples.span)), as: TrackID(name))
    }
    return try builder.freeze()
  }

  @Test(arguments: strategies, [1, 7, 512, 4_096])
  func blockSizeDoesNotMatter(strategy: Registered, size: Int) throws {
    let strategy = try strategy.entry.standard()
    let sound = music(1, seconds: size == 1 ? 4 : 8, for: strategy)
    let whole = try strategy.signature(of: sound.span)
    #expect(!whole.isEmpty)
    #expect(try signature(of: sound, inBlocksOf: size, with: strategy) == whole)
  }

  @Test(arguments: strategies)
  func encodingIsExactAndItsLengthIsTheSize(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    let query = try strategy.signature(of: music(2, seconds: 8, for: strategy).span)
    for signature in [query, strategy.thinned(query)] {
      let bytes = signature.encoded
      #expect(bytes.count == signature.encodedByteCount)
      #expect(try Signature(decoding: bytes) == signature)
    }
  }

  @Test(arguments: strategies)
  func thinningTwiceIsThinningOnce(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    let query = try strategy.signature(of: music(3, seconds: 8, for: strategy).span)
    let stored = strategy.thinned(query)
    #expect(strategy.thinned(stored) == stored)
    #expect(stored.encodedByteCount <= query.encodedByteCount)
  }

  @Test(arguments: strategies)
  func soundWithoutContentNeitherTrapsNorMatches(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    let rate = Int(strategy.requirements.sampleRate.hertz)
    let index = try index(
      strategy,
      [
        ("music", music(4, seconds: 12, for: strategy)),
        ("silence", .init(repeating: 0, count: 6 * rate)),
      ])
    let sounds: [(String, [Float])] = [
      ("nothing", []), ("one sample", [0.5]), ("silence", .init(repeating: 0, count: 10 * rate)),
      ("a constant", .init(repeating: 0.6, count: 10 * rate)),
      ("no numbers", .init(repeating: .nan, count: 10 * rate)),
      ("infinities", .init(repeating: .infinity, count: 10 * rate)),
    ]
    for (name, samples) in sounds {
      let signature = try strategy.signature(of: samples.span)
      #expect(try index.search(signature, limit: 5).candidates.isEmpty, "\(name)")
    }
  }

  @Test(arguments: strategies)
  func anExcerptIsFoundWhereItWasCut(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    let rate = strategy.requirements.sampleRate
    let tracks = (10..<15).map { ("track \($0)", music(UInt64($0), seconds: 40, for: strategy)) }
    let index = try index(strategy, tracks)
    for (name, samples) in tracks {
      // Off any hop: an odd sample.
      let start = Int(12.3456 * rate.hertz) | 1
      let query = Array(samples[start..<(start + Int(10 * rate.hertz))])
      let answer = try index.search(strategy.signature(of: query.span), limit: 5)
      let best = try #require(answer.candidates.first)
      #expect(best.track == TrackID(name))
      let error = best.alignment.referenceStart - rate.duration(ofSamples: start)
      #expect(abs(error.value) < 0.06, "offset error \(error)")
      #expect(best.support.matched <= best.support.offered)
    }
  }

  @Test(arguments: strategies)
  func aQueryThatBeginsBeforeTheReferenceHasANegativeOffset(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    let rate = strategy.requirements.sampleRate
    let reference = music(20, seconds: 30, for: strategy)
    let index = try index(
      strategy, [("wanted", reference), ("other", music(21, seconds: 30, for: strategy))])
    let before = TestSound.noise(seed: 22, seconds: 3, rate: rate).samples.map { $0 * 0.1 }
    let query = before + reference.prefix(Int(12 * rate.hertz))
    let best = try #require(
      try index.search(strategy.signature(of: query.span), limit: 1).candidates.first)
    #expect(best.track == TrackID("wanted"))
    let error = best.alignment.referenceStart + rate.duration(ofSamples: before.count)
    #expect(abs(error.value) < 0.06, "offset error \(error)")
  }

  @Test(arguments: strategies)
  func orderOfInsertionDoesNotChangeTheAnswer(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    // Two tracks are the same sound: their tie must not depend on the order.
    let tracks = [(30, "a"), (31, "b"), (30, "c"), (32, "d")].map { seed, name in
      (name, music(UInt64(seed), seconds: 20, for: strategy))
    }
    let query = Array(
      tracks[0].1.dropFirst(30_001).prefix(10 * Int(strategy.requirements.sampleRate.hertz)))
    let signature = try strategy.signature(of: query.span)
    let forward = try index(strategy, tracks).search(signature, limit: 4).candidates
    let backward = try index(strategy, tracks.reversed()).search(signature, limit: 4).candidates
    #expect(forward == backward)
    #expect(forward.prefix(2).map(\.track) == [TrackID("a"), TrackID("c")])
  }

  @Test(arguments: strategies)
  func anIndexOfAnotherIdentityIsRefused(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    var other = strategy.identity
    other.revision += 1
    let index = try IndexBuilder(strategy.indexing, builtWith: other).freeze()
    #expect(throws: IndexError.identityMismatch(index: other, strategy: strategy.identity)) {
      _ = try StrategyRecognizer(strategy: strategy, index: index)
    }
  }

  @Test(arguments: strategies)
  func aFileOfTheIndexAnswersAsTheIndexDoes(strategy: Registered) throws {
    let strategy = try strategy.entry.standard()
    let tracks = (40..<43).map { ("track \($0)", music(UInt64($0), seconds: 20, for: strategy)) }
    let index = try index(strategy, tracks)
    let query = try strategy.signature(of: Array(tracks[1].1.dropFirst(20_001)).span)
    try withTemporaryDirectory { folder in
      let path = folder.appending("an.index")
      try index.write(to: path)
      let opened = try openIndex(
        at: path, builtWith: strategy.identity, recipe: strategy.indexing)
      #expect(opened.tracks == index.tracks)
      #expect(opened.footprint == index.footprint)
      #expect(try opened.search(query, limit: 3) == index.search(query, limit: 3))
    }
  }
}
