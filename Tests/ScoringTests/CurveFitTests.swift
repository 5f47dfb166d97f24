import Fingerprinting
import Foundation
import Scoring
import TestSupport
import Testing

struct CurveFitTests {
  static let doses = [
    [
      DoseCount(value: 10, hits: 99, count: 100), DoseCount(value: 5, hits: 92, count: 100),
      DoseCount(value: 0, hits: 61, count: 100), DoseCount(value: -5, hits: 20, count: 100),
      DoseCount(value: -10, hits: 3, count: 100),
    ],
    [
      DoseCount(value: 0, hits: 295, count: 300), DoseCount(value: 1, hits: 290, count: 300),
      DoseCount(value: 2.5, hits: 160, count: 300), DoseCount(value: 4, hits: 9, count: 300),
    ],
    [DoseCount(value: 1, hits: 3, count: 7), DoseCount(value: 2, hits: 6, count: 9)],
  ]

  /// The curve is the one that scipy's optimiser finds for the same likelihood.
  @Test func curvesAgreeWithScipy() throws {
    for doses in Self.doses {
      let fit = try #require(LogisticFit(doses))
      let rows = doses.map { "[\($0.value),\($0.hits),\($0.count)]" }.joined(separator: ",")
      let answer = try python(
        """
        import sys, json, numpy as np
        from scipy.optimize import minimize
        x, k, n = np.array(json.load(sys.stdin), float).T
        mean = (x * n).sum() / n.sum(); sd = np.sqrt(((x - mean) ** 2 * n).sum() / n.sum())
        z = (x - mean) / sd
        loss = lambda v: -(k * (v[0] + v[1] * z) - n * np.logaddexp(0, v[0] + v[1] * z)).sum() + v[1] ** 2 / 1800
        r = minimize(loss, [0, 0], method='BFGS', options=dict(gtol=1e-9))
        a, b = r.x
        plain = minimize(lambda v: loss(v) - v[1] ** 2 / 1800, [0, 0], method='BFGS', options=dict(gtol=1e-9)).x
        print(*map(float, (b / sd, a - b * mean / sd, -(a / b) * sd + mean, -(plain[0] / plain[1]) * sd + mean)))
        """, input: Array("[\(rows)]".utf8))
      let numbers = answer.split(separator: " ").compactMap {
        Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      try #require(numbers.count == 4, "\(answer)")
      #expect(abs(fit.slope - numbers[0]) < 1e-5 * abs(numbers[0]))
      #expect(abs(fit.intercept - numbers[1]) < 1e-4)
      #expect(abs(fit.value(at: 0.5) - numbers[2]) < 1e-4)
      // The penalty moves nothing that is known.
      #expect(abs(fit.value(at: 0.5) - numbers[3]) < 0.01)
    }
  }

  @Test func hopelessCountsHaveNoCurve() {
    #expect(LogisticFit([]) == nil)
    #expect(LogisticFit([DoseCount(value: 1, hits: 1, count: 2)]) == nil)
    let all = [DoseCount(value: 1, hits: 9, count: 9), DoseCount(value: 2, hits: 9, count: 9)]
    #expect(LogisticFit(all) == nil)
    // Perfect separation: somewhere between.
    let split = [
      DoseCount(value: 1, hits: 0, count: 50), DoseCount(value: 2, hits: 0, count: 50),
      DoseCount(value: 3, hits: 50, count: 50), DoseCount(value: 4, hits: 50, count: 50),
    ]
    #expect(abs((LogisticFit(split)?.value(at: 0.5) ?? 0) - 2.5) < 0.01)
  }

  /// Of independent queries the interval drawn is that of the likelihood's profile by scipy.
  @Test func intervalsAgreeWithTheProfile() throws {
    var generator = Seed(4).generator
    let recordings = (0..<150).map { _ in
      [10.0, 5, 0, -5, -10].map { value in
        DoseCount(
          value: value, hits: generator.unit() < 1 / (1 + exp(-(value + 1) / 2.5)) ? 1 : 0,
          count: 1)
      }
    }
    let point = try #require(BreakingPoint(at: 0.5, of: recordings, seed: Seed(1)))
    let sums = [10.0, 5, 0, -5, -10].enumerated().map { place, value in
      "[\(value),\(recordings.reduce(0) { $0 + $1[place].hits }),150]"
    }
    let answer = try python(
      """
      import sys, json, numpy as np
      from scipy.optimize import minimize, minimize_scalar, brentq
      x, k, n = np.array(json.load(sys.stdin), float).T
      ll = lambda a, b: (k * (a + b * x) - n * np.logaddexp(0, a + b * x)).sum()
      r = minimize(lambda v: -ll(*v), [0, 0.1]); top = -r.fun; c = -r.x[0] / r.x[1]
      profile = lambda x0: top - 1.920729 + minimize_scalar(lambda b: -ll(-b * x0, b), bounds=(0.001, 5), method='bounded').fun
      print(*map(float, (c, brentq(profile, c - 5, c), brentq(profile, c, c + 5))))
      """, input: Array("[\(sums.joined(separator: ","))]".utf8))
    let numbers = answer.split(separator: " ").compactMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(numbers.count == 3, "\(answer)")
    let interval = try #require(point.interval)
    #expect(abs(try #require(point.value) - numbers[0]) < 0.01)
    let width = numbers[2] - numbers[1]
    #expect(abs(interval.lowerBound - numbers[1]) < 0.25 * width)
    #expect(abs(interval.upperBound - numbers[2]) < 0.25 * width)
    #expect(point.rises && point.measured == -10...10)
  }

  /// Scores with an exponential tail: the threshold for a larger catalogue is where scipy has it,
  /// and simulated larger catalogues raise as many false alarms as foretold.
  @Test func tailsAreExtrapolated() throws {
    var generator = Seed(11).generator
    func best(of references: Int) -> Double {
      // The largest of exponential scores, by its quantile function.
      -log(1 - pow(generator.unit(), 1 / Double(references))) * 0.7 + 2
    }
    let scores: [Double?] = (0..<20_000).map { _ in best(of: 50) }
    let tail = try #require(TailExtrapolation(bestWrongScores: scores))
    #expect(abs(tail.scale - 0.7) < 0.05 && abs(tail.share - 0.1) < 0.001)
    let threshold = try #require(tail.threshold(for: 0.02, catalogue: 100))
    #expect(abs((tail.falseAlarmRate(at: threshold, catalogue: 100) ?? 0) - 0.02) < 1e-12)
    let alarms = (0..<20_000).count { _ in best(of: 5_000) >= threshold }
    #expect((250...600).contains(alarms), "\(alarms)")
    let answer = try python(
      """
      import sys, json
      from scipy.stats import expon
      scores = sorted(json.load(sys.stdin), reverse=True)
      loc, scale = expon.fit([s for s in scores[:2000]], floc=scores[2000])
      print(float(expon.isf((1 - (1 - 0.02) ** (1 / 100)) / 0.1, loc, scale)))
      """, input: Array("\(scores.compactMap(\.self))".utf8))
    #expect(abs(threshold - (Double(answer.dropLast()) ?? 0)) < 1e-6)
    #expect(TailExtrapolation(bestWrongScores: [1, 2, 3]) == nil)
    #expect(TailExtrapolation(bestWrongScores: Array(repeating: 4, count: 500)) == nil)
    #expect(tail.falseAlarmRate(at: 0, catalogue: 2) == nil)
  }
}
