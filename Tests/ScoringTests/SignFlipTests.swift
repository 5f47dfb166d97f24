import Fingerprinting
import Foundation
import Scoring
import TestSupport
import Testing

struct SignFlipTests {
  /// Every sign pattern, counted by Python; McNemar's exact test by scipy where all sizes are one.
  @Test func agreesWithEveryPatternCounted() throws {
    let cases = [
      [1], [-1], [2, -1], [3, 1, 1, -2], [1, 1, 1, -1, 1], [5, -5, 2], [4, 4, -1, 1, 1, 2, 3, -3],
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1], [-3, -2, 1],
    ]
    let answer = try python(
      """
      import sys, json
      from itertools import product
      from scipy.stats import binomtest
      for d in json.load(sys.stdin):
          sums = [sum(s * abs(x) for s, x in zip(signs, d)) for signs in product([1, -1], repeat=len(d))]
          p = sum(x >= sum(d) for x in sums) / len(sums)
          if all(abs(x) == 1 for x in d):
              assert abs(p - binomtest(d.count(1), len(d), alternative='greater').pvalue) < 1e-12
          print(repr(p))
      """, input: Array("\(cases)".utf8))
    let expected = answer.split(separator: "\n").compactMap { Double($0) }
    try #require(expected.count == cases.count)
    for (differences, p) in zip(cases, expected) {
      let test = SignFlipTest(differences: differences)
      #expect(abs(test.pValueOfLoss - p) < 1e-12, "\(differences)")
    }
  }

  @Test func nothingDiffersAndNothingIsProven() {
    let none = SignFlipTest(differences: [0, 0])
    #expect(none.pValueOfLoss == 1 && none.pValue == 1 && none.smallestPValueOfLoss == 1)
    let one = SignFlipTest(differences: [7])
    #expect(one.pValueOfLoss == 0.5 && one.pValue == 1 && one.smallestPValueOfLoss == 0.5)
    // Ten recordings that each lose ten queries are ten witnesses, not a hundred.
    let ten = SignFlipTest(differences: Array(repeating: 10, count: 10))
    #expect(abs(ten.pValueOfLoss - pow(2, -10)) < 1e-15)
    #expect(abs(ten.pValue - pow(2, -9)) < 1e-15)
    let many = SignFlipTest(differences: Array(repeating: 1, count: 5_000))
    #expect(many.pValueOfLoss < 1e-300 && many.smallestPValueOfLoss < 1e-300)
  }

  @Test func hopelessTestsCostNothing() {
    typealias Member = TaroneCorrection.Member
    #expect(TaroneCorrection.levels(0.01, for: []) == [])
    #expect(
      TaroneCorrection.levels(
        0.01,
        for: [
          Member(smallestPValue: 0.5, weight: 8), Member(smallestPValue: 1e-9, weight: 1),
          Member(smallestPValue: 1, weight: 100),
        ]) == [0, 0.01, 0])
    let shared = TaroneCorrection.levels(
      0.01, for: [Member(smallestPValue: 0, weight: 3), Member(smallestPValue: 1e-4, weight: 1)])
    #expect(abs(shared[0] - 0.0075) < 1e-15 && abs(shared[1] - 0.0025) < 1e-15)
    // The weaker leaves first, and then the other can stay.
    let left = TaroneCorrection.levels(
      0.01,
      for: [Member(smallestPValue: 0.008, weight: 1), Member(smallestPValue: 0.009, weight: 1)])
    #expect(left == [0.01, 0])
  }
}
