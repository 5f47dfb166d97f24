import Fingerprinting

/// One sound, several names: versions, remixes, shared loops.
extension MatchTracker {
  /// The least share of a candidate's evidence that makes it the same sound.
  private static let sameSound = 0.3
  /// The lead, in units of the score, with which a rival takes the place of a match; and the
  /// arrears that are forgotten.
  private static let lead = 8.0

  /// The match that a known rival belongs to, where it is where it was expected.
  func place(ofRival facts: Facts) -> Int? {
    guard facts.candidate.score >= settings.keepScore else { return nil }
    return active.firstIndex {
      $0.rivals.contains {
        $0.track == facts.candidate.track
          && abs(facts.distance(to: $0.line)) <= settings.tolerance
      }
    }
  }

  /// Makes a candidate a rival, or moves one: music repeats itself.
  mutating func join(_ place: Int, _ facts: Facts) {
    let track = facts.candidate.track
    if active[place].rivals.contains(where: { $0.track == track }) {
      update(place, facts)
    } else {
      active[place].rivals.append(
        Rival(track: track, line: facts.line, score: facts.candidate.score, since: facts.now))
    }
  }

  mutating func update(_ place: Int, _ facts: Facts) {
    for rival in active[place].rivals.indices
    where active[place].rivals[rival].track == facts.candidate.track {
      active[place].rivals[rival].line = facts.line
      active[place].rivals[rival].score = max(
        active[place].rivals[rival].score, facts.candidate.score)
    }
  }

  /// The match whose sound a candidate is another name of.
  func place(sounding facts: Facts, _ signature: Signature) -> Int? {
    guard settings.groupsVersions else { return nil }
    return active.firstIndex { tracked in
      isSame(facts.candidate, as: tracked.match, in: signature, from: facts.query.start)
    }
  }

  /// Whether a candidate of a query is another name of what a match's reference sounds like there.
  func isSame(
    _ candidate: Candidate, as match: LiveMatch, in signature: Signature, from start: Double
  ) -> Bool {
    var other = candidate
    other.track = match.track
    other.alignment.referenceStart = match.line.reference(at: Seconds(start))
    other.alignment.timeScale = match.line.timeScale
    guard let share = index.sharedEvidence(of: candidate, with: other, in: signature) else {
      return false
    }
    return share >= Self.sameSound
  }

  /// Weighs rivals against their matches, and lets those take their places that are ahead.
  mutating func compare(
    _ others: [Facts], _ heard: [TrackID: Double], _ outcome: inout Outcome
  ) {
    for number in active.map(\.match.number) {
      guard let place = active.firstIndex(where: { $0.match.number == number }) else { continue }
      let own = heard[active[place].match.track] ?? 0
      for rival in active[place].rivals.indices {
        let score = heard[active[place].rivals[rival].track] ?? 0
        let lead = active[place].rivals[rival].lead + score - own
        active[place].rivals[rival].lead = min(2 * Self.lead, max(-2 * Self.lead, lead))
      }
      let ahead = active[place].rivals.filter { rival in
        rival.lead > Self.lead && others.contains { $0.candidate.track == rival.track }
      }
      guard let winner = ahead.max(by: { ($0.lead, $1.track) < ($1.lead, $0.track) }),
        let facts = others.first(where: { $0.candidate.track == winner.track }), facts.isAccepted
      else { continue }
      replace(place, by: winner, facts, &outcome)
    }
  }

  private mutating func replace(
    _ place: Int, by winner: Rival, _ facts: Facts, _ outcome: inout Outcome
  ) {
    let loser = active.remove(at: place)
    var match = start(facts)
    outcome.events.removeAll {
      if case .updated(let updated) = $0 { updated.number == loser.match.number } else { false }
    }
    var ended = loser.match
    ended.alternatives = alternatives(of: loser)
    outcome.gone.append(ended)
    let new = active.count - 1
    // A rival from the beginning on is the right name of all of it.
    if winner.since <= loser.since + 2 * settings.recentQuery {
      match.supersedes = loser.match.supersedes + [loser.match.number]
      match.start = max(loser.match.start, match.line.stream(at: .zero))
      active[new].since = loser.since
      active[new].rivals = loser.rivals.filter { $0.track != winner.track }
      for rival in active[new].rivals.indices { active[new].rivals[rival].lead = 0 }
      active[new].rivals.append(
        Rival(
          track: loser.match.track, line: loser.match.line, score: loser.match.score,
          since: loser.since))
    }
    active[new].match = match
    outcome.events.append(.started(match))
  }

  func alternatives(of tracked: Tracked) -> [LiveMatch.Alternative] {
    tracked.rivals.map {
      .init(track: $0.track, score: $0.score, line: $0.line, since: Seconds($0.since))
    }.sorted { $0.score != $1.score ? $0.score > $1.score : $0.track < $1.track }
  }

  func withAlternatives(_ event: MatchEvent) -> MatchEvent {
    func filled(_ match: LiveMatch) -> LiveMatch {
      var match = match
      if let tracked = active.first(where: { $0.match.number == match.number }) {
        match.alternatives = alternatives(of: tracked)
      }
      return match
    }
    return switch event {
    case .started(let match): .started(filled(match))
    case .updated(let match): .updated(filled(match))
    case .ended, .noMatch: event
    }
  }

  /// The matches that ended of late and whose stretch a match that has just started covers.
  func covered(by match: LiveMatch) -> [LiveMatch] {
    guard settings.groupsVersions else { return [] }
    return ended.filter { other in
      let covered = other.end.value - max(other.start.value, match.start.value)
      // What it was an alternative of from the beginning may have begun before all that is kept.
      let isOld = other.alternatives.contains {
        $0.track == match.track
          && $0.since.value <= other.start.value + 2 * settings.followingQuery
      }
      return other.track != match.track && other.number < match.number
        && covered > (isOld ? 0 : 0.7 * (other.end - other.start).value)
    }
  }

  /// Lets a match that has just started take the place of others with the same sound.
  mutating func supersede(_ others: [LiveMatch], by match: inout LiveMatch) {
    guard let place = active.firstIndex(where: { $0.match.number == match.number }) else { return }
    for other in others {
      match.supersedes += other.supersedes + [other.number]
      active[place].rivals.append(
        Rival(track: other.track, line: other.line, score: other.score, since: match.start.value))
      match.start = min(match.start, max(other.start, match.line.stream(at: .zero)))
    }
    active[place].match.supersedes = match.supersedes
    match.alternatives = alternatives(of: active[place])
  }
}
