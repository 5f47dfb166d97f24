internal import AudioFiles
internal import Catalogs
internal import Corpora
public import Fingerprinting

/// A query of a run as it was asked, made again from plan and audio.
public struct AskedQuery: Sendable {
  /// The sound that the recognizers got.
  public let audio: AudioBuffer
  /// The sound before the condition.
  public let clean: AudioBuffer
  /// What is true of it.
  public let truth: [Occurrence]
  /// What the condition drew, as JSON.
  public let draws: String
  /// The ratio that the last mix really has, in dB.
  public let achievedSNR: Double?
}

extension Experiment {
  /// Makes a query again.
  ///
  /// - Parameters:
  ///   - query: its name.
  ///   - seconds: its nominal length.
  ///   - condition: the condition's label.
  /// - Returns: the same samples that the run asked with.
  /// - Throws: `ExperimentError` where the plan has no such query or condition, or it was excluded.
  public func asked(
    _ query: QueryID, seconds: Double, condition: String
  ) throws -> AskedQuery {
    let length = Seconds(seconds)
    guard let planned = queries.first(where: { $0.id == query && $0.length == length }) else {
      throw ExperimentError.unusablePlan(
        "the plan has no query '\(query)' of \(seconds) s with the tracks that are here; fetch the "
          + "same corpus that the run had")
    }
    guard let chain = chains.first(where: { $0.condition.label == condition }) else {
      throw ExperimentError.unusablePlan(
        "unknown condition '\(condition)'; "
          + nearestNames(to: condition, among: chains.map(\.condition.label)))
    }
    let worker = QueryWorker(experiment: self, recognizers: [])
    guard let cut = try worker.cut([(planned, nil)]).first, cut.start != nil else {
      throw ExperimentError.unusablePlan("query '\(query)' has no audible place")
    }
    switch try worker.degrade(cut, under: chain) {
    case .excluded(let reason):
      throw ExperimentError.unusablePlan("query '\(query)' was excluded: \(reason)")
    case .asked(let excerpt, let draws):
      let clean = Excerpt(source: "", audio: cut.audio, truth: .absent).prefix(length)
      let truth: [Occurrence] =
        if case .present(let occurrences) = excerpt.truth { occurrences } else { [] }
      return AskedQuery(
        audio: excerpt.audio, clean: clean.audio, truth: truth,
        draws: try canonicalJSON(draws), achievedSNR: excerpt.achievedSNR)
    }
  }

  /// How a variant hears.
  ///
  /// - Parameter label: the variant's label.
  /// - Returns: its strategy, and whether it takes skews back; nothing where there is no such variant.
  public func hearing(
    of label: String
  ) -> (strategy: any FingerprintStrategy, searchesForSkew: Bool)? {
    variants.first { $0.label == label }.map { ($0.strategy, $0.skewSearch != nil) }
  }

  /// A reference's sound from a place on, and its signature as it was enrolled.
  ///
  /// - Parameters:
  ///   - track: the reference.
  ///   - strategy: the variant's strategy.
  ///   - start: where the excerpt begins.
  ///   - duration: how long it is, unless the file ends.
  ///   - rate: the excerpt's rate.
  /// - Returns: the excerpt, and the signature of the whole in stored form.
  /// - Throws: where the file is not here or cannot be read.
  public func reference(
    _ track: TrackID, heardBy strategy: any FingerprintStrategy, from start: Seconds,
    duration: Seconds, at rate: SampleRate
  ) throws -> (excerpt: AudioBuffer, signature: Signature) {
    guard let path = references.first(where: { $0.id == track }).map({ corpus.path(of: $0) }) else {
      throw ExperimentError.unusablePlan("reference '\(track)' is not here; fetch the corpus")
    }
    return (
      try readMono(path, at: rate, from: start, duration: duration).audio,
      try enrolledSignature(of: path, with: strategy).signature
    )
  }
}
