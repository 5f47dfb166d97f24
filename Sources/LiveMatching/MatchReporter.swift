internal import Catalogs
internal import Fingerprinting

/// Says when a stream's listeners are to be told something: a pure value.
///
/// They are told of a match when it starts, when another reference joins or leaves it, when its
/// position jumps, and when other media items hold; and again each `repeatInterval`, where there is
/// one. They are told of every attempt that failed.
struct MatchReporter {
  /// What is to be told.
  enum Report {
    /// References, the best first, with the items that hold.
    case match([(match: LiveMatch, items: [MediaItem])])
    case noMatch(FailedAttempt)
  }

  private let mediaItems: [TrackID: [MediaItem]]
  private let repeatInterval: Seconds?
  /// What was told last: references and items.
  private var told: [TrackID: [MediaItem]] = [:]
  private var toldAt = -Double.infinity

  init(mediaItems: [TrackID: [MediaItem]], repeatInterval: Seconds? = nil) {
    self.mediaItems = mediaItems
    self.repeatInterval = repeatInterval
  }

  /// Takes what has happened up to a stream time.
  mutating func take(
    _ events: [MatchEvent], matches: [LiveMatch], at time: Seconds
  ) -> [Report] {
    var reports: [Report] = []
    var mustTell = false
    for event in events {
      switch event {
      case .noMatch(let attempt): reports.append(.noMatch(attempt))
      case .started: mustTell = true
      case .updated(let match): mustTell = mustTell || match.hasJumped
      case .ended: break
      }
    }
    var holding: [(match: LiveMatch, items: [MediaItem])] = []
    for match in matches.sorted(by: { ($1.score, $0.number) < ($0.score, $1.number) }) {
      let items = MediaItemSelection.items(
        of: mediaItems[match.track] ?? [], at: match.line.reference(at: time),
        skew: match.frequencySkew)
      if !items.isEmpty { holding.append((match, items)) }
    }
    let now = Dictionary(
      holding.map { ($0.match.track, $0.items) }, uniquingKeysWith: { first, _ in first })
    if let repeatInterval, time.value - toldAt >= repeatInterval.value { mustTell = true }
    if mustTell || now != told, !holding.isEmpty {
      reports.append(.match(holding))
      toldAt = time.value
    }
    told = now
    return reports
  }
}
