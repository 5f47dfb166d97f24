public import Fingerprinting
internal import Foundation

/// What the best wrong scores say of a larger catalogue (Wang 2003, section 3.2: the distribution
/// of the highest-scoring wrong track).
///
/// Every reference is one more chance of a wrong score, so in a catalogue n times as large the best
/// wrong score stays below s with the n-th power of the chance that it has here. Beyond the scores
/// seen, the tail is taken to fall off exponentially, fitted to the highest tenth.
public struct TailExtrapolation: Hashable, Sendable {
  /// Above it the tail is fitted.
  public let start: Double
  /// The share of queries whose best wrong score is above the start.
  public let share: Double
  /// The mean excess over the start.
  public let scale: Double
  /// Queries above the start.
  public let exceedances: Int

  /// The fewest scores above the start that a tail is fitted to.
  public static let fewest = 10

  /// Fits the tail.
  ///
  /// - Parameter scores: the best score of each query whose recording is not enrolled; nil where
  ///   nothing was found.
  public init?(bestWrongScores scores: [Double?]) {
    let found = scores.compactMap { $0 }.filter(\.isFinite).sorted(by: >)
    self.init(falling: found.map { ($0, 0) }, times: [1], queries: scores.count)
  }

  /// Fits the tail to scores that count several times.
  ///
  /// - Parameters:
  ///   - falling: scores from the highest down, with the number of their recording.
  ///   - times: how often each recording counts.
  ///   - queries: how many queries there are in all, each as often as it counts.
  private init?(falling: [(score: Double, recording: Int)], times: [Int], queries: Int) {
    let count = max(Self.fewest, queries / 10)
    // The score after the highest `count` is where the tail starts.
    var seen = 0
    var place = 0
    while place < falling.count {
      seen += times[falling[place].recording]
      if seen > count { break }
      place += 1
    }
    guard place < falling.count else { return nil }
    let start = falling[place].score
    var above = 0
    var excess = 0.0
    for (score, recording) in falling[..<place] where score > start {
      above += times[recording]
      excess += Double(times[recording]) * (score - start)
    }
    guard above >= Self.fewest, excess > 0 else { return nil }
    self.start = start
    share = Double(above) / Double(queries)
    scale = excess / Double(above)
    exceedances = above
  }

  /// The false-alarm rate per query in a larger catalogue.
  ///
  /// - Parameters:
  ///   - threshold: the smallest score that is a claim; not below the start.
  ///   - factor: how many times larger the catalogue is.
  /// - Returns: the rate; nil below the start, where the tail says nothing.
  public func falseAlarmRate(at threshold: Double, catalogue factor: Double) -> Double? {
    guard threshold >= start else { return nil }
    let here = share * exp(-(threshold - start) / scale)
    return -expm1(factor * log1p(-here))
  }

  /// The threshold that holds a false-alarm rate in a larger catalogue.
  ///
  /// - Parameters:
  ///   - rate: per query, between 0 and 1.
  ///   - factor: how many times larger the catalogue is.
  /// - Returns: the score; nil where the rate is so high that it is not in the tail.
  public func threshold(for rate: Double, catalogue factor: Double) -> Double? {
    let here = -expm1(log1p(-rate) / factor)
    guard here <= share else { return nil }
    return start + scale * log(share / here)
  }

  /// Fits the tail to recordings drawn again, for intervals.
  ///
  /// - Parameters:
  ///   - recordings: the best scores of each recording's queries, in a fixed order.
  ///   - seed: where the drawing starts.
  ///   - replicates: how often all recordings are drawn.
  /// - Returns: the tails; fewer than `replicates` where a draw has too few scores.
  public static func drawn(
    from recordings: [[Double?]], seed: Seed, replicates: Int = 400
  ) -> [TailExtrapolation] {
    guard recordings.count > 1 else { return [] }
    let falling = recordings.enumerated().flatMap { number, scores in
      scores.compactMap { $0 }.filter(\.isFinite).map { (score: $0, recording: number) }
    }.sorted { ($0.score, $1.recording) > ($1.score, $0.recording) }
    var generator = seed.generator
    return (0..<replicates).compactMap { _ in
      var times = [Int](repeating: 0, count: recordings.count)
      var queries = 0
      for _ in recordings {
        let chosen = generator.integer(below: recordings.count)
        times[chosen] += 1
        queries += recordings[chosen].count
      }
      return TailExtrapolation(falling: falling, times: times, queries: queries)
    }
  }
}
