import Foundation
import Testing

@testable import Corpora

struct ArithmeticTests {
  @Test func agreesWithTheLibraryOfC() {
    for step in -2_000...2_000 {
      let x = Double(step) / 97
      #expect(abs(Arithmetic.exponential(x) / exp(x) - 1) < 1e-13)
      #expect(abs(Arithmetic.logarithm(exp(x)) - x) < 1e-13 * max(1, abs(x)))
      #expect(abs(Arithmetic.sine(turns: x) - sin(2 * .pi * x)) < 1e-13 * max(1, abs(x)))
    }
  }

  @Test func decibelsAreTenTimesTheLogarithm() {
    for decibels in [-60.0, -5, 0, 0.01, 10, 60] {
      let ratio = Arithmetic.powerRatio(ofDecibels: decibels)
      #expect(abs(ratio / pow(10, decibels / 10) - 1) < 1e-13)
      #expect(abs(Arithmetic.decibels(ofPowerRatio: ratio) - decibels) < 1e-12)
    }
  }

  @Test func extremesNeitherTrapNorWrap() {
    #expect(Arithmetic.exponential(-1e300) == 0)
    #expect(Arithmetic.exponential(1e300) == .infinity)
  }
}
