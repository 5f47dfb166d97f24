internal import Fingerprinting
internal import Foundation
internal import LiveMatching
internal import Tabular

/// An event of `soundmark listen` as scripts, logs and programs get it: one JSON object, or a row.
struct ListenRecord: Encodable {
  var event: String
  var time: Double
  var source: String?
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
  var timeScale: Double?
  var score: Double?
  var confidence: Double?
  var jumped: Bool?
  var alternatives: [Other]?
  var supersedes: [Int]?
  var silent: Bool?
  var duration: Double?
  var reason: String?
  var utc: String?
  var local: String?
  var zone: String?
  var startUTC: String?
  var endUTC: String?

  /// Another reference with the same sound.
  struct Other: Encodable {
    var reference: String
    var title: String
    var artist: String?
    var score: Double
  }

  private init(_ event: String, _ time: Seconds) {
    self.event = event
    self.time = Self.rounded(time.value)
  }

  /// An event as a record.
  ///
  /// - Parameters:
  ///   - event: what has happened.
  ///   - source: the source's name, where it is to be told.
  ///   - titles: what references are called.
  ///   - wall: when a stream time was heard.
  init(
    _ event: ListeningEvent, source: String?, titles: MediaTitles,
    wall: (Seconds) -> WallTime?
  ) {
    switch event {
    case .match(.started(let match)): self.init("started", match, titles)
    case .match(.updated(let match)): self.init("updated", match, titles)
    case .match(.ended(let match)): self.init("ended", match, titles)
    case .match(.noMatch(let attempt)):
      self.init("no_match", attempt.end)
      start = Self.rounded(attempt.start.value)
      end = Self.rounded(attempt.end.value)
      silent = attempt.hadUsableAudio ? nil : true
    case .gap(let gap): self.init("gap", gap)
    case .resumed(let gap): self.init("resumed", gap)
    }
    self.source = source
    var cameBack: WallTime?
    if case .resumed(let gap) = event { cameBack = gap.cameBack }
    if let moment = cameBack ?? wall(event.time) {
      utc = moment.utc
      local = moment.local
      zone = moment.zone
      startUTC = start.flatMap { wall(Seconds($0)) }?.utc
      endUTC = (cameBack ?? end.flatMap { wall(Seconds($0)) })?.utc
    }
  }

  private init(_ name: String, _ match: LiveMatch, _ titles: MediaTitles) {
    self.init(name, match.decidedAt)
    let title = titles.title(of: match.track)
    reference = match.track.rawValue
    self.title = title.title
    artist = title.artist
    self.match = match.number
    continues = match.continues
    start = Self.rounded(match.start.value)
    end = Self.rounded(match.end.value)
    offset = Self.rounded(match.line.reference(at: match.start).value)
    // No reference goes on beyond its end.
    let latest = name == "ended" ? match.end : match.decidedAt
    position = Self.rounded(match.line.reference(at: latest).value)
    frequencySkew = Self.rounded(match.frequencySkew, 100_000)
    timeScale = Self.rounded(match.line.timeScale, 100_000)
    score = Self.rounded(match.score, 100)
    confidence = match.confidence
    jumped = match.hasJumped ? true : nil
    supersedes = match.supersedes.isEmpty ? nil : match.supersedes
    let others = match.alternatives.map { other in
      let title = titles.title(of: other.track)
      return Other(
        reference: other.track.rawValue, title: title.title, artist: title.artist,
        score: Self.rounded(other.score, 100))
    }
    alternatives = others.isEmpty ? nil : others
  }

  private init(_ name: String, _ gap: SourceGap) {
    self.init(name, gap.end ?? gap.start)
    start = Self.rounded(gap.start.value)
    end = gap.end.map { Self.rounded($0.value) }
    duration = gap.duration.map { Self.rounded($0.value) }
    reason = gap.reason
  }

  private static func rounded(_ value: Double, _ parts: Double = 1_000) -> Double {
    // Adding 0 takes the sign from −0.
    (value * parts).rounded() / parts + 0
  }

  /// One JSON object on a line of its own, keys sorted.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The names of a row's cells.
  static let header = [
    "utc", "local", "zone", "source", "event", "time_s", "reference", "title", "artist", "match",
    "start_s", "end_s", "start_utc", "end_utc", "offset_s", "frequency_skew", "score", "confidence",
    "duration_s", "reason", "time_scale", "alternatives",
  ]

  /// The record as a row; what is absent is empty.
  var cells: [String] {
    func text(_ number: Double?, _ digits: Int = 3) -> String {
      number.map { Digits.fixed($0, digits) } ?? ""
    }
    return [
      utc ?? "", local ?? "", zone ?? "", source ?? "", event, text(time), reference ?? "",
      title ?? "", artist ?? "", match.map(String.init) ?? "", text(start), text(end),
      startUTC ?? "", endUTC ?? "", text(offset), text(frequencySkew, 5), text(score, 2),
      text(confidence, 4), text(duration), reason ?? "", text(timeScale, 5),
      (alternatives ?? []).map(\.reference).joined(separator: ";"),
    ]
  }
}
