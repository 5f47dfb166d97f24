internal import AudioFiles
internal import Catalogs
internal import Fingerprinting

/// A stream with its listeners' view of it: what sessions run on a thread or task of their own.
struct SessionEngine: ~Copyable {
  private let contents: CatalogContents
  private var stream: LiveStream
  private var reporter: MatchReporter
  private let clock: LiveClock
  /// Seconds that the clock is ahead of stream time, as of the latest sound.
  private var lead: Double?

  init(
    _ contents: CatalogContents, isStrict: Bool, repeatInterval: Seconds? = nil, clock: LiveClock
  ) throws {
    self.contents = contents
    self.clock = clock
    reporter = MatchReporter(mediaItems: contents.mediaItems, repeatInterval: repeatInterval)
    let matcher = try StreamMatcher(
      strategy: contents.strategy.strategy, index: contents.index,
      configuration: contents.configuration, calibration: contents.calibration)
    stream = LiveStream(matcher, isStrict: isStrict)
  }

  var time: Seconds { stream.time }
  var level: Double { stream.level }

  /// Takes sound that was delivered just now.
  mutating func take(_ piece: PCMBuffer) throws -> [SessionResult] {
    let events = try stream.take(piece)
    return results(of: events)
  }

  /// Goes on after sound that nobody heard.
  mutating func skip(_ lost: Seconds?) throws -> [SessionResult] {
    let events = try stream.skip(lost)
    return results(of: events)
  }

  mutating func finish() throws -> [SessionResult] {
    let events = try stream.finish()
    return results(of: events)
  }

  /// What is known of the latest sound, as a query.
  ///
  /// Mutating, because an optional engine can be asked in no other way.
  mutating func querySignature() -> AudioSignature {
    let longest = contents.configuration.longestQuery
    return signature(from: stream.time - Seconds(longest))
  }

  private func signature(from start: Seconds) -> AudioSignature {
    AudioSignature(stream.signature(from: start), madeWith: contents.strategy)
  }

  private mutating func results(of events: [MatchEvent]) -> [SessionResult] {
    let lead = clock.now.value - stream.time.value
    // Sound may come late, never early: the least delay seen is the truest.
    self.lead = min(lead, self.lead ?? lead)
    let reports = reporter.take(events, matches: stream.matches, at: stream.time)
    return reports.map { report in
      switch report {
      case .noMatch(let attempt):
        let query = signature(from: attempt.start)
        guard attempt.hadUsableAudio else {
          return .error(
            LiveError(.signatureInvalid, "no usable audio: silence, or too even a sound"), query)
        }
        return .noMatch(query)
      case .match(let found): return .match(match(found))
      }
    }
  }

  private func match(_ found: [(match: LiveMatch, items: [MediaItem])]) -> Match {
    let start = found.map(\.match.queryStart).min() ?? stream.time
    let items = found.flatMap { match, items in
      items.map { item in
        var line = match.line
        line.stream = line.stream + Seconds(lead ?? 0)
        return MatchedMediaItem(
          item: item, track: match.track, frequencySkew: match.frequencySkew,
          matchOffset: match.matchOffset, confidence: match.confidence, score: match.score,
          line: line, clock: clock)
      }
    }
    return Match(mediaItems: items, querySignature: signature(from: start))
  }

  /// The answer to a query that is there as a whole.
  static func result(
    for query: AudioSignature, in contents: CatalogContents, durations: ClosedRange<Double>,
    clock: LiveClock
  ) -> SessionResult {
    func failure(_ code: LiveError.Code, _ words: String) -> SessionResult {
      .error(LiveError(code, words), query)
    }
    guard query.identity == contents.strategy.identity else {
      return failure(
        .signatureInvalid,
        "expected a signature of \(contents.strategy.identity), found one of \(query.identity)")
    }
    guard !query.signature.isEmpty else {
      return failure(.signatureInvalid, "no usable audio: silence, or too even a sound")
    }
    // What could not become certain at the end of the sound is no reason to refuse it.
    let lookahead = contents.strategy.strategy.requirements.lookahead.value
    guard query.duration + lookahead >= durations.lowerBound,
      query.duration <= durations.upperBound + lookahead
    else {
      return failure(
        .signatureDurationInvalid,
        "expected \(durations.lowerBound) to \(durations.upperBound) s, found \(query.duration) s; "
          + "ask with slices of it")
    }
    do {
      let settings = contents.configuration
      // One more than is told, so that the last of them has a next one.
      var candidates = try contents.index.search(query.signature, limit: settings.limit + 1)
        .candidates
      contents.calibration?.fill(&candidates, queryLength: Seconds(query.duration))
      let least = settings.leastScore(forQueryOf: query.duration)
      let now = clock.now
      var items: [MatchedMediaItem] = []
      for candidate in candidates.prefix(settings.limit) where candidate.score >= least {
        let alignment = candidate.alignment
        let line = ReferenceLine(
          reference: alignment.referenceStart, stream: now - Seconds(query.duration),
          timeScale: alignment.timeScale)
        let holding = MediaItemSelection.items(
          of: contents.mediaItems[candidate.track] ?? [], at: line.reference(at: now),
          skew: alignment.frequencySkew)
        items += holding.map {
          MatchedMediaItem(
            item: $0, track: candidate.track, frequencySkew: alignment.frequencySkew,
            matchOffset: alignment.referenceStart, confidence: candidate.confidence,
            score: candidate.score, line: line, clock: clock)
        }
      }
      return items.isEmpty
        ? .noMatch(query) : .match(Match(mediaItems: items, querySignature: query))
    } catch {
      return failure(.matchAttemptFailed, "\(error)")
    }
  }
}
