public import AudioFiles
public import Fingerprinting

/// A recognizer that also finds what is played faster or slower, with any strategy.
///
/// The query is asked at a bank of speeds, nearest to its own first, until an answer is certain;
/// then the speed is refined around the best answer. Laws: which speeds are tried depends on the
/// answers alone; no track scores lower than without the search.
public struct SkewSearchRecognizer: FileRecognizer {
  /// Answers at each speed.
  public let base: StrategyRecognizer
  /// The speeds.
  public let search: SkewSearch
  /// Decided by the strategy and the speeds.
  public let identity: ComponentIdentity

  /// The index's size.
  public var footprint: IndexFootprint { base.footprint }

  /// Adds a search to a recognizer.
  ///
  /// - Parameters:
  ///   - base: answers at each speed.
  ///   - search: the speeds.
  /// - Throws: `ConfigurationError` for speeds that cannot be tried.
  public init(_ base: StrategyRecognizer, _ search: SkewSearch) throws(ConfigurationError) {
    try search.validate()
    self.base = base
    self.search = search
    identity = search.identity(over: base.identity)
  }

  /// Ranks the references for a query in memory.
  ///
  /// - Parameter query: mono sound at any rate.
  /// - Returns: the candidates with the skews found; work and times are those of all speeds tried,
  ///   the bytes those of the query's signature at its own speed.
  /// - Throws: what the recognizer at one speed throws.
  public func identify(_ query: AudioBuffer) async throws -> Identification {
    try answer(query)
  }

  /// Ranks the references for a file, which is held in memory, as every speed needs it.
  ///
  /// - Parameters:
  ///   - path: a sound file.
  ///   - decoder: which decoder may be used.
  ///   - start: where the query begins in the file.
  ///   - duration: how much of it is asked about; nil for all.
  /// - Returns: the candidates with the skews found, and what reading the file was like.
  /// - Throws: `AudioFileError` where there is no sound to be had or too much to hold, and what the
  ///   recognizer at one speed throws.
  public func identify(
    _ path: FilePath, decoder: DecoderChoice, from start: Seconds, duration: Seconds?
  ) throws -> (identification: Identification, report: DecodeReport) {
    let began = ContinuousClock.now
    let (query, report) = try readMono(
      path, at: nil, decoder: decoder, from: start, duration: duration)
    let decode = began.secondsUntilNow
    var identification = try answer(query)
    identification.latency.decode = decode
    return (identification, report)
  }

  private func answer(_ query: AudioBuffer) throws -> Identification {
    guard base.isLongEnough(query.duration, at: query.sampleRate) else {
      return StrategyRecognizer.tooShort()
    }
    var trial = SkewTrial(base, query, range: search.range)
    try trial.ask(0)
    guard trial.result.status == .searched else { return trial.result }
    let certain = base.strategy.indexing.certainScore
    for skew in search.bank.dropFirst() {
      if let best = trial.best, best.score >= certain { break }
      try Task.checkCancellation()
      try trial.ask(skew)
    }
    try refine(&trial, certain: certain)
    return trial.ranked(limit: base.limit)
  }

  /// Climbs to the speed at which the best answer scores highest, in finer and finer steps, and names
  /// one between those tried.
  private func refine(_ trial: inout SkewTrial, certain: Double) throws {
    // Where the best answer hardly leads there is nothing to refine, only time to lose.
    guard let winner = trial.best,
      winner.score >= certain || winner.score >= Self.lead * trial.bestScore(but: winner.track)
    else { return }
    let finest = min(search.step, Self.finest)
    var step = base.strategy.indexing.findsSkew ? finest : search.step
    var centre = winner.alignment.assumedFrequencySkew
    while true {
      for _ in 0..<Self.mostMoves {
        for skew in [centre, centre + step, centre - step] where !trial.hasAsked(skew) {
          try Task.checkCancellation()
          try trial.ask(skew)
        }
        guard let best = trial.candidate(winner.track)?.alignment.assumedFrequencySkew,
          abs(best - centre) > step / 4, abs(best) <= search.range + search.step
        else { break }
        centre = best
      }
      guard step > finest else { break }
      centre += trial.shift(of: winner.track, at: centre, step: step)
      step = max(finest, step / 4)
    }
    trial.interpolate(winner.track, step: step)
  }

  /// By how much the best score exceeds the next one for its speed to be refined.
  private static let lead = 1.1
  /// The finest step of speed; a fraction of it is told by interpolation.
  private static let finest = 0.0025
  /// The steps of one size that are climbed at most.
  private static let mostMoves = 8
}

extension IndexRecipe {
  /// The score from which no further speed of the bank is tried.
  var certainScore: Double {
    switch self {
    case .offsetVoting(let configuration): configuration.confidentScore
    // Ten deviations: unrelated sound reaches six or seven. The index itself goes on to twenty in
    // search of the best place, which climbing finds here.
    case .bitFrames(let configuration): min(10, configuration.certainScore)
    }
  }

  /// Whether the index compares a query as a whole, so that a short piece of a reference is lost in a
  /// long one.
  var comparesWholeQueries: Bool {
    switch self {
    case .offsetVoting: false
    case .bitFrames: true
    }
  }

  /// Whether the index itself looks for a skew around that of the query it gets.
  var findsSkew: Bool {
    switch self {
    case .offsetVoting: true
    case .bitFrames: false
    }
  }
}
