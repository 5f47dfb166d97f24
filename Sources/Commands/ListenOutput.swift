internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation
internal import LiveMatching
internal import Tabular

/// What `soundmark listen` shows: JSON lines, or words with a status line below them.
struct ListenOutput {
  let titles: MediaTitles
  /// The media items whose time is waited for.
  let items: [TrackID: [MediaItem]]
  let isJSON: Bool
  /// The timed items that held last, by match.
  private var shown: [Int: [MediaItem]] = [:]
  private var drawn = -1.0
  private var hasStatus = false

  init(titles: MediaTitles, items: [TrackID: [MediaItem]], isJSON: Bool) {
    self.titles = titles
    self.items = items
    self.isJSON = isJSON
  }

  /// One event as an object.
  private struct Line: Encodable {
    var event: String
    var time: Double
    var reference: String?
    var title: String?
    var artist: String?
    var match: Int?
    var continues: Int?
    var start: Double?
    var end: Double?
    var offset: Double?
    var position: Double?
    var frequencySkew: Double?
    var score: Double?
    var confidence: Double?
    var jumped: Bool?
    var silent: Bool?
  }

  /// Shows an event.
  mutating func show(_ event: MatchEvent) throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      Terminal.print(String(decoding: try encoder.encode(line(event)), as: UTF8.self))
      return
    }
    guard let words = words(event) else { return }
    clear()
    Terminal.print(words)
  }

  private func line(_ event: MatchEvent) -> Line {
    func rounded(_ value: Double, _ parts: Double = 1_000) -> Double {
      // Adding 0 takes the sign from −0.
      (value * parts).rounded() / parts + 0
    }
    func matched(_ name: String, _ match: LiveMatch) -> Line {
      let title = titles.title(of: match.track)
      return Line(
        event: name, time: rounded(event.time.value), reference: match.track.rawValue,
        title: title.title, artist: title.artist, match: match.number, continues: match.continues,
        start: rounded(match.start.value), end: rounded(match.end.value),
        offset: rounded(match.line.reference(at: match.start).value),
        position: rounded(match.line.reference(at: match.decidedAt).value),
        frequencySkew: rounded(match.frequencySkew, 100_000), score: rounded(match.score, 100),
        confidence: match.confidence, jumped: match.hasJumped ? true : nil)
    }
    switch event {
    case .started(let match): return matched("started", match)
    case .updated(let match): return matched("updated", match)
    case .ended(let match): return matched("ended", match)
    case .noMatch(let attempt):
      return Line(
        event: "no_match", time: rounded(attempt.end.value), start: rounded(attempt.start.value),
        end: rounded(attempt.end.value), silent: attempt.hadUsableAudio ? nil : true)
    }
  }

  /// A media item whose time has come.
  private struct Cue: Encodable {
    var event = "cue"
    var time: Double
    var reference: String
    var position: Double
    var item: MediaItem
  }

  /// Shows the timed media items that have begun to hold.
  mutating func cues(of matches: [LiveMatch], at time: Seconds) throws {
    guard !items.isEmpty else { return }
    for match in matches {
      let position = match.line.reference(at: time)
      let holding = MediaItemSelection.items(
        of: items[match.track] ?? [], at: position, skew: match.frequencySkew
      ).filter { !$0.timeRanges.isEmpty }
      let known = shown.updateValue(holding, forKey: match.number) ?? []
      for item in holding where !known.contains(item) {
        try show(
          Cue(
            time: (time.value * 1_000).rounded() / 1_000, reference: match.track.rawValue,
            position: (position.value * 1_000).rounded() / 1_000, item: item))
      }
    }
    let going = Set(matches.map(\.number))
    shown = shown.filter { going.contains($0.key) }
  }

  private mutating func show(_ cue: Cue) throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      Terminal.print(String(decoding: try encoder.encode(cue), as: UTF8.self))
    } else {
      clear()
      Terminal.print("  \(clock(cue.position))  \(cue.item.title ?? cue.item.subtitle ?? "cue")")
    }
  }

  private func words(_ event: MatchEvent) -> String? {
    switch event {
    case .started(let match):
      let again = match.continues == nil ? "" : " (goes on)"
      return "\(clock(match.start.value))  \(name(match))\(again)"
    case .ended(let match): return "\(clock(match.end.value))  end of \(name(match))"
    case .updated, .noMatch: return nil
    }
  }

  private func name(_ match: LiveMatch) -> String {
    let title = titles.title(of: match.track)
    return (title.artist.map { $0 + ", " } ?? "") + title.title
  }

  /// Shows level, song and position below what was printed; on a terminal only.
  mutating func status(_ time: Seconds, level: Double, matches: [LiveMatch]) {
    guard !isJSON, Terminal.showsProgress, time.value - drawn >= 0.2 || time.value < drawn else {
      return
    }
    drawn = time.value
    hasStatus = true
    let decibels = level > 0 ? 20 * log10(level) : -.infinity
    let cells = max(0, min(12, Int(saturating: ((decibels + 60) / 5).rounded())))
    let meter = String(repeating: "▮", count: cells) + String(repeating: "▯", count: 12 - cells)
    var line = "\(clock(time.value))  \(meter)  "
    if let match = matches.last {
      let position = clock(max(0, match.line.reference(at: time).value))
      line += "\(name(match).prefix(48))  \(position)"
    } else {
      line += "listening"
    }
    StandardStream.errors.write("\r\u{1b}[K" + line)
  }

  /// Shows a remark.
  mutating func remark(_ words: String) {
    clear()
    Terminal.remark(words)
  }

  /// Takes the status line away.
  mutating func clear() {
    guard hasStatus else { return }
    hasStatus = false
    StandardStream.errors.write("\r\u{1b}[K")
  }
}
