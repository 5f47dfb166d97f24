internal import Catalogs
public import Fingerprinting
public import Scoring

/// Recognises what a stream of sound plays: a pure value without clock, task or lock.
///
/// Laws: the same samples give the same events at the same stream times however they are divided
/// into blocks; work a second of sound and memory do not grow with the stream; the signature of the
/// stream is what the strategy makes of the same samples at once.
///
/// Sound is taken step by step (`StreamMatcherConfiguration.step`); whatever is decided is decided
/// at the end of a step, or at the end of the stream.
///
/// - While nothing is known, a query grows from the first sound on. It is searched at every step
///   until it is `recentQuery` long; then in whole once in four steps, and its last `recentQuery`
///   seconds once in two. When it is `longestQuery` long without a match, that is reported, and the
///   next query begins half of it earlier than there.
/// - While something is heard, the last `followingQuery` seconds are searched once in
///   `followingInterval`. When they no longer support it, a new query begins two seconds back; when
///   the reference is over, a new one begins there.
/// - Whatever is searched while nothing is known is searched again with a skew of `skewSearch` taken
///   back, one after the other in turn; what is known is searched for at the skew that it has.
///
/// What starts, goes on, jumps and ends is `MatchTracker`'s to say.
public struct StreamMatcher: ~Copyable {
  /// Turns sound into signatures.
  public let strategy: any FingerprintStrategy
  /// Holds the references.
  public let index: any SignatureIndex
  /// When the stream is searched and what counts.
  public let configuration: StreamMatcherConfiguration
  /// What scores are worth; matches have no confidence without it.
  public let calibration: Calibration?

  /// Searches made so far.
  public private(set) var searches = 0
  /// Their work.
  public private(set) var work = WorkCounters()

  private let rate: Double
  private let block: Int
  private let shortest: Double
  /// The skews that are tried while nothing is known.
  private let bank: [Double]
  private var extractor: any SignatureExtractor
  private var history: QueryHistory
  private var pending: [Float] = []
  /// Stream time of the extractor's first sample.
  private var origin: Double
  /// Samples that the extractor has been given.
  private var consumed = 0
  private var steps = 0
  private var tracker: MatchTracker
  /// Where the query begins that grows at present.
  private var queryStart: Double
  /// Where the attempt began: before the query, where only silence came first.
  private var attemptStart: Double
  private var lastFollowed = -Double.infinity
  /// Whether the latest search supported what is followed.
  private var isSupported = false
  private var isFinished = false
  /// Steps are whole samples: a sum of them may fall short of a time by this much.
  private var slack: Double { configuration.step / 10 }

  /// Starts a stream.
  ///
  /// - Parameters:
  ///   - strategy: turns sound into signatures.
  ///   - index: built from signatures of the same strategy.
  ///   - configuration: when the stream is searched and what counts.
  ///   - calibration: what the strategy's scores are worth, where that is known.
  ///   - start: the stream time of the first sample.
  /// - Throws: `IndexError.identityMismatch`, `ConfigurationError`, or what the strategy throws.
  public init(
    strategy: any FingerprintStrategy, index: any SignatureIndex,
    configuration: StreamMatcherConfiguration = .standard, calibration: Calibration? = nil,
    startingAt start: Seconds = .zero
  ) throws {
    guard index.builtWith == strategy.identity else {
      throw IndexError.identityMismatch(index: index.builtWith, strategy: strategy.identity)
    }
    try configuration.validate()
    var extractor = try strategy.makeExtractor()
    let nothing = try extractor.consume([Float]().span)
    self.strategy = strategy
    self.index = index
    self.configuration = configuration
    self.calibration = calibration
    rate = strategy.requirements.sampleRate.hertz
    block = max(1, Int((configuration.step * rate).rounded()))
    shortest = max(configuration.shortestQuery, strategy.requirements.shortestQuery.value)
    history = QueryHistory(nothing)
    self.extractor = extractor
    tracker = MatchTracker(configuration, index)
    bank =
      strategy.family == .peaks ? configuration.skewSearch?.bank.filter { $0 != 0 } ?? [] : []
    origin = start.value
    queryStart = start.value
    attemptStart = start.value
    pending.reserveCapacity(block)
  }

  /// The stream time of the sample that comes next.
  public var time: Seconds { Seconds(origin + Double(consumed + pending.count) / rate) }

