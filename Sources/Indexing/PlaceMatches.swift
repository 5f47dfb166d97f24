/// The stored peaks at a place that the query has too, and how exactly the place fits them.
struct PlaceMatches {
  var count = 0
  /// Frames of the query, counted from the window's beginning.
  var first: Int
  var last = 0

  private var judged = 0.0
  private var moments = 0.0
  private var squareMoments = 0.0
  private var latenesses = 0.0
  private var squareLatenesses = 0.0
  private var products = 0.0

  init(first: Int) { self.first = first }

  /// Counts a peak that the query has so many frames later than the place lets expect.
  mutating func add(lateness: Double, at moment: Double) {
    judged += 1
    moments += moment
    squareMoments += moment * moment
    latenesses += lateness
    squareLatenesses += lateness * lateness
    products += moment * lateness
  }

  /// The mean moment of the peaks, in frames of the query.
  var moment: Double { judged > 0 ? moments / judged : 0 }

  /// By how many frames the query has them later than the place lets expect, on average.
  var lateness: Double { judged > 0 ? latenesses / judged : 0 }

  /// By how many frames more with every frame; 0 where chance could say so too.
  var drift: Double {
    guard judged > 8 else { return 0 }
    let spread = squareMoments - moments * moments / judged
    let common = products - moments * latenesses / judged
    let variation = squareLatenesses - latenesses * latenesses / judged
    guard spread > 0 else { return 0 }
    let drift = common / spread
    let chance = max(0, variation - drift * common) / (judged - 2) / spread
    return drift * drift > 16 * chance ? drift : 0
  }
}
