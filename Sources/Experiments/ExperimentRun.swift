internal import AudioFiles
internal import Catalogs
internal import Checksums
internal import Corpora
internal import Fingerprinting
internal import Foundation
internal import Indexing

extension Experiment {
  /// Runs what the store does not hold yet.
  ///
  /// Laws: whatever `jobs` is, and however often the run was stopped and begun again, the record
  /// is the same but for times. Cancelling the task stops the run soon; all that was committed
  /// stays.
  ///
  /// - Parameters:
  ///   - store: where answers are kept.
  ///   - jobs: pieces of work done at once.
  ///   - shard: which part of the queries is asked; references are enrolled whole, and the first
  ///     shard alone times latency.
  ///   - progress: told of every piece of work; called one at a time.
  /// - Returns: the finished record.
  /// - Throws: `CancellationError` where the task was cancelled, `ExperimentError` where another
  ///   program is running an experiment in the store's folder, or what cannot be read or done.
  public func run(
    in store: RunStore, jobs: Int = 1, shard: Shard = .whole,
    progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async throws -> RunRecord {
    // What was found out while the run was being stopped, such as a version, is not to be kept.
    try Task.checkCancellation()
    let lock = try RunLock(store.folder)
    let record = try await runLocked(in: store, jobs: jobs, shard: shard, progress: progress)
    // Held until here.
    _ = consume lock
    return record
  }

  private func runLocked(
    in store: RunStore, jobs: Int, shard: Shard, progress: @escaping @Sendable (RunProgress) -> Void
  ) async throws -> RunRecord {
    let clock = ContinuousClock()
    let began = clock.now
    var provenance = try provenance()
    let session = try await store.begin(try layout(), provenance: provenance)
    try await enrol(in: store, jobs: jobs, progress: progress)
    let (recognizers, enrolment, enrolmentWarnings) = try await buildIndexes(
      from: store, progress: progress)
    provenance.warnings += enrolmentWarnings
    try await store.note(provenance)
    let worker = QueryWorker(experiment: self, recognizers: recognizers)
    try await answer(with: worker, in: store, jobs: jobs, shard: shard, progress: progress)
    if shard.number == 1 {
      try await LatencyPass(worker: worker, enrolment: enrolment, store: store)
        .run(progress: progress)
    }
    try await store.end(session: session, seconds: (clock.now - began).inSeconds)
    return try await store.record()
  }

  private func layout() throws -> RunLayout {
    RunLayout(
      trials: trials.map {
        RunLayout.Trial(
          id: $0.id, variant: variants[$0.variant].label,
          condition: chains[$0.condition].condition.label, length: $0.length)
      },
      costs: try costs(), source: source,
      queries: queries.map { CutKey(query: $0.id, length: $0.length) })
  }

  /// The rows of costs, in the order of the plan.
  func costs() throws -> [RunLayout.Cost] {
    try variants.flatMap { variant in
      try plan.queryLengths.map { length in
        let ingredients = [
          source, try canonicalJSON(variant.identity), "\(length.value)",
          chains.first?.digest ?? "", "\(plan.latencyQueries)", "\(plan.queriesPerCell)",
        ]
        return RunLayout.Cost(
          key: SHA256.hexDigest(of: Data(try canonicalJSON(ingredients).utf8)),
          variant: variant.label, length: length)
      }
    }
  }

  // MARK: references

  /// A file that is decoded once for strategies of one sample rate.
  private struct Extraction: Sendable {
    var strategies: [any FingerprintStrategy]
    var track: CorpusTrack
  }

  /// What the store has no signature of, and the number of all signatures.
  private func openExtractions(
    in store: RunStore
  ) async throws -> (work: [Extraction], total: Int) {
    var work: [Extraction] = []
    var places: [String: Int] = [:]
    var total = 0
    var seen: Set<ComponentIdentity> = []
    for variant in variants where seen.insert(variant.strategy.identity).inserted {
      var known = try await store.enrolled(by: variant.strategy.identity)
      let rate = variant.strategy.requirements.sampleRate
      for track in references {
        total += 1
        // Two tracks may be one file.
        guard known.insert(track.sha256).inserted else { continue }
        let key = "\(track.sha256) \(rate)"
        if let place = places[key] {
          work[place].strategies.append(variant.strategy)
        } else {
          places[key] = work.count
          work.append(Extraction(strategies: [variant.strategy], track: track))
        }
      }
    }
    return (work, total)
  }

  /// Extracts each reference that the store has no signature of.
  private func enrol(
    in store: RunStore, jobs: Int, progress: @escaping @Sendable (RunProgress) -> Void
  ) async throws {
    let (work, total) = try await openExtractions(in: store)
    let found = total - work.reduce(0) { $0 + $1.strategies.count }
    var state = RunProgress(phase: .references, done: found, total: total, found: found)
    progress(state)
    let corpus = corpus
    var unreadable: [String] = []
    try await orderedForEach(work, width: jobs) {
      work -> Result<[RunStore.Enrolled], any Error> in
      do {
        return .success(try Self.extract(work, from: corpus))
      } catch {
        try Task.checkCancellation()
        return .failure(error)
      }
    } consume: { place, result in
      let done = work[place]
      switch result {
      case .success(let enrolled):
        for (enrolled, strategy) in zip(enrolled, done.strategies) {
          try await store.enrol(enrolled, of: done.track.sha256, by: strategy.identity)
        }
      case .failure(let error): unreadable.append("track '\(done.track.id)': \(error)")
      }
      state.done += done.strategies.count
      state.current = done.track.title
      progress(state)
    }
    if !unreadable.isEmpty {
      throw ExperimentError.unusablePlan(
        "references of corpus '\(corpus.manifest.name)' cannot be enrolled; mend them or take them "
          + "out of the manifest. All others are kept.\n  "
          + unreadable.joined(separator: "\n  "))
    }
  }

  private static func extract(
    _ work: Extraction, from corpus: Corpus
  ) throws -> [RunStore.Enrolled] {
    let (enrolled, report) = try enrolledSignatures(
      of: corpus.path(of: work.track), with: work.strategies)
    return try zip(enrolled, work.strategies).map { enrolled, strategy in
      let (signature, seconds) = enrolled
      let encoded = signature.encoded
      let odd =
        signature.isEmpty
        ? [whyNothingCanBeMatched(report, strategy)]
        : try doubts(about: signature, report, strategy)
      return RunStore.Enrolled(
        signature: encoded, checksum: CRC32.checksum(of: encoded), seconds: seconds,
        warnings: report.warnings + odd)
    }
  }

  /// Builds the index of each variant, references inserted in the order of their names.
  private func buildIndexes(
    from store: RunStore, progress: @Sendable (RunProgress) -> Void
  ) async throws -> (recognizers: [any Recognizer], enrolment: [Double], warnings: [String]) {
    let clock = ContinuousClock()
    var recognizers: [any Recognizer] = []
    var enrolment: [Double] = []
    var warnings: [String] = []
    // Variants that differ in how they ask share an index.
    var built: [ComponentIdentity: (index: any SignatureIndex, seconds: Double)] = [:]
    for (place, variant) in variants.enumerated() {
      progress(RunProgress(phase: .indexes, done: place, total: variants.count))
      let strategy = variant.strategy
      if let (index, seconds) = built[strategy.identity] {
        recognizers.append(try recognizer(variant, index))
        enrolment.append(seconds)
        continue
      }
      var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
      var seconds = 0.0
      for track in references {
        try Task.checkCancellation()
        guard let enrolled = try await store.enrolled(track.sha256, by: strategy.identity),
          enrolled.checksum == CRC32.checksum(of: enrolled.signature)
        else {
          throw ExperimentError.invalid(
            path: store.folder.appending("run.sqlite"),
            problem:
              "the signature of track '\(track.id)' is damaged; remove the file and run again")
        }
        seconds += enrolled.seconds
        for warning in enrolled.warnings {
          let line = "reference '\(track.id)': \(warning)"
          if !warnings.contains(line) { warnings.append(line) }
        }
        let began = clock.now
        try builder.insert(try Signature(decoding: enrolled.signature), as: track.id)
        seconds += (clock.now - began).inSeconds
      }
      let began = clock.now
      let index = try builder.freeze()
      seconds += (clock.now - began).inSeconds
      built[strategy.identity] = (index, seconds)
      recognizers.append(try recognizer(variant, index))
      enrolment.append(seconds)
    }
    progress(RunProgress(phase: .indexes, done: variants.count, total: variants.count))
    return (recognizers, enrolment, warnings)
  }

  /// A variant's recognizer on the index of its strategy.
  func recognizer(
    _ variant: Variant, _ index: any SignatureIndex
  ) throws -> any Recognizer {
    let plain = try StrategyRecognizer(
      strategy: variant.strategy, index: index, limit: plan.keep)
    guard let search = variant.skewSearch else { return plain }
    return try SkewSearchRecognizer(plain, search)
  }

  // MARK: queries

  /// Asks every query that has no answer yet.
  private func answer(
    with worker: QueryWorker, in store: RunStore, jobs: Int, shard: Shard,
    progress: @escaping @Sendable (RunProgress) -> Void
  ) async throws {
    let (work, answers, total) = try await openJobs(in: store, shard: shard)
    let found = total - answers
    var state = RunProgress(phase: .queries, done: found, total: total, found: found)
    progress(state)
    let source = source
    try await orderedForEach(work, width: jobs) {
      try await worker.work($0)
    } consume: {
      place, result in
      try await store.commit(result.cuts, result.outcomes, source: source)
      state.done += work[place].items.reduce(0) { $0 + $1.trials.count }
      state.current = work[place].track.title
      progress(state)
    }
  }

  /// What is left to do, by track, the number of answers missing, and that of all in the shard.
  private func openJobs(
    in store: RunStore, shard: Shard
  ) async throws -> ([QueryWorker.Job], missing: Int, total: Int) {
    let tracks = Set(queries.map(\.track.id)).sorted()
    let mine = Set(tracks.indices.filter(shard.holds).map { tracks[$0] })
    let starts = try await store.starts(source: source)
    var answered: [Set<QueryID>] = []
    for trial in trials { answered.append(try await store.answered(trial.id)) }
    var byTrack: [TrackID: [QueryWorker.Job.Item]] = [:]
    var missing = 0
    var total = 0
    for query in queries where mine.contains(query.track.id) {
      total += variants.count * chains.count
      let start = starts[CutKey(query: query.id, length: query.length)]
      if case .some(.none) = start { continue }
      let open = trials.indices.filter {
        trials[$0].length == query.length && !answered[$0].contains(query.id)
      }
      if open.isEmpty { continue }
      missing += open.count
      byTrack[query.track.id, default: []].append(
        QueryWorker.Job.Item(query: query, start: start ?? nil, trials: open.map { trials[$0] }))
    }
    var jobs: [QueryWorker.Job] = []
    for (_, items) in byTrack.sorted(by: { $0.key < $1.key }) {
      for part in items.parts(of: QueryWorker.queriesPerJob) {
        jobs.append(QueryWorker.Job(track: part[0].query.track, items: part))
      }
    }
    return (jobs, missing, total)
  }
}

extension Array {
  /// The elements in order, so many at a time.
  func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min(count, $0 + size)]) }
  }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