  /// The matches that go on, in the order of their start.
  public var matches: [LiveMatch] { tracker.matches }

  /// The signature of the stream from a stream time on, as far as it has become certain and is
  /// still kept: about twice the longest query.
  public func signature(from start: Seconds) -> Signature {
    history.query(frame(at: start.value)..<Int.max)
  }

  /// Takes the next samples.
  ///
  /// - Parameter samples: mono, at the strategy's rate; any number.
  /// - Returns: what has happened, in order of stream time.
  /// - Throws: what strategy and index throw.
  public mutating func consume(_ samples: Span<Float>) throws -> [MatchEvent] {
    var events: [MatchEvent] = []
    try consume(samples) { events += $0.events }
    return events
  }

  /// Takes the next samples, and says after every step how things are.
  ///
  /// Law: what `body` is told does not depend on how the samples are divided.
  ///
  /// - Parameters:
  ///   - samples: mono, at the strategy's rate; any number.
  ///   - body: is told of each step that ends within these samples.
  /// - Throws: what strategy, index and `body` throw.
  public mutating func consume(
    _ samples: Span<Float>, eachStep body: (StreamStep) throws -> Void
  ) throws {
    var next = 0
    while next < samples.count {
      let taken = min(block - pending.count, samples.count - next)
      samples.withUnsafeBufferPointer { pending.append(contentsOf: $0[next..<next + taken]) }
      next += taken
      guard pending.count == block else { break }
      try extract()
      steps += 1
      let events = try look()
      try body(StreamStep(time: time, events: events, origin: origin, history: history))
    }
  }

  /// Goes on at a later stream time, or at another that the source tells, with sound between that
  /// nobody heard.
  ///
  /// Matches live on until they have not been supported for too long; queries begin anew.
  ///
  /// - Parameter time: the stream time of the sample that comes next.
  /// - Returns: what the gap has ended.
  /// - Throws: what the strategy throws.
  public mutating func resume(at time: Seconds) throws -> [MatchEvent] {
    pending.removeAll(keepingCapacity: true)
    var extractor = try strategy.makeExtractor()
    history = QueryHistory(try extractor.consume([Float]().span))
    self.extractor = extractor
    origin = time.value
    consumed = 0
    steps = 0
    queryStart = origin
    attemptStart = origin
    lastFollowed = -.infinity
    return end(tracker.takeOver(at: origin) + tracker.expire(at: origin), isExact: true)
  }

  /// Ends the stream: what is left is searched once more, and everything ends.
  ///
  /// - Returns: what has happened, in order of stream time.
  /// - Throws: what strategy and index throw.
  public mutating func finish() throws -> [MatchEvent] {
    guard !isFinished else { return [] }
    isFinished = true
    try extract()
    let rest = try extractor.finish()
    try history.append(rest)
    let now = origin + Double(consumed) / rate
    guard consumed > 0 else { return end(tracker.endAll(), isExact: true) }
    var events: [MatchEvent] = []
    if tracker.isFollowing {
      events += try search(
        from: now - configuration.followingQuery, at: now, skews: tracker.skews)
    } else if now - queryStart >= shortest {
      skipSilence(at: now)
      events += try search(from: queryStart, at: now, skews: [0] + bank)
      if now - queryStart > configuration.recentQuery {
        events += try search(from: now - configuration.recentQuery, at: now, skews: [0] + bank)
      }
    }
    // The rest after the last match need not be an attempt.
    if !tracker.isFollowing, now - attemptStart >= shortest || !tracker.hasMatched {
      events.append(.noMatch(failure(at: now)))
    }
    return events + end(tracker.endAll())
  }

  // MARK: Steps

  private mutating func extract() throws {
    let samples = pending
    pending.removeAll(keepingCapacity: true)
    let part = try extractor.consume(samples.span)
    try history.append(part)
    consumed += samples.count
  }

  private mutating func look() throws -> [MatchEvent] {
    let now = origin + Double(consumed) / rate
    var events: [MatchEvent] = []
    if tracker.isFollowing, isSupported {
      if now - lastFollowed >= configuration.followingInterval - slack {
        lastFollowed = now
        isSupported = false
        events += try search(
          from: now - configuration.followingQuery, at: now, skews: tracker.skews)
        if !isSupported { begin(at: now - 2) }
      }
    } else {
      events += try attempt(at: now)
    }
    let over = end(tracker.takeOver(at: now))
    if case .ended(let match)? = over.last, !tracker.isFollowing {
      // What follows is something new, the same again included.
      isSupported = false
      begin(at: match.end.value)
    }
    events += over + end(tracker.expire(at: now))
    history.forget(before: frame(at: now - 2 * configuration.longestQuery))
    return events
  }

