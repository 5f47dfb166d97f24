import Foundation

/// The part of a query in which it agrees with a line, and the line as that part has it.
struct LineStretch {
  private struct Trial {
    /// Frames of the query.
    var moment: Double
    var isHit: Bool
    /// By how many frames the reference is later than the line has it, where that is clear.
    var lateness: Double?
  }

  /// Stored peaks that the query has, in the stretch.
  let matched: Int
  /// Frames of the query at which the first and the last of them lie.
  let first: Int
  let last: Int
  private let trials: ArraySlice<Trial>

  /// - Parameters:
  ///   - views: the windows that agree, in the order of the query.
  ///   - scale: frames of the reference per frame of the query on the line.
  init(_ views: [LineView], scale: Double) {
    var trials: [Trial] = []
    for (place, view) in views.enumerated() {
      // Windows overlap: each counts up to where the next begins.
      let end =
        place + 1 < views.count ? Double(views[place + 1].start - view.start) - 0.5 : .infinity
      for trial in view.matches.trials.prefix(while: { $0.moment < end }) {
        trials.append(
          Trial(
            moment: Double(view.start) + trial.moment, isHit: trial.isHit,
            lateness: trial.lateness.map { view.lateness - $0 * scale }))
      }
    }
    let chance =
      (Double(views.reduce(0) { $0 + $1.matches.chanceHits }) + 0.5)
      / (Double(views.reduce(0) { $0 + $1.matches.chanceTrials }) + 1)
    let range = Self.agreeing(trials.map(\.isHit), chance: chance)
    self.trials = trials[range]
    let hits = self.trials.filter(\.isHit)
    matched = hits.count
    first = max(0, Int((hits.first?.moment ?? 0).rounded()))
    last = max(first, Int((hits.last?.moment ?? 0).rounded()))
  }

  /// The part of a row of trials in which hits are more frequent than by chance.
  ///
  /// Noise hides quiet passages, and is no reason to leave them out: an end is left out only where
  /// chance explains it clearly better than half the surplus of the densest part would, and where it
  /// has no surplus of its own. `certainty` is the natural logarithm of the odds that this takes.
  static func agreeing(
    _ hits: [Bool], chance: Double, certainty: Double = 6
  ) -> Range<Int> {
    let all = hits.indices
    guard hits.count >= 16 else { return all }
    // The densest run says how often hits come where the sound is that of the reference.
    let run = max(16, hits.count / 8)
    var inside = hits.prefix(run).count { $0 }
    var densest = inside
    for place in run..<max(run, hits.count) {
      inside += (hits[place] ? 1 : 0) - (hits[place - run] ? 1 : 0)
      densest = max(densest, inside)
    }
    var rate = Double(densest) / Double(run)
    var best = all
    for _ in 0..<2 {
      rate = min(0.95, rate)
      guard rate > 1.3 * chance, rate > chance + 0.05 else { return all }
      best = likeliest(hits, chance: chance, rate: (chance + rate) / 2, certainty: certainty)
      rate = Double(hits[best].count { $0 }) / Double(max(1, best.count))
    }
    return best
  }

  private static func likeliest(
    _ hits: [Bool], chance: Double, rate: Double, certainty: Double
  ) -> Range<Int> {
    let gain = log(rate / chance)
    let loss = log((1 - rate) / (1 - chance))
    var sum = 0.0
    var (lowest, lowestAt) = (0.0, 0)
    var best = (sum: 0.0, range: 0..<0, before: 0.0)
    for place in hits.indices {
      sum += hits[place] ? gain : loss
      if sum - lowest > best.sum { best = (sum - lowest, lowestAt..<(place + 1), lowest) }
      if sum < lowest { (lowest, lowestAt) = (sum, place + 1) }
    }
    guard !best.range.isEmpty else { return hits.indices }
    let after = sum - best.before - best.sum
    func isChance(_ part: ArraySlice<Bool>) -> Bool {
      let expected = Double(part.count) * chance
      return Double(part.count { $0 }) - expected < 3.5 * (expected * (1 - chance)).squareRoot()
    }
    let start =
      best.before < -certainty && isChance(hits[..<best.range.lowerBound])
      ? best.range.lowerBound : 0
    let end =
      after < -certainty && isChance(hits[best.range.upperBound...])
      ? best.range.upperBound : hits.count
    return start..<end
  }

  /// The straight line through the peaks of the stretch; where they do not say at what speed, the
  /// line itself, moved to them.
  func fit(start: Double, scale: Double) -> (start: Double, scale: Double) {
    let points = trials.compactMap { trial in
      trial.lateness.map { LineFit.Point(moment: trial.moment, lateness: $0) }
    }
    guard let fit = LineFit(points, fewest: 9, steepest: 0.004) else { return (start, scale) }
    return (start + fit.lateness - fit.moment * fit.turn, scale + fit.turn)
  }
}
