import Fingerprinting
import Indexing
import LiveMatching
import TestSupport
import Testing

/// One entry a play: short items, repeats, versions, other speeds.
struct PlayTests {
  /// What a stream shows where pieces of any length are enrolled.
  private func events(
    of stream: [Float], enrolled: [String: [Float]], blocks: Int = 4_096
  ) throws -> [MatchEvent] {
    let strategy = try Stage.strategy()
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    for (name, samples) in enrolled.sorted(by: { $0.key < $1.key }) {
      try builder.insert(
        strategy.thinned(strategy.signature(of: samples.span)), as: TrackID(name))
    }
    var matcher = try StreamMatcher(
      strategy: strategy, index: builder.freeze(),
      configuration: StreamMatcherConfiguration.standard.groupingVersions)
    var events: [MatchEvent] = []
    for start in stride(from: 0, to: stream.count, by: blocks) {
      events += try matcher.consume(stream[start..<min(stream.count, start + blocks)].span)
    }
    return try events + matcher.finish()
  }

  private func mixed(_ one: [Float], _ other: [Float], _ level: Float) -> [Float] {
    zip(one, other).map { $0 + $1 * level }
  }

  /// Three plays of a short item, however near each other, are three entries that begin and end with
  /// it.
  @Test(arguments: [3.0, 5, 8], [0.0, 1, 2.5, 5])
  func shortItem(length: Double, gap: Double) throws {
    let item = Stage.cut("stranger", 4, 4 + length)
    let stream = (0..<3).reduce(into: Stage.silence(1)) { stream, _ in
      stream += item + Stage.silence(gap)
    }
    let events = try events(
      of: stream + Stage.silence(4), enrolled: ["item": item, "a": Stage.cut("a", 0, 30)])
    let entries = events.setlist
    #expect(entries.map(\.track) == Array(repeating: TrackID("item"), count: 3))
    for (number, entry) in entries.enumerated() {
      let start = 1 + Double(number) * (length + gap)
      #expect(abs(entry.start.value - start) < 0.3, "\(entry)")
      #expect(abs(entry.end.value - start - length) < 0.6, "\(entry)")
      #expect(entry.offset.value + entry.end.value - entry.start.value < length + 0.2)
    }
    for match in events.started + events.updated + events.ended {
      #expect(match.line.reference(at: match.end).value < length + 0.2, "\(match)")
    }
  }

  /// The same piece twice in a row is two entries, even where the first was cut a little short; what
  /// comes after the end is not its beginning's.
  @Test(arguments: [30.0, 27])
  func twice(cut: Double) throws {
    let events = try Stage.events(
      of: Stage.cut("a", 0, cut) + Stage.cut("a", 0, 30) + Stage.silence(5))
    let entries = events.setlist
    #expect(entries.map(\.track) == [TrackID("a"), TrackID("a")])
    try #require(entries.count == 2)
    #expect(abs(entries[0].end.value - cut) < 1)
    #expect(abs(entries[1].start.value - cut) < 0.3)
    #expect(abs(entries[1].end.value - cut - 30) < 1)
    #expect(!events.updated.contains { $0.hasJumped })
  }

  /// Where a version is enrolled too, what is played is one entry, under its own name.
  @Test(arguments: [false, true])
  func version(isVersionPlayed: Bool) throws {
    let version = mixed(Stage.cut("a", 0, 30), Stage.cut("stranger", 0, 30), 0.5)
    let pieces = ["a": Stage.cut("a", 0, 30), "a, sung": version, "b": Stage.cut("b", 0, 30)]
    let played = isVersionPlayed ? version : Stage.cut("a", 0, 30)
    let events = try events(
      of: Stage.cut("b", 0, 12) + played + Stage.silence(6), enrolled: pieces)
    let entries = events.setlist
    let names = isVersionPlayed ? ("a, sung", "a") : ("a", "a, sung")
    #expect(entries.map(\.track.rawValue) == ["b", names.0])
    #expect(entries.last?.alternatives == [TrackID(names.1)])
    #expect(abs((entries.last?.start.value ?? 0) - 12) < 1.5, "\(entries)")
  }

