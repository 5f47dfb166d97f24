public import AudioFiles
public import Fingerprinting
public import Indexing

/// A strategy and an index as a recognizer.
public struct StrategyRecognizer: FileRecognizer {
  /// Turns queries into signatures.
  public let strategy: any FingerprintStrategy
  /// Holds the references.
  public let index: any SignatureIndex
  /// The most candidates that an answer has.
  public let limit: Int
  /// The candidates that are searched for however few are wanted, so that what is found does not
  /// depend on it.
  private static let fewestSearched = 5
  /// Seconds of a query in which a short piece of a reference is still found by an index that
  /// compares all of it.
  private static let longestAtOnce = 22.5

  /// The strategy's identity.
  public var identity: ComponentIdentity { strategy.identity }
  /// The index's size.
  public var footprint: IndexFootprint { index.footprint }

  /// Pairs a strategy with an index.
  ///
  /// - Parameters:
  ///   - strategy: turns queries into signatures.
  ///   - index: built from signatures of the same strategy.
  ///   - limit: the most candidates that an answer has.
  /// - Throws: `IndexError.identityMismatch` where the index was built by another strategy.
  public init(
    strategy: any FingerprintStrategy, index: any SignatureIndex, limit: Int = 5
  ) throws(IndexError) {
    guard index.builtWith == strategy.identity else {
      throw .identityMismatch(index: index.builtWith, strategy: strategy.identity)
    }
    self.strategy = strategy
    self.index = index
    self.limit = limit
  }

  /// Ranks the references for a query in memory.
  ///
  /// - Parameter query: mono sound at any rate.
  /// - Returns: the candidates; the time of conversion to the strategy's rate is part of `extract`.
  /// - Throws: `AudioFileError.resampling` for an impossible rate, and what strategy and index
  ///   throw.
  public func identify(_ query: AudioBuffer) async throws -> Identification {
    guard isLongEnough(query.duration, at: query.sampleRate) else { return Self.tooShort() }
    return try answer(query).limited(to: limit)
  }

  /// Ranks the references for a query that is long enough; `limit` of them are wanted.
  func answer(_ query: AudioBuffer) throws -> Identification {
    let start = ContinuousClock.now
    let samples = try Resampler.resample(
      query.samples, from: query.sampleRate, to: strategy.requirements.sampleRate)
    let signature = try strategy.signature(of: samples.span)
    return try search(signature, LatencyParts(extract: start.secondsUntilNow))
  }

  /// Ranks the references for a file, read in one pass and in bounded memory.
  ///
  /// - Parameters:
  ///   - path: a sound file.
  ///   - decoder: which decoder may be used.
  ///   - start: where the query begins in the file.
  ///   - duration: how much of it is asked about; nil for all.
  /// - Returns: the candidates, and what reading the file was like. The file is converted to the
  ///   strategy's rate while it is read, so here that is part of `decode`.
  /// - Throws: `AudioFileError` where there is no sound to be had, and what strategy and index
  ///   throw.
  public func identify(
    _ path: FilePath, decoder: DecoderChoice, from start: Seconds, duration: Seconds?
  ) throws -> (identification: Identification, report: DecodeReport) {
    let (heard, latency, report) = try hear(path, decoder: decoder, from: start, duration: duration)
    guard let heard else { return (Self.tooShort(decode: latency.decode), report) }
    return (try search(heard, latency).limited(to: limit), report)
  }

