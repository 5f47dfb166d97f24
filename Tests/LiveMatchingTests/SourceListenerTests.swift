import AudioFiles
import Fingerprinting
import LiveMatching
import TestSupport
import Testing

struct SourceListenerTests {
  private func match(
    _ number: Int, _ start: Double, _ end: Double, continues: Int? = nil
  ) -> LiveMatch {
    LiveMatch(
      number: number, track: TrackID("a"), continues: continues, score: 20, queryLength: Seconds(3),
      line: ReferenceLine(reference: .zero, stream: Seconds(start)), queryStart: Seconds(start),
      start: Seconds(start), end: Seconds(end), decidedAt: Seconds(end))
  }

  /// A match is told when it is long enough, once; a short one never; a part of one that was told is.
  @Test func lengths() {
    var filter = MatchLengthFilter(Seconds(5))
    #expect(filter.pass(.started(match(0, 0, 3))) == [])
    #expect(filter.pass(.updated(match(0, 0, 4.9))) == [])
    #expect(filter.pass(.updated(match(0, 0, 6))) == [.started(match(0, 0, 6))])
    #expect(filter.pass(.updated(match(0, 0, 7))) == [.updated(match(0, 0, 7))])
    #expect(filter.pass(.started(match(1, 6, 8))) == [])
    #expect(filter.pass(.ended(match(1, 6, 9))) == [])
    #expect(filter.pass(.ended(match(0, 0, 8))) == [.ended(match(0, 0, 8))])
    #expect(
      filter.pass(.started(match(2, 10, 12, continues: 0)))
        == [.started(match(2, 10, 12, continues: 0))])
    #expect(filter.pass(.started(match(3, 20, 22))) == [])
    #expect(
      filter.pass(.ended(match(3, 20, 26)))
        == [.started(match(3, 20, 26)), .ended(match(3, 20, 26))])
    let failure = MatchEvent.noMatch(
      FailedAttempt(start: .zero, end: Seconds(12), hadUsableAudio: true))
    #expect(filter.pass(failure) == [failure])
  }

  /// The wall clock is that of the arrival of each moment, through a day with a gap, in bounded room.
  @Test func wallClock() throws {
    var line = WallLine()
    #expect(line.time(at: .zero) == nil)
    let start = WallTime(seconds: 1e9)
    for piece in 1...864_000 {
      let late = piece > 432_000 ? 7.0 : 0
      line.note(
        Seconds(Double(piece) / 10), at: start + Seconds(Double(piece) / 10 + late))
    }
    let now = try #require(line.time(at: Seconds(86_400)))
    #expect(abs((now - start).value - 86_407) < 1e-6)
    let earlier = try #require(line.time(at: Seconds(86_000.05)))
    #expect(abs((earlier - start).value - 86_007.05) < 1e-6)
    // What is long past is reckoned from what is known.
    #expect(line.time(at: .zero) != nil)
    var fixed = WallLine(startingAt: start)
    fixed.note(Seconds(3), at: start)
    #expect(fixed.time(at: Seconds(10)) == start + Seconds(10))
  }

  private func piece(_ samples: [Float]) -> SourcePiece {
    .sound(
      PCMBuffer(
        format: PCMFormat(sampleRate: Stage.rate), bytes: samples.withUnsafeBytes { Array($0) }))
  }

  /// A gap is told when it begins and when it is over, with its length on the wall; a piece that is
  /// heard on both sides of it keeps its place in time.
  @Test func gaps() throws {
    let matcher = try StreamMatcher(strategy: Stage.strategy(), index: Stage.index())
    var listener = SourceListener(LiveStream(matcher), wall: WallLine())
    let start = WallTime(seconds: 1e9)
    var events: [ListeningEvent] = []
    events += try listener.take(
      .init(piece: piece(Stage.cut("a", 0, 10)), time: start + Seconds(10)))
    events += try listener.take(
      .init(piece: .interrupted("unplugged"), time: start + Seconds(15)))
    let isInGap = listener.isInGap
    #expect(isInGap)
    // Told once.
    #expect(
      try listener.take(.init(piece: .interrupted("still"), time: start + Seconds(20))).isEmpty)
    events += try listener.take(.init(piece: .lost(Seconds(6)), time: start + Seconds(16)))
    events += try listener.take(
      .init(piece: piece(Stage.cut("a", 16, 30)), time: start + Seconds(30)))
    events += try listener.take(.init(piece: .lost(Seconds(2)), time: start + Seconds(32)))
    events += try listener.finish()
    let gaps = events.compactMap { event -> (String, SourceGap)? in
      switch event {
      case .match: nil
      case .gap(let gap): ("gap", gap)
      case .resumed(let gap): ("resumed", gap)
      }
    }
    try #require(gaps.map(\.0) == ["gap", "resumed", "gap"])
    #expect(gaps[0].1.reason == "unplugged" && gaps[0].1.end == nil)
    #expect(gaps[1].1.reason == "unplugged" && gaps[1].1.duration == Seconds(6))
    #expect(abs((gaps[1].1.end ?? .zero).value - 16) < 0.1)
    #expect(gaps[2].1.duration == Seconds(2))
    #expect(abs(gaps[2].1.start.value - 30) < 0.1)
    let matches = events.compactMap { if case .match(let event) = $0 { event } else { nil } }
    #expect(matches.started.allSatisfy { $0.track == TrackID("a") })
    let entry = try #require(listener.setlist.first)
    let entries = listener.setlist.count
    #expect(entries == 1)
    #expect(entry.start.value < 1 && entry.end.value > 28)
    // The end was heard when its sound arrived.
    let wall = try #require(listener.wall?.time(at: Seconds(20)))
    #expect(abs((wall - start).value - 20) < 0.2)
  }
}