  /// Where all that match are wanted, versions are matches of their own.
  @Test func versionsApart() throws {
    let names = ["a", "b"]
    let strategy = try Stage.strategy()
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    let stored = strategy.thinned(try strategy.signature(of: Stage.cut("a", 0, 30).span))
    for name in names { try builder.insert(stored, as: TrackID(name)) }
    var matcher = try StreamMatcher(strategy: strategy, index: builder.freeze())
    let events = try matcher.consume(Stage.cut("a", 0, 10).span) + matcher.finish()
    #expect(events.started.map(\.track.rawValue) == names)
  }

  /// A piece that begins with another's loop is told from it as soon as it goes on; what its loop was
  /// taken for is an alternative.
  @Test func loop() throws {
    let loop = Stage.cut("c", 6, 10)
    let remix = loop + loop + Stage.cut("stranger", 8, 28)
    let pieces = ["c": Stage.cut("c", 0, 30), "remix": remix]
    let events = try events(of: remix + Stage.silence(6), enrolled: pieces)
    #expect(events.setlist.map(\.track) == [TrackID("remix")], "\(events.setlist)")
    #expect(abs((events.setlist.first?.start.value ?? 9)) < 0.5)
  }

  /// Two pieces that sound together share nothing, and are two entries.
  @Test func together() throws {
    let both = mixed(Stage.cut("a", 0, 20), Stage.cut("b", 0, 20), 0.9)
    let entries = try events(
      of: both + Stage.silence(5),
      enrolled: ["a": Stage.cut("a", 0, 30), "b": Stage.cut("b", 0, 30)]
    ).setlist
    #expect(entries.map(\.track.rawValue).sorted() == ["a", "b"])
    #expect(entries.allSatisfy { $0.alternatives.isEmpty })
  }

  /// A piece at a DJ's speed is one entry, all of it, and its speed is told.
  @Test(arguments: [0.92, 0.94, 0.96, 1.04, 1.06, 1.08])
  func speed(speed: Double) throws {
    let made = try sox(
      "-t", "f32", "-r", "11025", "-c", "1", "-", "-t", "f32", "-", "speed", "\(speed)", "rate",
      "-v", "11025", input: bytes(of: Stage.cut("b", 0, 30)))
    let played = samples(of: made.bytes)
    let stream = Stage.silence(2) + played + Stage.silence(6)
    let events = try Stage.events(of: stream)
    let entry = try #require(events.setlist.first)
    #expect(events.setlist.count == 1)
    #expect(entry.track == TrackID("b"))
    #expect(abs(entry.frequencySkew - (speed - 1)) < 0.002, "\(entry)")
    #expect(entry.timeScale == 1 + entry.frequencySkew)
    #expect(abs(entry.start.value - 2) < 0.5, "\(entry)")
    #expect(abs(entry.end.value - 2 - 30 / speed) < 1, "\(entry)")
    #expect(try Stage.events(of: stream, blocks: 777) == events)

    var plain = StreamMatcherConfiguration.standard
    plain.skewSearch = nil
    if abs(speed - 1) > 0.05 {
      #expect(try Stage.events(of: stream, configuration: plain).started.isEmpty)
    }
  }

  /// Plays, repeats and versions at other speeds are the same however the samples are divided.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled), arguments: [1_000, 2_756, 100_000])
  func blocksDoNotMatter(size: Int) throws {
    let version = mixed(Stage.cut("a", 0, 30), Stage.cut("stranger", 0, 30), 0.5)
    let item = Stage.cut("c", 4, 9)
    let pieces = ["a": Stage.cut("a", 0, 30), "a, sung": version, "item": item]
    let stream = item + item + Stage.cut("a", 0, 30) + Stage.cut("a", 0, 20) + version
    #expect(
      try events(of: stream, enrolled: pieces, blocks: size)
        == events(of: stream, enrolled: pieces, blocks: stream.count))
  }
}
