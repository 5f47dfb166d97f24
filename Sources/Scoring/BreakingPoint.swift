public import Fingerprinting

/// Where recall passes a share along an axis, with an interval.
public struct BreakingPoint: Hashable, Sendable {
  /// The place; absent where the curve has none, as where all queries are right.
  public let value: Double?
  /// Where the place lies in 95 of 100 such experiments, by drawing whole recordings again; ends
  /// are infinite where the drawn curves pass the share nowhere in reach.
  public let interval: ClosedRange<Double>?
  /// The least and the greatest place that was measured: beyond them nothing is known.
  public let measured: ClosedRange<Double>
  /// Whether recall rises along the axis.
  public let rises: Bool

  /// Fits a curve and draws recordings again.
  ///
  /// - Parameters:
  ///   - share: the recall that is asked for.
  ///   - recordings: the counts of each recording, in a fixed order.
  ///   - seed: where the drawing starts.
  ///   - replicates: how often all recordings are drawn.
  public init?(
    at share: Double, of recordings: [[DoseCount]], seed: Seed, replicates: Int = 400
  ) {
    let values = Set(recordings.flatMap { $0.map(\.value) }).sorted()
    guard let low = values.first, let high = values.last, low < high else { return nil }
    measured = low...high
    var places: [Double: Int] = [:]
    for (place, value) in values.enumerated() { places[value] = place }
    let table = recordings.map { doses in
      doses.compactMap { dose in
        places[dose.value].map { (place: $0, hits: dose.hits, count: dose.count) }
      }
    }
    func counts(_ chosen: some Sequence<Int>) -> [DoseCount] {
      var sums = values.map { DoseCount(value: $0, hits: 0, count: 0) }
      for recording in chosen {
        for dose in table[recording] {
          sums[dose.place].hits += dose.hits
          sums[dose.place].count += dose.count
        }
      }
      return sums
    }
    let whole = counts(table.indices)
    func rate(_ dose: DoseCount?) -> Double {
      dose.map { Double($0.hits) / Double(max(1, $0.count)) } ?? 0
    }
    let fit = LogisticFit(whole)
    let rises = fit.map { $0.slope > 0 } ?? (rate(whole.last) >= rate(whole.first))
    self.rises = rises
    value = fit?.value(at: share)
    guard fit != nil, table.count > 1 else {
      interval = nil
      return
    }
    // Where all are right, the share is passed somewhere towards the harder end, or the easier.
    func beyond(_ doses: [DoseCount]) -> Double {
      let allRight = doses.allSatisfy { $0.hits == $0.count }
      return allRight == rises ? -.infinity : .infinity
    }
    var generator = seed.generator
    var drawn: [Double] = []
    drawn.reserveCapacity(replicates)
    for _ in 0..<replicates {
      let doses = counts(table.indices.map { _ in generator.integer(below: table.count) })
      guard let again = LogisticFit(doses) else {
        drawn.append(beyond(doses))
        continue
      }
      let place = again.value(at: share)
      // A curve that turns the other way is flat: it passes the share nowhere near.
      let turned = (again.slope > 0) != rises
      drawn.append(turned ? (place > high ? -.infinity : .infinity) : place)
    }
    drawn.sort()
    // Places among infinities cannot be interpolated: the next one outwards counts.
    let outer = Int((Double(replicates) * 0.025).rounded(.down))
    interval = drawn[outer]...drawn[replicates - 1 - outer]
  }
}
