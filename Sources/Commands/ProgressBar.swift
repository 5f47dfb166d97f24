internal import CommandLineOptions
internal import Foundation
internal import Synchronization
internal import Tabular

/// A bar on standard error with rate and time left; silent where no terminal shows it.
///
/// May be told of progress from any task.
final class ProgressBar: Sendable {
  private struct State {
    var label = ""
    var began = ContinuousClock.now
    var drawn: ContinuousClock.Instant?
    var width = 0
  }

  private let state = Mutex(State())
  private let isVisible: Bool

  /// - Parameter isVisible: whether anything is drawn.
  init(isVisible: Bool = Terminal.showsProgress) { self.isVisible = isVisible }

  /// Says how far the work called `label` has come.
  ///
  /// - Parameters:
  ///   - label: the phase; a new one starts a new line.
  ///   - done: pieces done.
  ///   - total: pieces in all.
  ///   - found: pieces that were done before this session: no part of the rate.
  ///   - current: what was just finished.
  func show(_ label: String, done: Int, of total: Int, found: Int = 0, current: String? = nil) {
    guard isVisible, total > 0 else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      if label != state.label {
        if state.drawn != nil { Self.write("\n") }
        state = State(label: label, began: now)
      }
      if let drawn = state.drawn, now - drawn < .milliseconds(100), done < total { return }
      state.drawn = now
      let elapsed = Double((now - state.began) / .milliseconds(1)) / 1000
      // The last column stays free: some terminals go to the next line when it is filled.
      let columns = max(8, Terminal.columns - 1)
      let line = Self.line(
        label, done: done, total: total, found: found, elapsed: elapsed, current: current,
        columns: columns)
      // Where the screen has become narrower, it has broken the line that stands there.
      let broken = max(0, state.width - 1) / (columns + 1)
      state.width = ScreenText.columns(of: line)
      Self.write((broken > 0 ? "\u{1b}[\(broken)A" : "") + "\r\u{1b}[J" + line)
    }
  }

  /// Leaves the last bar standing and begins a new line.
  func finish() {
    state.withLock { state in
      if state.drawn != nil { Self.write("\n") }
      state = State()
    }
  }

  /// The text of a bar in at most so many columns: the count first, then rate and time left, the bar
  /// itself, and what was just finished where there is room.
  static func line(
    _ label: String, done: Int, total: Int, found: Int, elapsed: Double, current: String?,
    columns: Int
  ) -> String {
    let isWide = columns >= 60
    let head = isWide ? label.padding(toLength: 11, withPad: " ", startingAt: 0) : label
    var tail = "\(done)/\(total)"
    let fresh = done - found
    if fresh > 0, elapsed > 0.2 {
      let rate = Double(fresh) / elapsed
      let left = done < total ? "  \(duration(Double(total - done) / rate)) left" : ""
      let speed = rate >= 10 ? "  \(Int(rate))/s" : "  \(Double(Int(rate * 10)) / 10)/s"
      let needed = ScreenText.columns(of: head + tail + speed + left) + 1
      tail += needed <= columns ? speed + left : left
    }
    let room = columns - ScreenText.columns(of: head) - ScreenText.columns(of: tail) - 2
    let cells = min(isWide ? 24 : 12, room)
    var line = head
    if cells >= 4 {
      let filled = min(cells, done * cells / max(1, total))
      line +=
        " " + String(repeating: "█", count: filled)
        + String(repeating: "░", count: cells - filled)
    }
    line += " " + tail
    let rest = columns - ScreenText.columns(of: line) - 2
    if let current, done < total, rest >= 6 {
      line += "  " + ScreenText.clipped(ScreenText.oneLine(current), to: min(32, rest))
    }
    return ScreenText.clipped(line, to: columns)
  }

  /// Seconds as a person says them.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 100 { return "\(whole) s" }
    let minutes = whole / 60
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private static func write(_ text: String) {
    StandardStream.errors.write(text)
  }
}
