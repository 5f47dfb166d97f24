import AudioFiles
import Fingerprinting
import Indexing
import LiveMatching
import TestSupport
import Testing

struct StreamMatcherTests {
  /// The same samples give the same events at the same times, however they are divided.
  @Test(arguments: [1, 7, 1_000, 2_756, 100_000])
  func blocksDoNotMatter(size: Int) throws {
    let stream = Stage.cut("b", 5, 14) + Stage.silence(2) + Stage.cut("c", 0, 6)
    let whole = try Stage.events(of: stream, blocks: stream.count)
    #expect(whole.started.map(\.track) == [TrackID("b"), TrackID("c")])
    #expect(try Stage.events(of: stream, blocks: size) == whole)
  }

  /// What the stream's signature is, is what the strategy makes of the same samples at once.
  @Test func signatureIsTheOfflineOne() throws {
    let samples = Stage.cut("a", 0, 9)
    var matcher = try StreamMatcher(strategy: Stage.strategy(), index: Stage.index())
    for start in stride(from: 0, to: samples.count, by: 777) {
      _ = try matcher.consume(samples[start..<min(samples.count, start + 777)].span)
    }
    _ = try matcher.finish()
    let offline = try Stage.strategy().signature(of: samples.span)
    #expect(matcher.signature(from: .zero) == offline)
  }

  /// Two pieces in a row: each once, with the beginning and the end of its sound.
  @Test func oneAfterTheOther() throws {
    let events = try Stage.events(
      of: Stage.cut("a", 0, 15) + Stage.cut("c", 8, 22) + Stage.silence(6))
    let entries = events.setlist
    #expect(entries.map(\.track) == [TrackID("a"), TrackID("c")])
    try #require(entries.count == 2)
    #expect(abs(entries[0].start.value) < 0.1)
    #expect(abs(entries[0].end.value - 15) < 1.5, "\(entries[0])")
    #expect(abs(entries[1].start.value - 15) < 1.5, "\(entries[1])")
    #expect(abs(entries[1].end.value - 29) < 1.5, "\(entries[1])")
    let second = try #require(events.started.last)
    #expect(abs(second.line.reference(at: Seconds(20)).value - 13) < 0.05)
    // It was found while there was little of it.
    #expect(second.decidedAt.value < 19)
    #expect(events.failed.isEmpty)
  }

  /// While one fades out and the other in, both are heard.
  @Test func crossfade() throws {
    var stream = Stage.cut("a", 0, 16)
    let next = Stage.cut("b", 0, 16)
    let overlap = Int(6 * Stage.rate.hertz)
    let start = stream.count - overlap
    for place in 0..<overlap {
      let share = Float(place) / Float(overlap)
      stream[start + place] = stream[start + place] * (1 - share) + next[place] * share
    }
    stream += next[overlap...]
    let events = try Stage.events(of: stream)
    let entries = events.setlist
    #expect(entries.map(\.track) == [TrackID("a"), TrackID("b")])
    try #require(entries.count == 2)
    #expect(abs(entries[1].start.value - 10) < 2.5, "\(entries[1])")
    #expect(entries[0].end.value > entries[1].start.value)
  }

  /// The same piece after a gap is another match; one that was only masked is continued.
  @Test func againAndStill() throws {
    let again = try Stage.events(
      of: Stage.cut("a", 0, 10) + Stage.silence(8) + Stage.cut("a", 0, 10))
    #expect(again.started.map(\.continues) == [nil, nil])
    #expect(again.setlist.count == 2)

    let noise = Stage.noise(8, level: 0.9)
    let masked = try Stage.events(of: Stage.cut("a", 0, 10) + noise + Stage.cut("a", 18, 28))
    #expect(masked.started.map(\.continues) == [nil, 0])
    #expect(masked.setlist.count == 1)
    #expect(abs((masked.setlist.first?.end.value ?? 0) - 28) < 1)
  }

  /// A part that comes again in the same piece, as a refrain does, is no other match.
  @Test func refrain() throws {
    let refrain = Stage.cut("d", 2, 8)
    let piece = refrain + Stage.cut("d", 10, 16) + refrain + Stage.cut("d", 18, 24)
    let strategy = try Stage.strategy()
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    let stored = strategy.thinned(try strategy.signature(of: piece.span))
    try builder.insert(stored, as: TrackID("song"))
    var matcher = try StreamMatcher(strategy: strategy, index: builder.freeze())
    let events = try matcher.consume(piece.span) + matcher.finish()
    #expect(events.started.count == 1)
    #expect(events.ended.count == 1)
    let end = try #require(events.ended.last)
    #expect(abs(end.line.reference(at: Seconds(23)).value - 23) < 0.1, "\(end)")
  }

  /// Winding moves the position; that is told, and is no new match.
  @Test func winding() throws {
    let events = try Stage.events(of: Stage.cut("a", 0, 10) + Stage.cut("a", 20, 30))
    #expect(events.started.count == 1)
    let jump = try #require(events.updated.first { $0.hasJumped })
    #expect(abs(jump.line.reference(at: Seconds(15)).value - 25) < 0.1)
    #expect(jump.decidedAt.value < 16)
  }

