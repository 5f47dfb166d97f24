internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation
internal import LiveMatching
internal import Tabular

/// The line below what was printed: for each source how loud it is and what it plays.
///
/// Only a terminal shows it.
struct ListenStatus {
  /// How listening to a source is going.
  struct Source {
    var time: Seconds
    /// The root of the mean square; 1 is full scale.
    var level: Double
    var isInGap: Bool
    /// What is played, and where in it.
    var playing: (name: String, position: Seconds)?

    init(
      time: Seconds, level: Double, isInGap: Bool = false,
      playing: (name: String, position: Seconds)? = nil
    ) {
      self.time = time
      self.level = level
      self.isInGap = isInGap
      self.playing = playing
    }

    init(_ listener: borrowing SourceListener, titles: MediaTitles) {
      let time = listener.time
      self.init(
        time: time, level: listener.level, isInGap: listener.isInGap,
        playing: listener.matches.last.map { match in
          (
            titles.title(of: match.track).words,
            max(.zero, match.line.reference(at: time))
          )
        })
    }

    /// Cells of a meter that are filled: from −60 dB to full scale.
    func cells(of count: Int) -> Int {
      guard level > 0, level.isFinite else { return 0 }
      let share = (20 * log10(level) + 60) / 60
      return Int((min(1, max(0, share)) * Double(count)).rounded())
    }
  }

  private let names: [String]
  private var sources: [Source?]
  private var drawn: ContinuousClock.Instant?
  private var isShown = false

  init(names: [String]) {
    self.names = names
    sources = Array(repeating: nil, count: names.count)
  }

  /// Takes note of how listening to a source is going.
  mutating func note(_ status: Source, of place: Int) { sources[place] = status }

  /// Takes note of how a source is going, and shows it where that is not shown too often.
  mutating func show(_ status: Source, of place: Int) {
    note(status, of: place)
    let now = ContinuousClock.now
    if let drawn, now - drawn < .milliseconds(200) { return }
    drawn = now
    isShown = true
    StandardStream.errors.write("\r\u{1b}[K" + line(columns: Terminal.columns))
  }

  /// Takes the line away, to be drawn again below what is printed next.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    drawn = nil
    StandardStream.errors.write("\r\u{1b}[K")
  }

  /// The line; the last column stays free, for terminals that wrap early.
  func line(columns: Int) -> String {
    let width = max(1, columns - 1)
    if sources.count == 1, let source = sources[0] { return Self.line(of: source, width) }
    // Each source has its share, where a name and a few letters fit into it.
    let share = (width - 2 * (sources.count - 1)) / max(1, sources.count)
    guard share >= 12 else { return Self.clipped(summary, width) }
    return zip(names, sources).map { name, source in
      let part = Self.part(name, source, share)
      return part + String(repeating: " ", count: max(0, share - ScreenText.columns(of: part)))
    }.joined(separator: "  ")
  }

  private static func line(of source: Source, _ width: Int) -> String {
    let count = width < 60 ? 6 : 12
    let filled = source.cells(of: count)
    let meter =
      String(repeating: "▮", count: filled) + String(repeating: "▯", count: count - filled)
    let begin = "\(clock(source.time.value))  \(meter)  "
    guard !source.isInGap, let playing = source.playing else {
      return clipped(begin + (source.isInGap ? "no sound" : "listening"), width)
    }
    let end = "  \(clock(playing.position.value))"
    let room = max(1, width - begin.count - end.count)
    return clipped(begin + clipped(playing.name, room) + end, width)
  }

  private static func part(_ name: String, _ source: Source?, _ width: Int) -> String {
    let bars = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let meter = source.map { $0.isInGap ? "×" : bars[$0.cells(of: 8)] } ?? " "
    let label = clipped(name, max(4, width / 3)) + " " + meter
    guard let playing = source?.playing else { return label }
    return label + " " + clipped(playing.name, width - ScreenText.columns(of: label) - 1)
  }

  private var summary: String {
    let known = sources.compactMap { $0 }
    let playing = known.count { $0.playing != nil }
    let silent = known.count { $0.isInGap }
    return "\(sources.count) sources: \(playing) known"
      + (silent > 0 ? ", \(silent) without sound" : "")
  }

  private static func clipped(_ text: String, _ width: Int) -> String {
    ScreenText.clipped(ScreenText.oneLine(text), to: width)
  }
}
