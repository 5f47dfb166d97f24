import Experiments
import Fingerprinting
import TestSupport
import Testing

struct RoundingTests {
  @Test(arguments: Rounding.allCases) func textIsTheRoundedValue(rounding: Rounding) {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<1_000 {
      let size = [1e-7, 1e-3, 1, 1e4, 1e8][generator.integer(below: 5)]
      let value = generator.uniform(in: -size...size)
      let text = rounding.text(value)
      #expect(Double(text) == rounding(value))
      #expect(rounding(rounding(value)) == rounding(value))
      #expect(
        abs(rounding(value) - value) <= value.ulp + 0.5000001
          / [1e2, 1e3, 1e4, 1, 1e6][rounding.rawValue - 2])
      #expect(!text.contains("e") && text != "-0" && !(text.contains(".") && text.hasSuffix("0")))
    }
  }

  @Test func writesThePlainestText() {
    #expect(Rounding.decibel.text(-4.996) == "-5")
    #expect(Rounding.decibel.text(0.05) == "0.05")
    #expect(Rounding.fine.text(-0.00001) == "0")
    #expect(Rounding.fine.text(100) == "100")
    #expect(Rounding.micro.text(0.000_001) == "0.000001")
    #expect(Rounding.micro.text(-12.3) == "-12.3")
  }
}
