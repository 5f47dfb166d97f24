import Fingerprinting

/// Turns answers to queries into matches that start, go on and end.
///
/// - A reference *starts* when an answer reaches the score that its query's length asks for.
/// - It *goes on* while answers name it at the position where it would be by now, at `keepScore`
///   or more.
/// - It *jumps* when two answers in a row, each good enough for a start, name it at another
///   position, the same both times. One such answer alone keeps it alive and moves nothing: music
///   repeats itself.
/// - It *ends* when nothing has supported it for `endAfter`. Whatever is found of it later is a
///   new match; one that lies on the old line, within `resumeWithin`, says which it continues.
struct MatchTracker {
  /// What was asked: a stretch of the stream.
  struct Query {
    /// Stream time of the query signature's first sample.
    var start: Double
    /// Stream time up to which there was sound to ask about.
    var end: Double
  }

  /// A position of a reference that was observed.
  private struct Point {
    var stream: Double
    var reference: Double
    var weight: Double
  }

  private struct Tracked {
    var match: LiveMatch
    var lastSupport: Double
    var points: [Point]
    /// Where the last answer saw it, if that was elsewhere.
    var elsewhere: ReferenceLine?
  }

  private let settings: StreamMatcherConfiguration
  private var active: [Tracked] = []
  private var ended: [LiveMatch] = []
  private var nextNumber = 0

  init(_ settings: StreamMatcherConfiguration) { self.settings = settings }

  /// The matches that go on, in the order of their start.
  var matches: [LiveMatch] { active.map(\.match) }
  /// Whether anything goes on.
  var isFollowing: Bool { !active.isEmpty }

  /// Takes the answer to a query, decided at stream time `now`.
  ///
  /// - Returns: what it changes; whether it supports any match, new ones included.
  mutating func observe(
    _ candidates: [Candidate], to query: Query, at now: Double
  ) -> (events: [MatchEvent], isSupported: Bool) {
    var events: [MatchEvent] = []
    var isSupported = false
    let length = query.end - query.start
    let least = settings.leastScore(forQueryOf: length)
    for candidate in candidates.prefix(settings.limit) {
      let other = candidates.first { $0.track != candidate.track }?.score ?? 0
      let facts = Facts(
        candidate, runnerUp: other, query: query, now: now, isAccepted: candidate.score >= least)
      if let place = active.firstIndex(where: { $0.match.track == candidate.track }) {
        guard let event = goOn(place, facts) else { continue }
        events += event
        isSupported = true
      } else if facts.isAccepted {
        events.append(.started(start(facts)))
        isSupported = true
      }
    }
    return (events, isSupported)
  }

  /// Ends what has not been supported for too long.
  mutating func expire(at now: Double) -> [LiveMatch] {
    let gone = active.filter { now - $0.lastSupport > settings.endAfter }.map(\.match)
    active.removeAll { now - $0.lastSupport > settings.endAfter }
    return gone
  }

  /// Ends everything.
  mutating func endAll() -> [LiveMatch] {
    defer { active = [] }
    return active.map(\.match)
  }

  /// Remembers a match that has ended, its end made exact, so that it can be continued.
  mutating func remember(_ match: LiveMatch) {
    ended.removeAll {
      $0.track == match.track
        || match.decidedAt.value - $0.end.value > settings.resumeWithin
    }
    ended.append(match)
  }

  /// Puts the exact start into a match that has just started.
  mutating func setStart(_ start: Seconds, of number: Int) {
    guard let place = active.firstIndex(where: { $0.match.number == number }) else { return }
    active[place].match.start = start
  }

  // MARK: One answer

  private struct Facts {
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

  private mutating func start(_ facts: Facts) -> LiveMatch {
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
      Tracked(match: match, lastSupport: facts.now, points: [facts.point], elsewhere: nil))
    return match
  }

  /// What an answer says of a match that goes on; nil where it says nothing.
  private mutating func goOn(_ place: Int, _ facts: Facts) -> [MatchEvent]? {
    var tracked = active[place]
    let isWhereExpected = abs(facts.distance(to: tracked.match.line)) <= settings.tolerance
    guard facts.candidate.score >= settings.keepScore, isWhereExpected || facts.isAccepted
    else { return nil }
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
    return [.updated(tracked.match)]
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
