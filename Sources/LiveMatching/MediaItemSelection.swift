public import Catalogs
public import Fingerprinting

/// Which of a reference's media items hold at a position.
public enum MediaItemSelection {
  /// The items that hold, in order.
  ///
  /// An item holds where the position lies in one of its time ranges, or it has none, and the skew
  /// lies in one of its skew ranges, or it has none; ranges do not hold their upper bounds. Items
  /// with time ranges come first, the one whose range began last before the others; equals, and
  /// items without time ranges, keep the order in which they were given.
  ///
  /// - Parameters:
  ///   - items: all items of a reference.
  ///   - position: the reference time.
  ///   - skew: query frequency / reference frequency − 1.
  /// - Returns: the items. One bare item where the reference has none, or none that holds at this
  ///   time but some that would at another; nothing where all are excluded by their skew.
  public static func items(
    of items: [MediaItem], at position: Seconds, skew: Double
  ) -> [MediaItem] {
    let atSkew = items.filter { item in
      item.frequencySkewRanges.isEmpty
        || item.frequencySkewRanges.contains { $0.contains(skew) }
    }
    guard items.isEmpty || !atSkew.isEmpty else { return [] }
    let timed = atSkew.enumerated().compactMap { place, item -> (Double, Int, MediaItem)? in
      let begun = item.timeRanges.filter { $0.contains(position) }.map(\.lowerBound.value).max()
      return begun.map { ($0, place, item) }
    }
    let inRange = timed.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
    let holding = inRange + atSkew.filter(\.timeRanges.isEmpty)
    return holding.isEmpty ? [MediaItem()] : holding
  }

  /// The first reference time after a position at which other items hold; nil where none follows.
  public static func nextChange(of items: [MediaItem], after position: Seconds) -> Seconds? {
    items.flatMap(\.timeRanges).flatMap { [$0.lowerBound, $0.upperBound] }
      .filter { $0 > position }.min()
  }
}
