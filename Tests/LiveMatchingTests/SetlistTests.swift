import Fingerprinting
import LiveMatching
import Testing

struct SetlistTests {
  private func match(
    _ number: Int, _ track: String, _ start: Double, _ end: Double, continues: Int? = nil
  ) -> LiveMatch {
    LiveMatch(
      number: number, track: TrackID(track), continues: continues, score: 10, runnerUpScore: 2,
      queryLength: Seconds(3),
      line: ReferenceLine(reference: .zero, stream: Seconds(start), timeScale: 1),
      queryStart: Seconds(start), start: Seconds(start), end: Seconds(end),
      decidedAt: Seconds(end), hasJumped: false)
  }

  private func list(_ matches: [LiveMatch]) -> [Setlist.Entry] {
    var setlist = Setlist()
    for match in matches { setlist.note(.started(match)) }
    for match in matches { setlist.note(.ended(match)) }
    return setlist.entries
  }

  /// A match that continues an earlier one is the same entry; the same piece again is another.
  @Test func entries() {
    let entries = list([
      match(0, "a", 0, 10), match(1, "b", 12, 20), match(2, "a", 30, 40, continues: 0),
      match(3, "a", 50, 60), match(4, "c", 5, 8),
    ])
    #expect(entries.map(\.track.rawValue) == ["a", "c", "b", "a"])
    #expect(entries.map(\.end.value) == [40, 8, 20, 60])
  }

  /// What another match supersedes is no entry; it is an alternative of that match's.
  @Test func superseded() {
    var setlist = Setlist()
    setlist.note(.started(match(0, "remix", 0, 3)))
    setlist.note(.ended(match(0, "remix", 0, 8)))
    var right = match(1, "song", 0, 9)
    right.supersedes = [0]
    right.alternatives = [
      .init(
        track: TrackID("remix"), score: 9,
        line: ReferenceLine(reference: .zero, stream: .zero, timeScale: 1), since: .zero)
    ]
    setlist.note(.started(right))
    right.end = Seconds(100)
    setlist.note(.ended(right))
    #expect(setlist.entries.map(\.track.rawValue) == ["song"])
    #expect(setlist.entries.first?.alternatives == [TrackID("remix")])
    #expect(setlist.entries.first?.end == Seconds(100))
  }

  /// Several listeners of one party: what overlaps is one entry.
  @Test func merging() {
    let one = list([match(0, "a", 0, 100), match(1, "b", 105, 200)])
    let other = list([match(0, "a", 4, 60), match(1, "c", 150, 180), match(2, "a", 300, 310)])
    let merged = Setlist.merged([one, other])
    #expect(merged.map(\.track.rawValue) == ["a", "b", "c", "a"])
    #expect(merged.first?.end == Seconds(100))
    #expect(Setlist.merged([other, one]) == merged)
    #expect(Setlist.merged([]).isEmpty)
  }
}
