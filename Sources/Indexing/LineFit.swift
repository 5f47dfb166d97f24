/// A straight line through points that say by how much something is later than expected.
struct LineFit {
  struct Point {
    /// When, in the query.
    var moment: Double
    /// By how much the reference is later there than expected.
    var lateness: Double
  }

  /// The mean moment and the mean lateness there.
  let moment: Double
  let lateness: Double
  /// By how much the lateness grows with every unit of time; 0 where chance could say so too.
  let turn: Double

  /// - Parameters:
  ///   - points: nil comes out where there are none.
  ///   - fewest: the points that a turn needs.
  ///   - steepest: a turn beyond it is no turn of one line: points off it would bend it.
  init?(_ points: [Point], fewest: Int, steepest: Double) {
    guard !points.isEmpty else { return nil }
    let count = Double(points.count)
    let moment = points.reduce(0) { $0 + $1.moment } / count
    let lateness = points.reduce(0) { $0 + $1.lateness } / count
    self.moment = moment
    self.lateness = lateness
    var (spread, common, variation) = (0.0, 0.0, 0.0)
    for point in points {
      let (x, y) = (point.moment - moment, point.lateness - lateness)
      spread += x * x
      common += x * y
      variation += y * y
    }
    guard points.count >= max(3, fewest), spread > 0 else {
      turn = 0
      return
    }
    let slope = common / spread
    let chance = max(0, variation - slope * common) / (count - 2) / spread
    turn = slope * slope > 16 * chance && abs(slope) < steepest ? slope : 0
  }
}
