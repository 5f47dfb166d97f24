/// What one window of a query says about a line.
struct LineView {
  /// The window's number, in steps of half a window.
  var window: Int
  /// The frame of the query at which it begins.
  var start: Int
  var score: Double
  /// Hits above what neighbouring places have.
  var surplus: Double
  /// By how many frames the place is later than the line has it, where the window begins.
  var lateness: Double
  var matches: PlaceMatches

  /// Below this a window says nothing of a line.
  static let leastScore = 3.0
  /// What a window must score to be the first or the last of those that agree.
  private static let edgeScore = 4.5
  /// What a window must score that is further away from the others than two steps.
  private static let farScore = 5.5
  /// Frames by which a window may be off the line through the others.
  private static let tolerance = 3.0

  /// The mean moment of the peaks in the query, and by how much they are later than the line there.
  private func point(scale: Double) -> (moment: Double, lateness: Double)? {
    let judged = matches.trials.filter { $0.lateness != nil }
    guard !judged.isEmpty else { return nil }
    let count = Double(judged.count)
    return (
      Double(start) + judged.reduce(0) { $0 + $1.moment } / count,
      lateness - scale * judged.reduce(0) { $0 + ($1.lateness ?? 0) } / count
    )
  }

  /// The views that agree with the best of them on one line, in the order of the query.
  ///
  /// A long query may hold the reference for a short while only. Windows of other sound have a best
  /// place near the line too, by chance, and would bend it: windows count from the best one outwards
  /// as long as they lie where those before let expect.
  static func agreeing(_ views: [LineView], scale: Double) -> [LineView] {
    guard views.count > 1,
      let core = views.indices.max(by: { (views[$0].score, $1) < (views[$1].score, $0) })
    else { return views }
    var line = Expectation(views[core].point(scale: scale), weight: views[core].surplus)
    var agreeing = [views[core]]
    for direction in [1, -1] {
      var place = core + direction
      var last = views[core]
      var added: [LineView] = []
      while views.indices.contains(place) {
        let view = views[place]
        place += direction
        let steps = abs(view.window - last.window)
        guard view.score > (steps <= 2 ? leastScore : farScore),
          let point = view.point(scale: scale),
          abs(point.lateness - line.lateness(at: point.moment)) <= tolerance
        else { continue }
        line.add(point, weight: view.surplus)
        added.append(view)
        last = view
      }
      while let edge = added.last, edge.score < edgeScore { added.removeLast() }
      agreeing = direction > 0 ? agreeing + added : added.reversed() + agreeing
    }
    return agreeing
  }
}

/// The straight line through the windows so far.
private struct Expectation {
  private var weight = 0.0
  private var moments = 0.0
  private var squares = 0.0
  private var latenesses = 0.0
  private var products = 0.0
  private var count = 0

  init(_ point: (moment: Double, lateness: Double)?, weight: Double) {
    if let point { add(point, weight: weight) }
  }

  mutating func add(_ point: (moment: Double, lateness: Double), weight: Double) {
    let weight = max(1, weight)
    self.weight += weight
    moments += weight * point.moment
    squares += weight * point.moment * point.moment
    latenesses += weight * point.lateness
    products += weight * point.moment * point.lateness
    count += 1
  }

  func lateness(at moment: Double) -> Double {
    guard weight > 0 else { return 0 }
    let mean = latenesses / weight
    let spread = squares - moments * moments / weight
    // Two neighbours may be too near to say how the line goes on.
    guard count > 2, spread > 0 else { return mean }
    return mean + (products - moments * latenesses / weight) / spread * (moment - moments / weight)
  }
}
