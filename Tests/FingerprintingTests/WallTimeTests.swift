import Fingerprinting
import TestSupport
import Testing

struct WallTimeTests {
  /// Texts are those of `date`.
  @Test func texts() throws {
    for seconds in [0, 951_782_400, 1_796_169_599, 1_796_169_600, 253_402_300_799, -62_135_596_800]
    {
      let time = WallTime(seconds: Double(seconds) + 0.25)
      guard seconds < 253_402_300_799 else { continue }
      let said = try runTool("date", ["-u", "-d", "@\(seconds)", "+%Y-%m-%dT%H:%M:%S.250Z"]).text
      #expect(time.utc + "\n" == said)
      let local = try runTool("date", ["-d", "@\(seconds)", "+%Y-%m-%dT%H:%M:%S.250%:z %Z"]).text
      #expect("\(time.local) \(time.zone)\n" == local)
    }
    #expect(WallTime(seconds: 1_796_169_599.9996).utcDay == "2026-12-02")
    #expect(WallTime(seconds: -0.001).utc == "1969-12-31T23:59:59.999Z")
    // Nothing that a number can hold is a trap.
    for odd in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(WallTime(seconds: odd).utc.utf8.count == 24)
    }
  }
}
