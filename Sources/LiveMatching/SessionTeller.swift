internal import Catalogs
internal import Fingerprinting

/// Puts what happens in a stream into the words of sessions.
struct SessionTeller {
  private let contents: CatalogContents
  private var reporter: MatchReporter
  private let clock: LiveClock
  /// Seconds that the clock is ahead of stream time, as of the latest sound.
  private var lead: Double?

  init(_ contents: CatalogContents, repeatInterval: Seconds?, clock: LiveClock) {
    self.contents = contents
    self.clock = clock
    reporter = MatchReporter(
      mediaItems: contents.mediaItems, longestAttempt: contents.configuration.longestQuery,
      repeatInterval: repeatInterval)
  }

  /// Sound may come late, never early: the least delay seen is the truest.
  mutating func noteDelivery(_ delivery: Seconds, of time: Seconds) {
    let lead = delivery.value - time.value
    self.lead = min(lead, self.lead ?? lead)
  }

  /// Tells what has happened up to a stream time.
  ///
  /// - Parameters:
  ///   - events: what has happened since the last time.
  ///   - time: up to when.
  ///   - signature: gives the stream's signature from a time on.
  /// - Returns: what is to be told, in order.
  mutating func reports(
    of events: [MatchEvent], at time: Seconds, _ signature: (Seconds) -> Signature
  ) -> [SessionReport] {
    func query(from start: Seconds) -> AudioSignature {
      AudioSignature(signature(start), madeWith: contents.strategy)
    }
    return reporter.take(events, at: time).map { report in
      switch report {
      case .noMatch(let attempt):
        let query = query(from: attempt.start)
        guard attempt.hadUsableAudio else {
          return .result(
            .error(
              LiveError(.signatureInvalid, "no usable audio: silence, or too even a sound"), query)
          )
        }
        return .result(.noMatch(query))
      case .match(let found): return .result(.match(match(found, query)))
      case .ended(let found):
        return .ended(
          EndedMatch(
            match: match([found], query), start: found.match.start.value,
            end: found.match.end.value))
      }
    }
  }

  private func match(
    _ found: [MatchReporter.Found], _ query: (Seconds) -> AudioSignature
  ) -> Match {
    let start = found.map(\.match.queryStart).min() ?? .zero
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
    return Match(mediaItems: items, querySignature: query(start))
  }
}