  private mutating func attempt(at now: Double) throws -> [MatchEvent] {
    skipSilence(at: now)
    let length = now - queryStart
    var events: [MatchEvent] = []
    if length >= shortest - slack {
      let isLong = length > configuration.recentQuery + slack
      if !isLong || steps.isMultiple(of: 4) || length >= configuration.longestQuery - slack {
        events += try search(
          from: queryStart, at: now, skews: skews(turn: steps / (isLong ? 4 : 1)))
      }
      if isLong, !isSupported, steps.isMultiple(of: 2) {
        events += try search(
          from: now - configuration.recentQuery, at: now, skews: skews(turn: steps / 2))
      }
    }
    if isSupported {
      lastFollowed = now
    } else if now - attemptStart >= configuration.longestQuery - slack {
      let failure = failure(at: now)
      events.append(.noMatch(failure))
      begin(at: failure.hadUsableAudio ? now - configuration.longestQuery / 2 : now)
    }
    return events
  }

  /// The skews to search at, the bank's in turn.
  private func skews(turn: Int) -> [Double] {
    var skews = tracker.skews
    if !skews.contains(0) { skews.insert(0, at: 0) }
    if !bank.isEmpty { skews.append(bank[turn % bank.count]) }
    return skews
  }

  private mutating func begin(at start: Double) {
    queryStart = max(start, origin)
    attemptStart = queryStart
  }

  private func failure(at now: Double) -> FailedAttempt {
    FailedAttempt(
      start: Seconds(attemptStart), end: Seconds(now),
      hadUsableAudio: history.firstSound(from: frame(at: attemptStart)) != nil)
  }

  /// Lets the query begin with the first sound.
  private mutating func skipSilence(at now: Double) {
    let first = frame(at: queryStart)
    guard let sound = history.firstSound(from: first) else {
      // Silence so far: it counts as an attempt, but not as a part of the query.
      queryStart = max(queryStart, origin + Double(history.frameCount) * history.frameDuration)
      return
    }
    let start = origin + Double(sound) * history.frameDuration
    guard start > queryStart + configuration.step else { return }
    queryStart = start
    attemptStart = start
  }

  // MARK: Searching

  /// The first frame that begins at or after a stream time.
  private func frame(at time: Double) -> Int { history.frame(at: time - origin) }

  private mutating func search(
    from start: Double, at now: Double, skews: [Double]
  ) throws -> [MatchEvent] {
    let first = max(frame(at: start), history.firstFrame)
    guard
      let answer = try answer(
        first..<history.frameCount, limit: configuration.limit + 1, skews: skews)
    else { return [] }
    var candidates = answer.candidates
    let query = MatchTracker.Query(
      start: origin + Double(first) * history.frameDuration,
      end: origin + Double(history.frameCount) * history.frameDuration)
    calibration?.fill(
      &candidates, runnerUp: answer.runnerUp, queryLength: Seconds(query.end - query.start))
    let outcome = tracker.observe(
      candidates, to: query, of: history.query(first..<history.frameCount), at: now)
    if outcome.isSupported { isSupported = true }
    return try end(outcome.gone)
      + outcome.events.map { event in
        guard case .started(var match) = event else { return event }
        if match.supersedes.isEmpty {
          match.start = Seconds(try onset(of: match, query))
          let same = try tracker.covered(by: match).filter { try isSame(match, as: $0) }
          tracker.supersede(same, by: &match)
        }
        tracker.setStart(match.start, of: match.number)
        return .started(match)
      }
  }

