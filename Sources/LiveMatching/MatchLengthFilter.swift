public import Fingerprinting

/// Holds matches back until they have lasted long enough; those that never do are not told.
public struct MatchLengthFilter: Sendable {
  private let least: Double
  /// Matches that were told and go on.
  private var told: Set<Int> = []
  /// Matches that were told and have ended lately.
  private var ended: [Int] = []

  /// A filter for matches of a length.
  public init(_ least: Seconds) { self.least = least.value }

  /// What is to be told of an event.
  ///
  /// A match starts when it is long enough, or continues one that was told; where it ends together
  /// with that, both are told.
  public mutating func pass(_ event: MatchEvent) -> [MatchEvent] {
    switch event {
    case .noMatch: return [event]
    case .started(let match):
      return admit(match) ? [event] : []
    case .updated(let match):
      if told.contains(match.number) { return [event] }
      return admit(match) ? [.started(match)] : []
    case .ended(let match):
      var events = [event]
      if !told.contains(match.number) {
        guard admit(match) else { return [] }
        events.insert(.started(match), at: 0)
      }
      told.remove(match.number)
      ended.append(match.number)
      if ended.count > 64 { ended.removeFirst() }
      return events
    }
  }

  private mutating func admit(_ match: LiveMatch) -> Bool {
    let isLong = match.end.value - match.start.value >= least
    guard isLong || match.continues.map(ended.contains) ?? false else { return false }
    told.insert(match.number)
    return true
  }
}
