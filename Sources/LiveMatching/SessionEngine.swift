internal import AudioFiles
internal import Catalogs
internal import Fingerprinting
internal import Scoring

/// A stream with its listeners' view of it: what sessions run on a thread or task of their own.
///
/// Law: what is told, and at which stream time, does not depend on how the sound was divided.
struct SessionEngine: ~Copyable {
  private let contents: CatalogContents
  private var stream: LiveStream
  private var teller: SessionTeller

  init(
    _ contents: CatalogContents, isStrict: Bool, repeatInterval: Seconds? = nil, clock: LiveClock
  ) throws {
    self.contents = contents
    teller = SessionTeller(contents, repeatInterval: repeatInterval, clock: clock)
    let matcher = try StreamMatcher(
      strategy: contents.strategy.strategy, index: contents.index,
      configuration: contents.configuration, calibration: contents.calibration)
    stream = LiveStream(matcher, isStrict: isStrict)
  }

  var time: Seconds { stream.time }
  var level: Double { stream.level }

  /// Takes sound whose end was heard at a time of the clock.
  mutating func take(_ piece: PCMBuffer, at delivery: Seconds) throws -> [SessionReport] {
    // The closure may not reach into this value while the stream takes the piece.
    var teller = teller
    defer { self.teller = teller }
    teller.noteDelivery(delivery, of: stream.time + piece.duration)
    var reports: [SessionReport] = []
    try stream.take(piece) { step in
      reports += teller.reports(of: step.events, at: step.time) { step.signature(from: $0) }
    }
    return reports
  }

  /// Goes on after sound that nobody heard.
  mutating func skip(_ lost: Seconds?) throws -> [SessionReport] {
    let events = try stream.skip(lost)
    return reports(of: events)
  }

  mutating func finish() throws -> [SessionReport] {
    let events = try stream.finish()
    return reports(of: events)
  }

  private mutating func reports(of events: [MatchEvent]) -> [SessionReport] {
    var teller = teller
    defer { self.teller = teller }
    return teller.reports(of: events, at: stream.time) { stream.signature(from: $0) }
  }

  /// What is known of the latest sound, as a query.
  ///
  /// Mutating, because an optional engine can be asked in no other way.
  mutating func querySignature() -> AudioSignature {
    let start = stream.time - Seconds(contents.configuration.longestQuery)
    return AudioSignature(stream.signature(from: start), madeWith: contents.strategy)
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
      let answer = try contents.index.search(query.signature, limit: settings.limit + 1)
      var candidates = answer.candidates
      contents.calibration?.fill(
        &candidates, runnerUp: answer.runnerUp, queryLength: Seconds(query.duration))
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
          skew: alignment.assumedFrequencySkew)
        items += holding.map {
          MatchedMediaItem(
            item: $0, track: candidate.track, frequencySkew: alignment.assumedFrequencySkew,
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
