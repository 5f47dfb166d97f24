import Scoring
import TestSupport
import Testing

struct PairedPowerTests {
  /// The difference that is called detectable is found about 4 of 5 times by the exact test, as
  /// scipy reckons; and the number of pairs agrees with the formula.
  @Test func theExactTestHasThePowerPromised() throws {
    for (pairs, discordant) in [(500, 0.04), (2_000, 0.04), (2_000, 0.1), (300, 0.3)] {
      let rule = try #require(PairedPower(discordant: discordant))
      let difference = try #require(rule.smallestDifference(pairs: pairs))
      let power = try python(
        """
        import sys
        from scipy.stats import binom, norm
        n, d, x = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
        total = 0
        for m in range(n + 1):
            w = binom.pmf(m, n, d)
            if w < 1e-12: continue
            k = binom.ppf(0.025, m, 0.5)
            while k >= 0 and binom.cdf(k, m, 0.5) > 0.025: k -= 1
            if k >= 0: total += w * (binom.cdf(k, m, (d - x) / 2 / d))
        root = norm.ppf(0.975) * d ** 0.5 + norm.ppf(0.8) * (d - x * x) ** 0.5
        assert abs((root / x) ** 2 - n) < 1
        print(total)
        """, "\(pairs)", "\(discordant)", "\(difference)")
      let found = try #require(Double(power.dropLast()))
      // The exact test is a little more careful than the approximation.
      #expect((0.7...0.85).contains(found), "\(pairs) \(discordant): \(found)")
      #expect(rule.pairsNeeded(for: difference) == pairs)
    }
  }

  @Test func edges() {
    #expect(PairedPower(discordant: 0) == nil)
    #expect(PairedPower(discordant: 0.1)?.smallestDifference(pairs: 0) == nil)
    #expect(PairedPower(discordant: 0.1)?.smallestDifference(pairs: 1) == nil)
    #expect(PairedPower(discordant: 0.1)?.pairsNeeded(for: 0.2) == nil)
    #expect(PairedPower.discordantShare(0, of: 0) == 0.5)
    #expect(Normal.quantile(0.5).magnitude < 1e-12)
    #expect(abs(Normal.quantile(0.975) - 1.959963984540054) < 1e-12)
    #expect(abs(Normal.quantile(1e-9) + 5.997807015007686) < 1e-9)
  }
}
