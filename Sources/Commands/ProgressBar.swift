internal import CommandLineOptions
internal import Foundation
internal import Synchronization

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
      let line = Self.line(
        label, done: done, total: total, found: found, elapsed: elapsed, current: current)
      let padding = String(repeating: " ", count: max(0, state.width - line.count))
      state.width = line.count
      Self.write("\r" + line + padding)
    }
  }

  /// Leaves the last bar standing and begins a new line.
  func finish() {
    state.withLock { state in
      if state.drawn != nil { Self.write("\n") }
      state = State()
    }
  }

  /// The text of a bar.
  static func line(
    _ label: String, done: Int, total: Int, found: Int, elapsed: Double, current: String?
  ) -> String {
    let cells = 24
    let filled = done * cells / max(1, total)
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    var line = "\(label.padding(toLength: 11, withPad: " ", startingAt: 0)) \(bar) \(done)/\(total)"
    let fresh = done - found
    if fresh > 0, elapsed > 0.2 {
      let rate = Double(fresh) / elapsed
      line += rate >= 10 ? "  \(Int(rate))/s" : "  \(Double(Int(rate * 10)) / 10)/s"
      if done < total { line += "  \(duration(Double(total - done) / rate)) left" }
    }
    if let current, done < total { line += "  \(current.prefix(32))" }
    return line
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
