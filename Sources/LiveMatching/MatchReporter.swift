internal import Catalogs
internal import Fingerprinting

/// Says when a stream's listeners are to be told something: a pure value.
///
/// They are told of a match when it starts, when another reference joins or leaves it, when its
/// position jumps, and when other media items hold; and again each `repeatInterval`, where there is
/// one. They are told of every attempt that failed, and of every match that they were told of when
/// it ends.
///
/// What is heard and has no item that holds is as if it were not heard: an attempt that finds
/// nothing else has failed when it has lasted as long as any.
struct MatchReporter {
  /// A match with the items that hold.
  typealias Found = (match: LiveMatch, items: [MediaItem])

  /// What is to be told.
  enum Report {
    /// References, the best first, with the items that hold.
    case match([Found])
    /// A reference that was told of is no longer heard; the items that held last.
    case ended(Found)
    case noMatch(FailedAttempt)
  }

  private let mediaItems: [TrackID: [MediaItem]]
  private let repeatInterval: Seconds?
  private let longestAttempt: Double
  /// The matches that go on, in the order of their start.
  private var active: [LiveMatch] = []
  /// What was told last: items by the match's number.
  private var told: [Int: [MediaItem]] = [:]
  /// The items that each match that goes on was told with last.
  private var lastItems: [Int: [MediaItem]] = [:]
  private var toldAt = -Double.infinity
  /// The latest stream time with an outcome.
  private var outcomeAt = -Double.infinity
  /// Since when only matches without items have been heard, and whether an outcome was told since.
  private var hidden: (since: Double, isTold: Bool)?

  /// - Parameters:
  ///   - mediaItems: what listeners are told of each reference.
  ///   - longestAttempt: seconds after which an attempt without a match has failed.
  ///   - repeatInterval: seconds after which a match is told again.
  init(
    mediaItems: [TrackID: [MediaItem]], longestAttempt: Double, repeatInterval: Seconds? = nil
  ) {
    self.mediaItems = mediaItems
    self.longestAttempt = longestAttempt
    self.repeatInterval = repeatInterval
  }

  /// Takes what has happened up to a stream time.
  mutating func take(_ events: [MatchEvent], at time: Seconds) -> [Report] {
    var reports: [Report] = []
    var mustTell = false
    for event in events {
      switch event {
      case .noMatch(let attempt):
        reports.append(.noMatch(attempt))
        outcomeAt = attempt.end.value
      case .started(let match):
        active.append(match)
        mustTell = true
      case .updated(let match):
        guard let place = active.firstIndex(where: { $0.number == match.number }) else { continue }
        active[place] = match
        mustTell = mustTell || match.hasJumped
      case .ended(let match):
        // What began and ends in one step is told first.
        if mustTell {
          reports += look(at: time, mustTell: true)
          mustTell = false
        }
        active.removeAll { $0.number == match.number }
        if let items = lastItems.removeValue(forKey: match.number) {
          reports.append(.ended((match, items)))
        }
        reports += failIfHidden(at: match.decidedAt)
      }
    }
    return reports + look(at: time, mustTell: mustTell)
  }

  private mutating func look(at time: Seconds, mustTell: Bool) -> [Report] {
    var holding: [Found] = []
    for match in active.sorted(by: { ($1.score, $0.number) < ($0.score, $1.number) }) {
      let items = MediaItemSelection.items(
        of: mediaItems[match.track] ?? [], at: match.line.reference(at: time),
        skew: match.frequencySkew)
      if !items.isEmpty { holding.append((match, items)) }
    }
    let now = Dictionary(
      holding.map { ($0.match.number, $0.items) }, uniquingKeysWith: { first, _ in first })
    defer { told = now }
    guard !holding.isEmpty else { return attemptHidden(at: time) }
    hidden = nil
    outcomeAt = time.value
    let isTime = repeatInterval.map { time.value - toldAt >= $0.value } ?? false
    guard mustTell || isTime || now != told else { return [] }
    toldAt = time.value
    lastItems.merge(now) { _, new in new }
    return [.match(holding)]
  }

  /// Something is heard, and nothing of it may be told.
  private mutating func attemptHidden(at time: Seconds) -> [Report] {
    guard let first = active.map(\.queryStart.value).min() else { return [] }
    let (since, _) = hidden ?? (max(first, outcomeAt), false)
    hidden = (since, hidden?.isTold ?? false)
    // Steps are whole samples, and may fall short of a time by a little.
    guard time.value - since >= longestAttempt - 0.01 else { return [] }
    hidden = (time.value - longestAttempt / 2, true)
    outcomeAt = time.value
    return [
      .noMatch(FailedAttempt(start: Seconds(since), end: time, hadUsableAudio: true))
    ]
  }

  /// What could not be told has ended, and with it the attempt.
  private mutating func failIfHidden(at time: Seconds) -> [Report] {
    guard active.isEmpty, let (since, isTold) = hidden else { return [] }
    hidden = nil
    guard !isTold else { return [] }
    outcomeAt = time.value
    return [
      .noMatch(FailedAttempt(start: Seconds(since), end: time, hadUsableAudio: true))
    ]
  }
}
