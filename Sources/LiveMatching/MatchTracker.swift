import Fingerprinting

/// Turns answers to queries into matches that start, go on and end.
///
/// - A reference *starts* when an answer reaches the score that its query's length asks for.
/// - It *goes on* while answers name it at the position where it would be by now, at `keepScore`
///   or more.
/// - It *jumps* when two answers in a row, each good enough for a start, name it at another
///   position, the same both times. One such answer alone keeps it alive and moves nothing: music
///   repeats itself.
/// - It *ends* when nothing has supported it for `endAfter`, or when the reference is over. Whatever
///   is found of it later is a new match; one that lies on the old line, within `resumeWithin`, says
///   which it continues.
/// - It is *played again* where it jumps from its second half to its very beginning: that ends one
///   match and starts another. All other jumps are winding.
/// - With `groupsVersions`, what a reference shares with one that goes on (a version, a remix, a loop)
///   makes it an *alternative* of that one, and no match of its own. The better supported of the two, over all
///   answers, is the match; where the other takes its place, it says which it supersedes.
struct MatchTracker {
  /// What was asked: a stretch of the stream.
  struct Query {
    /// Stream time of the query signature's first sample.
    var start: Double
    /// Stream time up to which there was sound to ask about.
    var end: Double
  }

  /// A position of a reference that was observed.
  struct Point {
    var stream: Double
    var reference: Double
    var weight: Double
  }

  /// Another reference with the same sound as one that goes on.
  struct Rival {
    var track: TrackID
    var line: ReferenceLine
    var score: Double
    /// When it was seen first.
    var since: Double
    /// By how much its scores are above those of the match, over all answers since.
    var lead = 0.0
  }

  struct Tracked {
    var match: LiveMatch
    var lastSupport: Double
    var points: [Point]
    /// Where the last answer saw it, if that was elsewhere.
    var elsewhere: ReferenceLine?
    /// When the match was decided first.
    var since: Double
    /// How long the reference is, where that is known.
    var duration: Double?
    var rivals: [Rival] = []

    /// The stream time at which the reference is over.
    var over: Double? {
      duration.map { match.line.stream(at: Seconds($0)).value }
    }
  }

  /// What an answer has changed.
  struct Outcome {
    /// What goes on, and what has started.
    var events: [MatchEvent] = []
    /// What has ended, before those events.
    var gone: [LiveMatch] = []
    /// Whether the answer supports any match, new ones included.
    var isSupported = false
  }

  let settings: StreamMatcherConfiguration
  let index: any SignatureIndex
  var active: [Tracked] = []
  var ended: [LiveMatch] = []
  private var nextNumber = 0

  init(_ settings: StreamMatcherConfiguration, _ index: any SignatureIndex) {
    self.settings = settings
    self.index = index
  }

  /// The matches that go on, in the order of their start.
  var matches: [LiveMatch] { active.map(\.match) }
  /// Whether there ever was a match.
  var hasMatched: Bool { nextNumber > 0 }
  /// Whether anything goes on.
  var isFollowing: Bool { !active.isEmpty }

  /// Takes the answer to a query, decided at stream time `now`.
  mutating func observe(
    _ candidates: [Candidate], to query: Query, of signature: Signature, at now: Double
  ) -> Outcome {
    var outcome = Outcome()
    let least = settings.leastScore(forQueryOf: query.end - query.start)
    var others: [Facts] = []
    var heard: [TrackID: Double] = [:]
    for candidate in candidates.prefix(settings.limit) {
      let other = candidates.first { $0.track != candidate.track }?.score ?? 0
      let facts = Facts(
        candidate, runnerUp: other, query: query, now: now,
        isAccepted: candidate.score >= least && Self.isSpread(candidate))
      guard let place = active.firstIndex(where: { $0.match.track == candidate.track }) else {
        others.append(facts)
        continue
      }
      guard goOn(place, facts, &outcome) else { continue }
      heard[candidate.track] = candidate.score
      outcome.isSupported = true
    }
    for facts in others {
      if let place = place(ofRival: facts) {
        heard[facts.candidate.track] = facts.candidate.score
        outcome.isSupported = true
        update(place, facts)
      } else if facts.isAccepted, !isOver(facts) {
        heard[facts.candidate.track] = facts.candidate.score
        outcome.isSupported = true
        if let place = place(sounding: facts, signature) {
          join(place, facts)
        } else {
          outcome.events.append(.started(start(facts)))
        }
      }
    }
    compare(others, heard, &outcome)
    outcome.events = outcome.events.map(withAlternatives)
    return outcome
  }

