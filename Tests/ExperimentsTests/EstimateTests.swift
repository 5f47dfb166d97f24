import Experiments
@testable import struct Experiments.LatencyPass
import Fingerprinting
import TestSupport
import Testing

struct EstimateTests {
  @Test(arguments: [20, 100, 1_000]) func smallestDifferenceHasThePower(count: Int) throws {
    let found = try #require(Estimate.smallestDifference(queries: count))
    let expected = try python(
      """
      import sys
      from math import sqrt
      from scipy.optimize import brentq
      from scipy.stats import norm
      n = int(sys.argv[1])
      def power(d):
          a, b = .5 + d / 2, .5 - d / 2
          return norm.cdf((d * sqrt(n) - norm.ppf(.975) * sqrt(.5)) / sqrt(a * (1 - a) + b * (1 - b)))
      print(brentq(lambda d: power(d) - .8, 1e-6, 1 - 1e-9))
      """, "\(count)")
    let reference = try #require(Double(expected.filter { !$0.isWhitespace }))
    #expect(abs(found - reference) < 1e-6)
  }

  @Test func nothingIsDetectableWithoutQueries() {
    #expect(Estimate.smallestDifference(queries: 0) == nil)
    #expect(Estimate.smallestDifference(queries: 1) == nil)
  }

  @Test func percentilesAreTimesThatHappened() {
    let times = (1...200).map { Seconds(Double($0)) }
    #expect(LatencyPass.percentiles(times.reversed()) == [100, 190, 198])
    #expect(LatencyPass.percentiles([Seconds(3)]) == [3, 3, 3])
    #expect(LatencyPass.percentiles([]) == [])
    // One slow query of a hundred shows at the top.
    let slow = [Seconds](repeating: Seconds(1), count: 98) + [Seconds(50), Seconds(50)]
    #expect(LatencyPass.percentiles(slow) == [1, 1, 50])
  }
}
