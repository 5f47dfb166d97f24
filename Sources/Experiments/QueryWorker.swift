internal import AudioFiles
internal import Corpora
internal import Fingerprinting

/// Cuts the queries of a track, degrades and asks them: the work that is done in parallel.
struct QueryWorker: Sendable {
  let experiment: Experiment
  /// In the order of the variants.
  let recognizers: [any Recognizer]

  /// Queries whose sound one worker has in memory at once.
  static let queriesPerJob = 8

  /// Queries of one track with what is still to be answered.
  struct Job: Sendable {
    var track: CorpusTrack
    var items: [Item]

    struct Item: Sendable {
      var query: PlannedQuery
      /// Where an earlier session cut it.
      var start: Seconds?
      /// The trials without an answer, in the order of the plan.
      var trials: [Trial]
    }
  }

  /// A query with its sound as it is in the file.
  struct CutQuery: Sendable {
    var query: PlannedQuery
    /// Absent where no place is loud enough.
    var start: Seconds?
    /// `PlannedQuery.reach` of sound, or less where the file ends early.
    var audio: AudioBuffer
    /// Why a recording cannot be asked.
    var failure: String?
  }

  /// Cuts each query at its first audible place.
  func cut(_ queries: [(query: PlannedQuery, start: Seconds?)]) throws -> [CutQuery] {
    guard let track = queries.first?.query.track else { return [] }
    let rate = experiment.plan.workingRate
    let recorded = queries.first?.query.recorded
    let path = recorded?.path ?? experiment.corpus.path(of: track)
    var cuts = queries.map {
      CutQuery(query: $0.query, start: nil, audio: AudioBuffer(samples: [], sampleRate: rate))
    }
    var pending = Array(cuts.indices)
    for attempt in 0..<PlannedQuery.tries where !pending.isEmpty {
      let starts = pending.map {
        queries[$0].start ?? queries[$0].query.start(at: rate, try: attempt)
      }
      let windows = zip(pending, starts).map { place, start in
        // A start may have been read from a file: nothing lies beyond what 32 bits can count.
        let first = Int(UInt32(saturating: ((start ?? .zero).value * rate.hertz).rounded()))
        let reach = PlannedQuery.reach(for: queries[place].query.length)
        return first..<first + Int((reach.value * rate.hertz).rounded())
      }
      let pieces: [[Float]]
      do {
        pieces = try readWindows(windows, of: path, at: rate)
      } catch let error as AudioFileError where recorded != nil {
        // One bad recording is left out; a bad reference would make every figure wrong.
        for place in pending { (cuts[place].start, cuts[place].failure) = (.zero, "\(error)") }
        return cuts
      }
      var silent: [Int] = []
      for (position, place) in pending.enumerated() {
        let audio = AudioBuffer(samples: pieces[position], sampleRate: rate)
        let nominal = Excerpt(source: "", audio: audio, truth: .absent)
          .prefix(queries[place].query.length)
        if queries[place].start != nil || recorded != nil
          || nominal.audio.meanSquare >= PlannedQuery.silence
        {
          cuts[place].start = starts[position]
          cuts[place].audio = audio
        } else {
          silent.append(place)
        }
      }
      pending = silent
    }
    return cuts
  }

  /// A query as a recognizer hears it, or why it cannot be asked.
  enum Degraded {
    case asked(Excerpt, draws: JSONValue)
    case excluded(reason: String)
  }

  /// Applies a condition to a query; the same sound whoever is asked.
  func degrade(_ cut: CutQuery, under chain: ConditionChain) throws -> Degraded {
    if let failure = cut.failure { return .excluded(reason: failure) }
    let (query, start) = (cut.query, cut.start ?? .zero)
    let occurrences = query.truth(cutAt: start)
    let excerpt = Excerpt(
      source: "query '\(query.id)' (\(query.length.value) s from \(start.value) s of "
        + "'\(query.track.id)')",
      audio: cut.audio, truth: occurrences.isEmpty ? .absent : .present(occurrences)
    ).prefix(chain.sourceDuration(forQuery: query.length))
    let seed = experiment.plan.seed.deriving("condition \(chain.digest)")
      .deriving(query.id.rawValue).deriving("\(query.length.value)")
    let degraded: Excerpt
    let draws: JSONValue
    do {
      (degraded, draws) = try chain.apply(
        to: excerpt, seed: seed, resources: experiment.resources)
    } catch let error {
      // A codec that was stopped because the run was is no failure of the condition.
      try Task.checkCancellation()
      guard case .silentExcerpt = error else { throw error }
      return .excluded(reason: "\(error)")
    }
    let result = degraded.prefix(query.length)
    let wanted = (query.length.value * result.audio.sampleRate.hertz).rounded()
    if Double(result.audio.samples.count) < wanted - 1 {
      return .excluded(
        reason: "the file ends early: \(result.audio.duration.value) s of sound are left")
    }
    if result.audio.meanSquare < 1e-12 {
      return .excluded(reason: "the condition left silence")
    }
    return .asked(result, draws: draws)
  }

  /// Does a job.
  ///
  /// - Parameter job: queries of one track.
  /// - Returns: where the queries were cut, and the answers.
  /// - Throws: `AudioFileError`, `AugmentationError`, or `CancellationError`.
  func work(_ job: Job) async throws -> (cuts: [RunStore.Cut], outcomes: [Outcome]) {
    let cuts = try cut(job.items.map { ($0.query, $0.start) })
    var outcomes: [Outcome] = []
    for (item, cut) in zip(job.items, cuts) where cut.start != nil {
      for (condition, chain) in experiment.chains.enumerated() {
        let trials = item.trials.filter { $0.condition == condition }
        if trials.isEmpty { continue }
        try Task.checkCancellation()
        let degraded = try degrade(cut, under: chain)
        for trial in trials { outcomes.append(try await ask(cut, degraded, in: trial)) }
      }
    }
    return (cuts.map { RunStore.Cut(query: $0.query, start: $0.start) }, outcomes)
  }

  private func ask(_ cut: CutQuery, _ degraded: Degraded, in trial: Trial) async throws -> Outcome {
    let query = cut.query
    switch degraded {
    case .excluded(let reason):
      return Outcome(trial: trial.id, query: query.id, status: .excluded, failure: reason)
    case .asked(let excerpt, let draws):
      let truth: [Occurrence] =
        if case .present(let occurrences) = excerpt.truth { occurrences } else { [] }
      var outcome: Outcome
      do {
        let answer = try await recognizers[trial.variant].identify(excerpt.audio)
        outcome = try Outcome(
          trial: trial.id, query: query.id, answer: answer, truth: truth,
          keep: experiment.plan.keep)
      } catch {
        // A cancelled recognizer is no failed one.
        try Task.checkCancellation()
        outcome = Outcome(trial: trial.id, query: query.id, status: .failed, failure: "\(error)")
      }
      outcome.change = TruthChange(
        from: query.truth(cutAt: cut.start ?? .zero), to: truth)
      outcome.achievedSNR = excerpt.achievedSNR.map { Rounding.decibel($0) }
      outcome.draws = try canonicalJSON(draws)
      return outcome
    }
  }
}