  /// Whether the evidence is more than a moment's: the last sound before a silence is soon taken for
  /// the last of something else.
  private static func isSpread(_ candidate: Candidate) -> Bool {
    candidate.support.last.value - candidate.support.first.value >= 0.5
  }

  /// Ends what has not been supported for too long.
  mutating func expire(at now: Double) -> [LiveMatch] {
    take(active.filter { now - $0.lastSupport > settings.endAfter })
  }

  /// Ends what is over: the reference has no more sound.
  ///
  /// How much of the last seconds was heard, the sound will tell.
  mutating func takeOver(at now: Double) -> [LiveMatch] {
    let gone = active.filter { tracked in
      tracked.over.map { now >= $0 + settings.tolerance / 2 } ?? false
    }
    return zip(take(gone), gone).map { match, tracked in
      var match = match
      if let over = tracked.over, over - tracked.lastSupport <= settings.followingInterval + 1 {
        match.end = Seconds(over)
      }
      return match
    }
  }

  /// Ends everything.
  mutating func endAll() -> [LiveMatch] { take(active) }

  private mutating func take(_ gone: [Tracked]) -> [LiveMatch] {
    guard !gone.isEmpty else { return [] }
    active.removeAll { tracked in gone.contains { $0.match.number == tracked.match.number } }
    return gone.map { tracked in
      var match = tracked.match
      match.alternatives = alternatives(of: tracked)
      if let over = tracked.over { match.end = min(match.end, Seconds(over)) }
      return match
    }
  }

  /// Remembers a match that has ended, its end made exact, so that it can be continued.
  mutating func remember(_ match: LiveMatch) {
    let oldest = match.decidedAt.value - settings.resumeWithin
    ended.removeAll { $0.track == match.track || $0.end.value < oldest }
    ended.append(match)
  }

  /// The skews at which what goes on is heard.
  var skews: [Double] {
    var skews: [Double] = []
    for match in matches {
      let skew = match.line.searchedSkew
      if !skews.contains(where: { abs($0 - skew) < 0.01 }) { skews.append(skew) }
    }
    return skews
  }

  /// Puts the exact start into a match that has just started.
  mutating func setStart(_ start: Seconds, of number: Int) {
    guard let place = active.firstIndex(where: { $0.match.number == number }) else { return }
    active[place].match.start = start
  }

  // MARK: One answer

  struct Facts {
    var candidate: Candidate
    var runnerUp: Double
    var query: Query
    var now: Double
    var isAccepted: Bool
    var line: ReferenceLine

    init(
      _ candidate: Candidate, runnerUp: Double, query: Query, now: Double, isAccepted: Bool
    ) {
      self.candidate = candidate
      self.runnerUp = runnerUp
      self.query = query
      self.now = now
      self.isAccepted = isAccepted
      line = ReferenceLine(
        reference: candidate.alignment.referenceStart, stream: Seconds(query.start),
        timeScale: candidate.alignment.timeScale)
    }

    var middle: Double { (query.start + query.end) / 2 }
    var end: Double { min(query.end, query.start + candidate.support.last.value) }
    /// The middle of the query is where its position is known best.
    var point: Point {
      Point(
        stream: middle, reference: line.reference(at: Seconds(middle)).value,
        weight: max(1, candidate.score))
    }

    func distance(to other: ReferenceLine) -> Double {
      line.reference(at: Seconds(middle)).value - other.reference(at: Seconds(middle)).value
    }
  }

  mutating func start(_ facts: Facts) -> LiveMatch {
    let candidate = facts.candidate
    let begin = facts.query.start + candidate.support.first.value
    var match = LiveMatch(
      number: nextNumber, track: candidate.track, score: candidate.score,
      runnerUpScore: facts.runnerUp,
      queryLength: Seconds(facts.query.end - facts.query.start), confidence: candidate.confidence,
      line: facts.line, queryStart: Seconds(facts.query.start), start: Seconds(begin),
      end: Seconds(facts.end), decidedAt: Seconds(facts.now), hasJumped: false)
    let earlier = ended.last { $0.track == candidate.track }
    if let earlier, facts.now - earlier.end.value <= settings.resumeWithin {
      let gap = facts.middle - earlier.end.value
      // What was heard of its speed is exact to a few parts in a thousand.
      if abs(facts.distance(to: earlier.line)) <= settings.tolerance + 0.005 * max(0, gap) {
        match.continues = earlier.number
      }
    }
    nextNumber += 1
    active.append(
      Tracked(
        match: match, lastSupport: facts.now, points: [facts.point], since: facts.now,
        duration: index.duration(of: candidate.track)?.value))
    return match
  }

