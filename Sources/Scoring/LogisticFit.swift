internal import Foundation

/// Successes and trials at one place of an axis.
public struct DoseCount: Hashable, Sendable {
  /// The place, such as a signal-to-noise ratio in dB.
  public var value: Double
  /// Successes there.
  public var hits: Int
  /// Trials there.
  public var count: Int

  /// Joins the parts.
  public init(value: Double, hits: Int, count: Int) {
    self.value = value
    self.hits = hits
    self.count = count
  }
}

/// A logistic curve through shares along an axis: where success breaks down.
///
/// The likelihood is that of independent trials, with a slight penalty on the slope (a normal prior
/// whose standard deviation is 30 per standard deviation of the places), which matters only where
/// the counts are separated perfectly and the slope would otherwise be infinite.
public struct LogisticFit: Hashable, Sendable {
  /// The log odds at 0.
  public let intercept: Double
  /// The change of the log odds per unit of the axis.
  public let slope: Double
  /// The logarithm of the likelihood, penalty included and binomial coefficients left out.
  public let logLikelihood: Double

  static let penalty = 1 / 900.0

  /// Fits the curve.
  ///
  /// - Parameter doses: places with trials, in any order.
  public init?(_ doses: [DoseCount]) {
    let doses = doses.filter { $0.count > 0 }
    let total = Double(doses.reduce(0) { $0 + $1.count })
    let mean = doses.reduce(0) { $0 + $1.value * Double($1.count) } / total
    let variance =
      doses.reduce(0) {
        $0 + ($1.value - mean) * ($1.value - mean) * Double($1.count)
      } / total
    guard total > 0, variance > 0, variance.isFinite else { return nil }
    let scale = variance.squareRoot()
    let points = doses.map {
      (x: ($0.value - mean) / scale, hits: Double($0.hits), count: Double($0.count))
    }
    func likelihood(_ a: Double, _ b: Double) -> Double {
      points.reduce(-Self.penalty * b * b / 2) { sum, point in
        let odds = a + b * point.x
        // log(1 + e^odds), without overflow.
        let log1 = odds > 0 ? odds + log1p(exp(-odds)) : log1p(exp(odds))
        return sum + point.hits * odds - point.count * log1
      }
    }
    let hits = points.reduce(0) { $0 + $1.hits }
    var a = log((hits + 0.5) / (total - hits + 0.5))
    var b = 0.0
    var best = likelihood(a, b)
    for _ in 0..<200 {
      var (ga, gb) = (0.0, -Self.penalty * b)
      var (haa, hab, hbb) = (1e-12, 0.0, Self.penalty)
      for point in points {
        let share = 1 / (1 + exp(-(a + b * point.x)))
        let rest = point.hits - point.count * share
        let weight = point.count * share * (1 - share)
        ga += rest
        gb += rest * point.x
        haa += weight
        hab += weight * point.x
        hbb += weight * point.x * point.x
      }
      let determinant = haa * hbb - hab * hab
      guard determinant > 0 else { break }
      let (da, db) = (
        (hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant
      )
      var step = 1.0
      while step > 1e-10, likelihood(a + step * da, b + step * db) < best { step /= 2 }
      a += step * da
      b += step * db
      let now = likelihood(a, b)
      let gain = now - best
      best = now
      if gain < 1e-13 { break }
    }
    // Counts that are all good or all bad say nothing about where they break.
    guard a.isFinite, b.isFinite, b != 0, hits > 0, hits < total else { return nil }
    slope = b / scale
    intercept = a - b * mean / scale
    logLikelihood = best
  }

  /// Where the curve passes a share.
  ///
  /// - Parameter share: between 0 and 1.
  /// - Returns: the place on the axis.
  public func value(at share: Double) -> Double {
    (log(share / (1 - share)) - intercept) / slope
  }
}
