internal import Catalogs
internal import Fingerprinting
internal import Foundation
internal import LiveMatching
internal import Tabular

/// What `soundmark listen` shows of a source: JSON lines, or words.
struct ListenOutput {
  let titles: MediaTitles
  /// The media items whose time is waited for.
  let items: [TrackID: [MediaItem]]
  let isJSON: Bool
  /// The source's name, where it is to be told.
  let source: String?
  /// The timed items that held last, by match.
  private var shown: [Int: (match: LiveMatch, items: [MediaItem])] = [:]

  init(
    titles: MediaTitles, items: [TrackID: [MediaItem]], isJSON: Bool, source: String? = nil
  ) {
    self.titles = titles
    self.items = items
    self.isJSON = isJSON
    self.source = source
  }

  /// An event as it is shown: as the JSON that was made of it, or as words where it has any.
  func text(of event: ListeningEvent, json: String) -> String? {
    if isJSON { return json }
    guard case .match(let event) = event else { return nil }
    return words(event).map { named(ScreenText.oneLine($0)) }
  }

  private func named(_ words: String) -> String { source.map { "\($0)  \(words)" } ?? words }

  /// A media item whose time has come.
  private struct Cue: Encodable {
    var event: String
    var source: String?
    var time: Double
    var reference: String
    var position: Double
    var item: MediaItem
  }

  /// The timed media items that have begun to hold, and those that hold no longer, as they are shown.
  mutating func cues(of matches: [LiveMatch], at time: Seconds) throws -> [String] {
    var lines: [String] = []
    for match in matches {
      let position = match.line.reference(at: time)
      let holding = MediaItemSelection.items(
        of: items[match.track] ?? [], at: position, skew: match.frequencySkew
      ).filter { !$0.timeRanges.isEmpty }
      let known = shown[match.number]?.items ?? []
      shown[match.number] = (match, holding)
      for item in known where !holding.contains(item) {
        lines.append(try text(of: cue("cue_ended", item, of: match, at: time)))
      }
      for item in holding where !known.contains(item) {
        lines.append(try text(of: cue("cue", item, of: match, at: time)))
      }
    }
    for number in shown.keys.sorted() where !matches.contains(where: { $0.number == number }) {
      guard let gone = shown.removeValue(forKey: number) else { continue }
      for item in gone.items {
        lines.append(try text(of: cue("cue_ended", item, of: gone.match, at: time)))
      }
    }
    return lines
  }

  private func cue(_ event: String, _ item: MediaItem, of match: LiveMatch, at time: Seconds) -> Cue
  {
    let position = match.line.reference(at: time)
    return Cue(
      event: event, source: source, time: (time.value * 1_000).rounded() / 1_000,
      reference: match.track.rawValue, position: (position.value * 1_000).rounded() / 1_000,
      item: item)
  }

  private func text(of cue: Cue) throws -> String {
    guard isJSON else {
      let end = cue.event == "cue_ended" ? "end of " : ""
      let name = cue.item.title ?? cue.item.subtitle ?? "cue"
      return named("  \(clock(max(0, cue.position)))  \(end)\(name)")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(cue), as: UTF8.self)
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

  private func name(_ match: LiveMatch) -> String { titles.title(of: match.track).words }
}
