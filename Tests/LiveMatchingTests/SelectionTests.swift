import Catalogs
import Fingerprinting
import LiveMatching
import Testing

struct SelectionTests {
  private func timed(_ title: String, _ ranges: (Double, Double)...) -> MediaItem {
    MediaItem(title: title, timeRanges: ranges.map { Seconds($0.0)..<Seconds($0.1) })
  }

  private func titles(_ items: [MediaItem], at time: Double, skew: Double = 0) -> [String?] {
    MediaItemSelection.items(of: items, at: Seconds(time), skew: skew).map(\.title)
  }

  /// The range that began last comes first; items without ranges come last; ranges are half-open.
  @Test func order() {
    let items = [
      MediaItem(title: "all"), timed("early", (0, 100)), timed("late", (10, 20), (40, 50)),
      MediaItem(title: "too"),
    ]
    #expect(titles(items, at: 5) == ["early", "all", "too"])
    #expect(titles(items, at: 10) == ["late", "early", "all", "too"])
    #expect(titles(items, at: 20) == ["early", "all", "too"])
    #expect(titles(items, at: 45) == ["late", "early", "all", "too"])
    #expect(titles(items, at: 100) == ["all", "too"])
    #expect(titles(items, at: -3) == ["all", "too"])
  }

  /// Out of all ranges there is still a bare item; without any item as well.
  @Test func bareItem() {
    #expect(titles([timed("a", (0, 5))], at: 7) == [nil])
    #expect(titles([], at: 7) == [nil])
  }

  /// A skew outside an item's ranges hides it, and a reference of which all are hidden.
  @Test func skews() {
    let fast = MediaItem(title: "fast", frequencySkewRanges: [0.03..<0.06])
    let slow = MediaItem(title: "slow", frequencySkewRanges: [-0.06 ..< -0.03])
    #expect(titles([fast, slow], at: 0, skew: 0.03) == ["fast"])
    #expect(titles([fast, slow], at: 0, skew: 0.06).isEmpty)
    #expect(titles([fast, slow], at: 0).isEmpty)
    var both = timed("both", (0, 5))
    both.frequencySkewRanges = [0..<0.01]
    #expect(titles([both], at: 2) == ["both"])
    #expect(titles([both], at: 9) == [nil])
    #expect(titles([both], at: 2, skew: 0.02).isEmpty)
  }

  @Test func nextChange() {
    let items = [timed("a", (3, 7)), timed("b", (5, 9))]
    let changes = [0, 3, 6, 9].map {
      MediaItemSelection.nextChange(of: items, after: Seconds($0))?.value
    }
    #expect(changes == [3, 5, 7, nil])
  }
}
