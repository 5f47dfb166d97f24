public import Fingerprinting

/// What was played in a stream, in the order in which it began.
///
/// A match that continues an earlier one makes that one's entry longer; every other match is an
/// entry of its own, the same reference played again included. What a match supersedes is no entry.
public struct Setlist: Hashable, Sendable {
  /// One thing that was played.
  public struct Entry: Hashable, Sendable {
    /// When it began to be heard, as stream time.
    public var start: Seconds
    /// Up to when it was heard, as stream time.
    public var end: Seconds
    /// The reference.
    public var track: TrackID
    /// The reference time at `start`.
    public var offset: Seconds
    /// Query frequency / reference frequency − 1.
    public var frequencySkew: Double
    /// The highest score that it had.
    public var score: Double
    /// The highest calibrated probability that it had; absent where nothing was calibrated.
    public var confidence: Double?
    /// Other references that sounded the same, the best first.
    public var alternatives: [TrackID]
    /// Reference seconds per stream second, 1 + `frequencySkew`.
    public var timeScale: Double { 1 + frequencySkew }

    /// Joins the parts.
    public init(
      start: Seconds, end: Seconds, track: TrackID, offset: Seconds = .zero,
      frequencySkew: Double = 0, score: Double = 0, confidence: Double? = nil,
      alternatives: [TrackID] = []
    ) {
      self.start = start
      self.end = end
      self.track = track
      self.offset = offset
      self.frequencySkew = frequencySkew
      self.score = score
      self.confidence = confidence
      self.alternatives = alternatives
    }
  }

  /// In the order of finding; nil for what was superseded.
  private var kept: [Entry?] = []
  /// The entry that each match belongs to, by the match's number.
  private var places: [Int] = []

  /// Nothing yet.
  public init() {}

  /// What was played, by the time of its beginning, then in the order in which it was found.
  public var entries: [Entry] {
    kept.compactMap(\.self).enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// Takes note of what has happened in the stream; events must come in order, none left out.
  public mutating func note(_ event: MatchEvent) {
    switch event {
    case .noMatch: return
    case .started(let match):
      for number in match.supersedes where number < places.count {
        kept[places[number]] = nil
      }
      if let earlier = match.continues, earlier < places.count, kept[places[earlier]] != nil {
        places.append(places[earlier])
      } else {
        places.append(kept.count)
        kept.append(
          Entry(
            start: match.start, end: match.end, track: match.track,
            offset: match.line.reference(at: match.start), frequencySkew: match.frequencySkew,
            score: match.score, confidence: match.confidence))
      }
      extend(match)
    case .updated(let match), .ended(let match): extend(match)
    }
  }

  private mutating func extend(_ match: LiveMatch) {
    guard match.number < places.count, var entry = kept[places[match.number]] else { return }
    // What its latest support suggested may have been too late: the end that it ended with counts.
    entry.end = match.continues == nil ? match.end : max(entry.end, match.end)
    entry.score = max(entry.score, match.score)
    if let confidence = match.confidence {
      entry.confidence = max(entry.confidence ?? 0, confidence)
    }
    if match.continues == nil { entry.frequencySkew = match.frequencySkew }
    for other in match.alternatives
    where other.track != entry.track && !entry.alternatives.contains(other.track) {
      entry.alternatives.append(other.track)
    }
    kept[places[match.number]] = entry
  }

  /// One list of what several listeners have heard of the same event.
  ///
  /// Entries of one reference that overlap, or lie less than `gap` apart, are one.
  ///
  /// - Parameters:
  ///   - lists: each with times on a common clock.
  ///   - gap: how far apart two entries may lie and still be one.
  /// - Returns: the entries by time, then by reference.
  public static func merged(_ lists: [[Entry]], gap: Seconds = Seconds(10)) -> [Entry] {
    let all = lists.flatMap { $0 }.sorted { ($0.track, $0.start) < ($1.track, $1.start) }
    var merged: [Entry] = []
    for entry in all {
      if var last = merged.last, last.track == entry.track,
        entry.start.value - last.end.value <= gap.value
      {
        last.end = max(last.end, entry.end)
        last.score = max(last.score, entry.score)
        if let confidence = entry.confidence {
          last.confidence = max(last.confidence ?? 0, confidence)
        }
        last.alternatives += entry.alternatives.filter { !last.alternatives.contains($0) }
        merged[merged.count - 1] = last
      } else {
        merged.append(entry)
      }
    }
    return merged.sorted { ($0.start, $0.track) < ($1.start, $1.track) }
  }
}
