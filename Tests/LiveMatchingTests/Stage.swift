import AudioFiles
import Fingerprinting
import Indexing
import LiveMatching
import Strategies
import TestSupport

/// Four pieces of music, enrolled as `a` to `d`, and streams made of them.
enum Stage {
  static let rate = SampleRate(11_025)

  /// Half a minute of music for each name.
  static let pieces: [String: [Float]] = Dictionary(
    uniqueKeysWithValues: ["a", "b", "c", "d", "stranger"].enumerated().map { number, name in
      (name, TestSound.music(seed: UInt64(number + 70), seconds: 30, rate: rate).samples)
    })

  static func strategy() throws -> any FingerprintStrategy {
    try ConstellationStrategy(.standard)
  }

  /// An index of the four pieces.
  static func index(_ names: [String] = ["a", "b", "c", "d"]) throws -> any SignatureIndex {
    let strategy = try strategy()
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    for name in names {
      let samples = pieces[name] ?? []
      let signature = try strategy.signature(of: samples.span)
      try builder.insert(strategy.thinned(signature), as: TrackID(name))
    }
    return try builder.freeze()
  }

  /// Seconds of a piece.
  static func cut(_ name: String, _ from: Double, _ to: Double) -> [Float] {
    let piece = pieces[name] ?? []
    return Array(piece[Int(from * rate.hertz)..<min(piece.count, Int(to * rate.hertz))])
  }

  static func silence(_ seconds: Double) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * rate.hertz))
  }

  static func noise(_ seconds: Double, level: Float = 0.2) -> [Float] {
    TestSound.noise(seed: 5, seconds: seconds, rate: rate, level: level).samples
  }

  /// What a stream of samples shows.
  static func events(
    of samples: [Float], blocks: Int = 4_096, configuration: StreamMatcherConfiguration = .standard
  ) throws -> [MatchEvent] {
    var matcher = try StreamMatcher(
      strategy: strategy(), index: index(), configuration: configuration)
    var events: [MatchEvent] = []
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + blocks)
      events += try matcher.consume(Array(samples[start..<end]).span)
      start = end
    }
    return try events + matcher.finish()
  }
}

extension [MatchEvent] {
  /// The matches that started.
  var started: [LiveMatch] {
    compactMap { if case .started(let match) = $0 { match } else { nil } }
  }
  /// The matches that ended.
  var ended: [LiveMatch] {
    compactMap { if case .ended(let match) = $0 { match } else { nil } }
  }
  /// The updates.
  var updated: [LiveMatch] {
    compactMap { if case .updated(let match) = $0 { match } else { nil } }
  }
  /// The attempts without a match.
  var failed: [FailedAttempt] {
    compactMap { if case .noMatch(let attempt) = $0 { attempt } else { nil } }
  }
  /// What was played.
  var setlist: [Setlist.Entry] {
    reduce(into: Setlist()) { $0.note($1) }.entries
  }
}
