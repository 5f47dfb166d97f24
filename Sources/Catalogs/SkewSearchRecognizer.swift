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

  /// Tries speeds ever nearer to that of the best answer, and names one between those tried.
  private func refine(_ trial: inout SkewTrial, certain: Double) throws {
    // Where the best answer hardly leads there is nothing to refine, only time to lose.
    guard let winner = trial.best,
      winner.score >= certain || winner.score >= Self.lead * trial.bestScore(but: winner.track)
    else { return }
    var step = base.strategy.indexing.findsSkew ? 0.0025 : search.step / 2
    let finest = min(step, Self.finest)
    var centre = winner
    repeat {
      let middle = centre.alignment.frequencySkew
      for skew in [middle, middle + step, middle - step] where !trial.hasAsked(skew) {
        try trial.ask(skew)
      }
      centre = trial.candidate(winner.track) ?? centre
      step /= 2
    } while step >= finest
    trial.interpolate(winner.track, step: 2 * step)
  }

  /// By how much the best score exceeds the next one for its speed to be refined.
  private static let lead = 1.1
  /// The finest step of speed; a third of it is told by interpolation.
  private static let finest = 0.001
}

extension IndexRecipe {
  /// The score from which the index itself looks no further.
  var certainScore: Double {
    switch self {
    case .offsetVoting(let configuration): configuration.confidentScore
    case .bitFrames(let configuration): configuration.certainScore
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