  /// Silence and strangers are no match, after the longest query and at the end.
  @Test func nothing() throws {
    let silent = try Stage.events(of: Stage.silence(20))
    #expect(silent.failed.map(\.hadUsableAudio) == [false, false])
    #expect(silent.failed.map { $0.end.value.rounded() } == [12, 20])
    let stranger = try Stage.events(of: Stage.cut("stranger", 0, 30))
    #expect(stranger.started.isEmpty)
    #expect((stranger.failed.first?.start.value ?? 9) < 0.5)
    #expect(abs((stranger.failed.first?.end.value ?? 0) - 12) < 0.5)
    #expect(stranger.failed.allSatisfy { $0.hadUsableAudio })
    #expect(try Stage.events(of: []).isEmpty)
    #expect(try Stage.events(of: [0.5]).count == 1)
  }

  /// A piece that is played up to two per cent too fast or too slow is followed all the same.
  @Test(arguments: [0.98, 0.99, 0.995, 1.005, 1.01, 1.02])
  func drift(speed: Double) throws {
    let made = try sox(
      "-t", "f32", "-r", "11025", "-c", "1", "-", "-t", "f32", "-", "speed", "\(speed)", "rate",
      "-v", "11025", input: bytes(of: Stage.cut("b", 0, 30)))
    let events = try Stage.events(of: samples(of: made.bytes))
    #expect(events.started.map(\.track) == [TrackID("b")])
    let last = try #require(events.ended.last)
    #expect(abs(last.frequencySkew - (speed - 1)) < 0.0015, "\(last.frequencySkew)")
    #expect(abs(last.line.reference(at: Seconds(20)).value - 20 * speed) < 0.06)
  }

  /// Blocks that are lost or come twice move the position and nothing else.
  @Test func lostAndRepeatedBlocks() throws {
    let piece = Stage.cut("c", 0, 30)
    let block = 1_102
    var lossy: [Float] = []
    for (number, start) in stride(from: 0, to: piece.count, by: block).enumerated() {
      let part = piece[start..<min(piece.count, start + block)]
      if number % 20 == 7 { continue }
      lossy += part
      if number % 20 == 15 { lossy += part }
    }
    let events = try Stage.events(of: lossy)
    #expect(events.started.map(\.track) == [TrackID("c")])
    #expect(events.started.count == 1)
    #expect((events.setlist.first?.end.value ?? 0) > 25)
  }

  /// A gap that the source tells moves stream time; what goes on after it is still the same match.
  @Test func toldGap() throws {
    var matcher = try StreamMatcher(strategy: Stage.strategy(), index: Stage.index())
    var events = try matcher.consume(Stage.cut("a", 0, 8).span)
    events += try matcher.resume(at: Seconds(10))
    #expect(matcher.time == Seconds(10))
    events += try matcher.consume(Stage.cut("a", 10, 18).span)
    events += try matcher.finish()
    #expect(events.started.count == 1)
    #expect(!events.updated.contains { $0.hasJumped })
    #expect(abs((events.ended.last?.end.value ?? 0) - 18) < 1)
  }

  /// Work and memory do not grow with the stream.
  @Test func workIsFlat() throws {
    var matcher = try StreamMatcher(strategy: Stage.strategy(), index: Stage.index())
    let stranger = Stage.cut("stranger", 0, 30)
    var searches: [Int] = []
    for _ in 0..<4 {
      let before = matcher.searches
      _ = try matcher.consume(stranger.span)
      _ = try matcher.consume(stranger.span)
      searches.append(matcher.searches - before)
      #expect(matcher.signature(from: .zero).duration.value < 30)
    }
    #expect(searches[1...].allSatisfy { abs($0 - searches[1]) <= 2 }, "\(searches)")
    #expect(searches[1] < 400)
  }

  @Test func impossibleSettingsAreRefused() throws {
    var configuration = StreamMatcherConfiguration.standard
    configuration.acceptance = []
    #expect(throws: ConfigurationError.self) {
      _ = try StreamMatcher(
        strategy: Stage.strategy(), index: Stage.index(), configuration: configuration)
    }
  }

  /// Fitted scores hold at their lengths and beyond; shorter queries never need less than they did.
  @Test func fittedScores() {
    var settings = StreamMatcherConfiguration.standard
    settings.acceptance = [
      .init(queryLength: 1, score: 9), .init(queryLength: 3, score: 7),
      .init(queryLength: 12, score: 6),
    ]
    let fitted = settings.accepting(at: [
      .init(queryLength: 10, score: 5), .init(queryLength: 5, score: 8),
    ])
    #expect(fitted.acceptance.map(\.queryLength) == [1, 3, 5, 10])
    #expect(fitted.acceptance.map(\.score) == [9, 8, 8, 5])
    #expect(settings.accepting(at: [StreamMatcherConfiguration.Acceptance]()) == settings)
  }

  @Test func leastScoresAreInterpolated() {
    var settings = StreamMatcherConfiguration.standard
    settings.acceptance = [
      .init(queryLength: 1, score: 9), .init(queryLength: 3, score: 7),
      .init(queryLength: 12, score: 6),
    ]
    #expect(settings.leastScore(forQueryOf: 0.5) == 9)
    #expect(settings.leastScore(forQueryOf: 2) == 8)
    #expect(settings.leastScore(forQueryOf: 3) == 7)
    #expect(settings.leastScore(forQueryOf: 30) == 6)
    #expect(settings.accepting(atLeast: 4).leastScore(forQueryOf: 5) == 4)
  }
}