  /// Everything that a file holds: each stretch of it in which a reference is heard.
  ///
  /// - Parameters:
  ///   - path: a sound file.
  ///   - decoder: which decoder may be used.
  ///   - start: where the query begins in the file.
  ///   - duration: how much of it is asked about; nil for all.
  ///   - least: the score that a window of ten seconds must reach somewhere in a stretch; nil for
  ///     one that unrelated music hardly ever does.
  /// - Returns: the stretches, how the query was met, and what reading the file was like.
  /// - Throws: as `identify`.
  public func stretches(
    _ path: FilePath, decoder: DecoderChoice, from start: Seconds, duration: Seconds?,
    scoringAtLeast least: Double? = nil
  ) throws -> (stretches: [Stretch], cost: Identification, report: DecodeReport) {
    let (heard, before, report) = try hear(
      path, decoder: decoder, from: start, duration: duration)
    guard let heard else { return ([], Self.tooShort(decode: before.decode), report) }
    var latency = before
    let began = ContinuousClock.now
    let answer = try index.stretches(
      in: heard, scoringAtLeast: least ?? strategy.indexing.leastStretchScore)
    latency.search = began.secondsUntilNow
    let cost = Identification(
      candidates: [], status: heard.isEmpty ? .noUsableAudio : .searched,
      signatureBytes: heard.encodedByteCount, work: answer.work, latency: latency)
    return (answer.stretches, cost, report)
  }

  /// The signature of a file; nil where it is too short.
  private func hear(
    _ path: FilePath, decoder: DecoderChoice, from start: Seconds, duration: Seconds?
  ) throws -> (Signature?, LatencyParts, DecodeReport) {
    var extractor = try strategy.makeExtractor()
    var signature = try extractor.consume([Float]().span)
    var extraction = Duration.zero
    let clock = ContinuousClock()
    let began = clock.now
    let report = try decodeMono(
      path, at: strategy.requirements.sampleRate, decoder: decoder, from: start, duration: duration
    ) { block in
      let began = clock.now
      try signature.append(extractor.consume(block))
      extraction += clock.now - began
    }
    var latency = LatencyParts(decode: (clock.now - began - extraction).inSeconds)
    guard isLongEnough(report.readDuration, at: report.sampleRate) else {
      return (nil, latency, report)
    }
    let ended = clock.now
    try signature.append(extractor.finish())
    extraction += clock.now - ended
    latency.extract = extraction.inSeconds
    return (signature, latency, report)
  }

  private func search(_ signature: Signature, _ before: LatencyParts) throws -> Identification {
    var latency = before
    var answer = SearchAnswer(candidates: [], work: WorkCounters())
    if !signature.isEmpty {
      let start = ContinuousClock.now
      let wanted = max(limit, Self.fewestSearched)
      answer = try index.search(signature, limit: wanted)
      if strategy.indexing.comparesWholeQueries, signature.duration.value > Self.longestAtOnce,
        (answer.candidates.first?.score ?? 0) < strategy.indexing.certainScore
      {
        answer = answer.joined(with: try index.stretches(in: signature, scoringAtLeast: 0))
          .limited(to: wanted)
      }
      latency.search = start.secondsUntilNow
    }
    return Identification(
      candidates: answer.candidates, runnerUp: answer.runnerUp,
      status: signature.isEmpty ? .noUsableAudio : .searched,
      signatureBytes: signature.encodedByteCount, work: answer.work, latency: latency)
  }

  /// Half a sample is forgiven: lengths are cut to whole samples.
  func isLongEnough(_ duration: Seconds, at rate: SampleRate) -> Bool {
    duration.value + 0.5 / rate.hertz >= strategy.requirements.shortestQuery.value
  }

  static func tooShort(decode: Seconds = .zero) -> Identification {
    Identification(
      candidates: [], status: .tooShort, signatureBytes: 0, work: WorkCounters(),
      latency: LatencyParts(decode: decode))
  }
}

extension Duration {
  var inSeconds: Seconds {
    Seconds(Double(components.seconds) + Double(components.attoseconds) * 1e-18)
  }
}

extension ContinuousClock.Instant {
  var secondsUntilNow: Seconds { (ContinuousClock.now - self).inSeconds }
}

extension IndexRecipe {
  /// The score that unrelated music reaches in hardly any window of ten seconds.
  var leastStretchScore: Double {
    switch self {
    case .offsetVoting: 7
    case .bitFrames: 7.5
    }
  }
}