  /// Takes what an answer says of a match that goes on; whether it says anything.
  private mutating func goOn(_ place: Int, _ facts: Facts, _ outcome: inout Outcome) -> Bool {
    var tracked = active[place]
    let isWhereExpected = abs(facts.distance(to: tracked.match.line)) <= settings.tolerance
    guard facts.candidate.score >= settings.keepScore, isWhereExpected || facts.isAccepted
    else { return false }
    if !isWhereExpected, let elsewhere = tracked.elsewhere,
      abs(facts.distance(to: elsewhere)) <= settings.tolerance, isPlayedAgain(tracked, facts)
    {
      active.remove(at: place)
      tracked.match.end = min(tracked.match.end, facts.line.stream(at: .zero))
      outcome.gone.append(tracked.match)
      outcome.events.append(.started(start(facts)))
      return true
    }
    defer { active[place] = tracked }
    tracked.lastSupport = facts.now
    tracked.match.score = facts.candidate.score
    tracked.match.confidence = facts.candidate.confidence
    tracked.match.runnerUpScore = facts.runnerUp
    tracked.match.queryLength = Seconds(facts.query.end - facts.query.start)
    tracked.match.end = Seconds(max(tracked.match.end.value, facts.end))
    tracked.match.decidedAt = Seconds(facts.now)
    tracked.match.hasJumped = false
    if isWhereExpected {
      tracked.elsewhere = nil
      tracked.points.append(facts.point)
      follow(&tracked, facts)
    } else if let elsewhere = tracked.elsewhere,
      abs(facts.distance(to: elsewhere)) <= settings.tolerance
    {
      tracked.elsewhere = nil
      tracked.points = [facts.point]
      tracked.match.line = facts.line
      tracked.match.hasJumped = true
    } else {
      tracked.elsewhere = facts.line
    }
    outcome.events.append(.updated(tracked.match))
    return true
  }

  /// Whether a jump leads from the second half of a reference to its beginning.
  private func isPlayedAgain(_ tracked: Tracked, _ facts: Facts) -> Bool {
    guard let duration = tracked.duration else { return false }
    let beginning = facts.line.stream(at: .zero)
    return tracked.match.line.reference(at: beginning).value > duration / 2
      && beginning.value > tracked.match.start.value + duration / 4
  }

  /// Whether a candidate is the end of a play that was noted already.
  private func isOver(_ facts: Facts) -> Bool {
    ended.contains { match in
      match.track == facts.candidate.track
        && abs(facts.distance(to: match.line)) <= settings.tolerance
        && facts.end <= match.end.value + settings.tolerance
    }
  }

  /// Moves the line to where the reference was just heard, at the speed that fits its recent
  /// positions.
  private func follow(_ tracked: inout Tracked, _ facts: Facts) {
    let latest = facts.middle
    tracked.points.removeAll { latest - $0.stream > 30 }
    let points = tracked.points
    var line = facts.line
    let weight = points.reduce(0) { $0 + $1.weight }
    let stream = points.reduce(0) { $0 + $1.stream * $1.weight } / weight
    let reference = points.reduce(0) { $0 + $1.reference * $1.weight } / weight
    var square = 0.0
    var product = 0.0
    for point in points {
      square += point.weight * (point.stream - stream) * (point.stream - stream)
      product += point.weight * (point.stream - stream) * (point.reference - reference)
    }
    if let first = points.first, latest - first.stream >= 2, square > 0 {
      let scale = product / square
      let fitted = ReferenceLine(
        reference: Seconds(reference), stream: Seconds(stream), timeScale: scale)
      // Sound that was lost on the way moves the position: then the fit misses the newest point.
      if abs(facts.distance(to: fitted)) < 0.04, abs(scale - facts.line.timeScale) < 0.02 {
        line = fitted
      } else {
        line.timeScale = tracked.match.line.timeScale
        line.reference = facts.line.reference(at: Seconds(latest))
        line.stream = Seconds(latest)
        tracked.points = [facts.point]
      }
    }
    tracked.match.line = line
  }
}