  /// Asks for frames at some skews; each reference as it was found best.
  private mutating func answer(
    _ frames: Range<Int>, limit: Int, skews: [Double]
  ) throws -> SearchAnswer? {
    let query = history.query(frames)
    guard !query.isEmpty else { return nil }
    var best: [Candidate] = []
    var runnersUp: [RunnerUp] = []
    for skew in skews {
      let answer = try index.search(query.unskewed(by: skew), limit: limit)
      searches += 1
      work = work + answer.work
      if let other = answer.runnerUp { runnersUp.append(other) }
      for candidate in answer.candidates.map({ $0.skewed(by: skew) }) {
        if let place = best.firstIndex(where: { $0.track == candidate.track }) {
          if candidate.score > best[place].score { best[place] = candidate }
        } else {
          best.append(candidate)
        }
      }
    }
    if skews.count > 1 {
      best.sort { $0.score != $1.score ? $0.score > $1.score : $0.track < $1.track }
    }
    return SearchAnswer(
      candidates: Array(best.prefix(limit)),
      runnerUp: RunnerUp(of: best) ?? runnersUp.max { $0.score < $1.score }, work: WorkCounters())
  }

  /// Whether a match sounded the same as another one did while that was heard.
  private mutating func isSame(_ match: LiveMatch, as other: LiveMatch) throws -> Bool {
    let first = max(frame(at: max(other.start.value, match.start.value)), history.firstFrame)
    let end = min(frame(at: other.end.value), history.frameCount)
    guard first < end else { return false }
    let start = origin + Double(first) * history.frameDuration
    let candidate = Candidate(
      track: match.track, score: match.score,
      alignment: Alignment(
        referenceStart: match.line.reference(at: Seconds(start)), timeScale: match.line.timeScale,
        frequencySkew: match.frequencySkew),
      support: Support(matched: 0, offered: 0, first: .zero, last: .zero))
    return tracker.isSame(candidate, as: other, in: history.query(first..<end), from: start)
  }

  // MARK: Where matches begin and end

  /// Seconds of sound that show whether a reference is heard at a moment.
  private static let probe = 1.5
  /// Seconds to which beginnings and ends are found.
  private static let grain = 0.25

  /// Whether the reference is heard, on its line, from a stream time on.
  private mutating func isHeard(_ match: LiveMatch, from start: Double) throws -> Bool {
    let first = max(frame(at: start), history.firstFrame)
    let end = min(frame(at: start + Self.probe), history.frameCount)
    guard first < end,
      let answer = try answer(first..<end, limit: 3, skews: [match.line.searchedSkew])
    else { return false }
    let begin = Seconds(origin + Double(first) * history.frameDuration)
    return answer.candidates.contains { candidate in
      let expected = match.line.reference(at: begin).value
      return candidate.track == match.track && candidate.score >= configuration.keepScore - 1
        && abs(candidate.alignment.referenceStart.value - expected) <= configuration.tolerance
    }
  }

  /// Where a match that was just found began to be heard.
  private mutating func onset(of match: LiveMatch, _ query: MatchTracker.Query) throws -> Double {
    let kept = origin + Double(history.firstFrame) * history.frameDuration
    let beginning = match.line.stream(at: .zero).value
    let earliest = max(kept, beginning)
    var heard = query.end - Self.probe
    guard heard > earliest else { return earliest }
    if try isHeard(match, from: earliest) { return earliest }
    guard try isHeard(match, from: heard) else { return max(earliest, match.start.value) }
    var silent = earliest
    while heard - silent > Self.grain {
      let middle = (heard + silent) / 2
      if try isHeard(match, from: middle) { heard = middle } else { silent = middle }
    }
    // The earliest window that shows it holds about as much of it as one can be short of.
    let onset = heard + Self.probe / 2
    return onset - earliest < Self.probe ? earliest : onset
  }

  private mutating func end(_ matches: [LiveMatch], isExact: Bool = false) -> [MatchEvent] {
    let now = time
    return matches.map { match in
      var ended = match
      ended.decidedAt = now
      ended.hasJumped = false
      if !isExact, let end = try? ending(of: match) { ended.end = Seconds(end) }
      ended.end = max(ended.start, ended.end)
      tracker.remember(ended)
      return .ended(ended)
    }
  }

  /// Up to when a match was heard.
  private mutating func ending(of match: LiveMatch) throws -> Double {
    let kept = origin + Double(history.firstFrame) * history.frameDuration
    var heard = max(kept, match.start.value, match.end.value - configuration.followingQuery)
    var silent = match.end.value - Self.probe
    guard silent > heard, try isHeard(match, from: heard) else { return match.end.value }
    if try isHeard(match, from: silent) { return match.end.value }
    while silent - heard > Self.grain {
      let middle = (heard + silent) / 2
      if try isHeard(match, from: middle) { heard = middle } else { silent = middle }
    }
    return heard + Self.probe / 2
  }
}
