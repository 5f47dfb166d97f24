import Fingerprinting
import Scoring
import Testing

struct ThresholdFitTests {
  @Test func allowsWhatTheRateAllows() throws {
    // 400 scores 1 … 400: 1 % are 4 claims, so 397 … 400 pass and 396 does not.
    let fit = ThresholdFit(rate: 0.01, bestScores: (1...400).map(Double.init), recordings: 20)
    let threshold = try #require(fit.threshold)
    #expect(threshold > 396 && threshold <= 396.01)
    #expect(fit.claims == 4 && fit.negatives == 400 && fit.recordings == 20)
    #expect(fit.refusal == nil)
  }

  @Test func tiesFallTogetherOnTheSafeSide() throws {
    // The fifth score equals the fourth: accepting one would accept both.
    let scores = [9, 8, 7, 5, 5].map(Double.init) + [Double](repeating: 1, count: 395)
    let fit = ThresholdFit(rate: 0.01, bestScores: scores, recordings: 20)
    #expect(fit.claims == 3)
    #expect(try #require(fit.threshold) > 5)
  }

  @Test func queriesWithoutCandidateCount() throws {
    let scores: [Double?] = [9, 8] + [Double?](repeating: nil, count: 298)
    let fit = ThresholdFit(rate: 0.01, bestScores: scores, recordings: 20)
    #expect(fit.threshold == -.infinity && fit.claims == 2)
    #expect(
      ThresholdFit(rate: 0.01, bestScores: [.nan] + scores, recordings: 20).claims == 2)
  }

  /// None of 40 shows no rate below 7.2 %; 299 are the fewest that show 1 %.
  @Test func refusesWhatTheDataCannotSupport() throws {
    let refused = ThresholdFit(rate: 0.05, bestScores: (1...40).map(Double.init), recordings: 4)
    #expect(refused.threshold == nil)
    let reason = try #require(refused.refusal)
    #expect(reason.contains("40 calibration negatives") && reason.contains("0.0722"))
    #expect(reason.contains("(59 are enough)"))
    #expect(ThresholdFit.negativesNeeded(for: 0.01) == 299)
    #expect(ThresholdFit.negativesNeeded(for: 1e-300) > 1_000_000_000_000)
    let scores = (1...299).map(Double.init)
    #expect(ThresholdFit(rate: 0.01, bestScores: scores, recordings: 9).threshold != nil)
    #expect(
      ThresholdFit(rate: 0.01, bestScores: Array(scores.dropLast()), recordings: 9).threshold
        == nil)
    for rate in [0, 1, -0.1, .nan] {
      #expect(ThresholdFit(rate: rate, bestScores: scores, recordings: 9).refusal != nil)
    }
    #expect(ThresholdFit(rate: 0.01, bestScores: [], recordings: 0).refusal != nil)
  }

  /// 0.29 × 100 is 28.999… in doubles, and still allows 29.
  @Test func roundingOfTheProductDoesNotMatter() {
    let fit = ThresholdFit(rate: 0.29, bestScores: (1...100).map(Double.init), recordings: 9)
    #expect(fit.claims == 29)
  }

  /// The law: claims within the rate, and a threshold one score lower would break it.
  @Test(arguments: 0..<50) func isTheSmallest(seed: Int) throws {
    var generator = Seed(UInt64(seed)).generator
    let count = generator.integer(in: 60...500)
    let scale = generator.uniform(in: 0.01...100) * (seed % 3 == 0 ? -1 : 1)
    let steps = generator.integer(in: 3...2_000)
    let scores = (0..<count).map { _ in
      (Double(generator.integer(below: steps)) * scale * 1e4).rounded() / 1e4
    }
    let fit = ThresholdFit(rate: 0.05, bestScores: scores, recordings: count)
    let threshold = try #require(fit.threshold)
    let claims = scores.count { $0 >= threshold }
    #expect(claims == fit.claims)
    #expect(Double(claims) <= 0.05 * Double(count))
    let refused = try #require(scores.filter { $0 < threshold }.max())
    #expect(Double(scores.count { $0 >= refused }) > 0.05 * Double(count))
    // Printed and read back, it decides the same.
    #expect(Double("\(threshold)") == threshold)
    #expect("\(threshold)".filter(\.isNumber).count <= 8)
  }
}
