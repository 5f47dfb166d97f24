@testable import Commands
import Tabular
import Testing

struct ProgressBarTests {
  /// However long the work and the names: one line.
  @Test(arguments: [8, 20, 39, 40, 59, 79, 80, 200])
  func aBarFitsItsLine(columns: Int) {
    for label in ["references", "tracks looked for in all others"] {
      for current in [
        nil, "音楽の指紋についての長い題名、第二楽章", "a\nb\u{1b}[2J" + String(repeating: "x", count: 99),
      ] {
        for (done, total) in [(0, 9), (7, 1_000), (999_999, 1_000_000), (5, 5)] {
          let line = ProgressBar.line(
            label, done: done, total: total, found: 0, elapsed: 1_000, current: current,
            columns: columns)
          #expect(ScreenText.columns(of: line) <= columns, "\(line)")
          #expect(!line.contains("\n") && !line.contains("\u{1b}"))
          if columns >= 39, label.count < 12 { #expect(line.contains("\(done)/\(total)")) }
        }
      }
    }
  }

  @Test func whatMattersIsThere() {
    #expect(
      ProgressBar.line(
        "queries", done: 30, total: 120, found: 0, elapsed: 10, current: "A song", columns: 79)
        == "queries     ██████░░░░░░░░░░░░░░░░░░ 30/120  3.0/s  30 s left  A song")
    #expect(
      ProgressBar.line(
        "queries", done: 30, total: 120, found: 0, elapsed: 10, current: "A song", columns: 39)
        == "queries █░░░░░ 30/120  3.0/s  30 s left")
  }
}
