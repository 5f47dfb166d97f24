public import Catalogs
public import Corpora
public import Experiments
public import Fingerprinting
internal import AudioFiles
internal import Foundation
public import LiveMatching

/// Plays a corpus to the live matcher: excerpts of enrolled recordings, and recordings that are not
/// enrolled as a whole, under the conditions of a plan.
///
/// Of the plan are taken: corpus, noise, conditions, seed and working rate; `queriesPerCell` as the
/// number of streams for each condition, and the longest query length as theirs; `split`.
public struct Replay: Sendable {
  /// What is played.
  public let plan: Plan
  /// The corpus that the plan names.
  public let corpus: Corpus
  /// When streams are searched, and what counts as found.
  public let configuration: StreamMatcherConfiguration
  private let chains: [ConditionChain]
  private let resources: StandardResources
  private let strategy: any FingerprintStrategy
  private let index: any SignatureIndex
  /// The recording of each track of the index.
  private let recordings: [TrackID: String]

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - plan: what is played.
  ///   - corpus: the corpus that the plan names.
  ///   - chains: the plan's conditions, ready to be applied.
  ///   - resources: where noise comes from.
  ///   - strategy: made the index.
  ///   - index: holds recordings of the corpus.
  ///   - tracks: the index's tracks, whose paths say which of the corpus they are.
  ///   - configuration: when streams are searched, and what counts as found.
  public init(
    _ plan: Plan, corpus: Corpus, chains: [ConditionChain], resources: StandardResources,
    strategy: any FingerprintStrategy, index: any SignatureIndex, tracks: [CatalogTrack],
    configuration: StreamMatcherConfiguration
  ) {
    self.plan = plan
    self.corpus = corpus
    self.chains = chains
    self.resources = resources
    self.strategy = strategy
    self.index = index
    self.configuration = configuration
    let byPath = Dictionary(
      corpus.present.map { (corpus.path(of: $0).bytes, $0.recording) },
      uniquingKeysWith: { first, _ in first })
    var recordings: [TrackID: String] = [:]
    for track in tracks {
      recordings[track.id] = track.paths.lazy.compactMap { byPath[$0.bytes] }.first
    }
    self.recordings = recordings
  }

  /// How many of the corpus's recordings the index holds.
  public var enrolled: Int { Set(recordings.values).count }

  // MARK: Streams of enrolled recordings

  /// One stream of an enrolled recording, before it is played.
  struct Planned: Sendable {
    var number: Int
    var track: CorpusTrack
    var start: Seconds
  }

  /// The streams, the same for all conditions.
  func planned() -> [Planned] {
    let length = streamLength.value
    let held = Set(recordings.values)
    let tracks = corpus.tracks(role: .reference, split: plan.split).filter {
      held.contains($0.recording) && $0.duration.value >= length * 1.1 + 1
    }
    guard !tracks.isEmpty else { return [] }
    return (0..<plan.queriesPerCell).map { number in
      var generator = plan.seed.deriving("stream \(number)").generator
      let track = tracks[generator.integer(below: tracks.count)]
      let latest = track.duration.value - length * 1.1 - 1
      return Planned(
        number: number, track: track, start: Seconds(generator.uniform(in: 0...latest)))
    }
  }

  var streamLength: Seconds { plan.queryLengths.last ?? Seconds(20) }

  /// Plays the streams of enrolled recordings.
  ///
  /// - Parameters:
  ///   - jobs: streams played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: one outcome for each stream and condition, by stream, then by condition.
  /// - Throws: what reading and matching throw.
  public func playEnrolled(
    jobs: Int, progress: @Sendable (Int) -> Void
  ) async throws -> [StreamOutcome] {
    var outcomes: [StreamOutcome] = []
    var done = 0
    try await orderedForEach(planned(), width: jobs) { stream in
      try self.play(stream)
    } consume: { _, played in
      outcomes += played
      done += 1
      progress(done)
    }
    return outcomes
  }

  private func play(_ stream: Planned) throws -> [StreamOutcome] {
    let reach = Seconds(streamLength.value * 1.1 + 0.5)
    let (audio, _) = try readMono(
      corpus.path(of: stream.track), at: plan.workingRate, from: stream.start, duration: reach)
    var outcomes: [StreamOutcome] = []
    for chain in chains {
      let excerpt = Excerpt(
        source: "stream \(stream.number) of '\(stream.track.id)'", audio: audio,
        truth: .present([
          Occurrence(
            track: stream.track.id, alignment: Alignment(referenceStart: stream.start))
        ])
      ).prefix(chain.sourceDuration(forQuery: streamLength))
      let seed = plan.seed.deriving("condition \(chain.digest)").deriving("stream \(stream.number)")
      let degraded = try chain.apply(to: excerpt, seed: seed, resources: resources).excerpt
        .prefix(streamLength)
      guard case .present(let truths) = degraded.truth, let truth = truths.first else { continue }
      outcomes.append(
        try play(
          degraded.audio, condition: chain.condition.label, stream: stream,
          truth: truth.alignment))
    }
    return outcomes
  }

  private func play(
    _ audio: AudioBuffer, condition: String, stream: Planned, truth: Alignment
  ) throws -> StreamOutcome {
    var outcome = StreamOutcome(
      condition: condition, stream: stream.number, track: stream.track.id.rawValue,
      recording: stream.track.recording)
    func expected(at time: Seconds) -> Double {
      truth.referenceStart.value + truth.timeScale * time.value
    }
    let (events, work) = try events(of: audio)
    outcome.processorSeconds = work
    for event in events {
      guard case .started(let match) = event else { continue }
      outcome.starts += 1
      guard recordings[match.track] == stream.track.recording else {
        outcome.wrongStarts += 1
        continue
      }
      if outcome.firstRight == nil { outcome.firstRight = match.decidedAt.value }
    }
    for event in events {
      let match: LiveMatch
      switch event {
      case .started(let found), .updated(let found): match = found
      default: continue
      }
      guard recordings[match.track] == stream.track.recording else { continue }
      let error =
        match.line.reference(at: match.decidedAt).value - expected(at: match.decidedAt)
      if abs(error) <= plan.decision.offsetTolerance.value {
        if outcome.firstAligned == nil {
          outcome.firstAligned = match.decidedAt.value
          outcome.offsetError = error
        }
        outcome.skewError = match.frequencySkew - truth.frequencySkew
      }
    }
    return outcome
  }

  /// What a stream shows, in pieces of a fortieth of a second; and the processor time that it took.
  private func events(of audio: AudioBuffer) throws -> ([MatchEvent], Double) {
    var live = LiveStream(
      try StreamMatcher(strategy: strategy, index: index, configuration: configuration))
    let began = threadSeconds()
    let piece = Int(audio.sampleRate.hertz / 40)
    var events: [MatchEvent] = []
    for start in stride(from: 0, to: audio.samples.count, by: piece) {
      let part = Array(audio.samples[start..<min(audio.samples.count, start + piece)])
      events += try live.take(
        PCMBuffer(AudioBuffer(samples: part, sampleRate: audio.sampleRate)))
    }
    events += try live.finish()
    return (events, threadSeconds() - began)
  }

  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  // MARK: Recordings that are not enrolled

  /// Recordings that the index does not hold, and none of whose sound it holds.
  ///
  /// - Parameter splits: which splits they may be of.
  /// - Returns: the tracks, by ID; references that are not enrolled count as well.
  public func foreign(splits: [Split]) -> [CorpusTrack] {
    let held = Set(recordings.values)
    let sharing = Set(
      corpus.present.filter { held.contains($0.recording) }.flatMap(\.sharesAudioWith))
    return corpus.present.filter { track in
      guard let split = track.split, splits.contains(split), track.role != .noise else {
        return false
      }
      return !held.contains(track.recording) && !sharing.contains(track.recording)
        && !track.sharesAudioWith.contains { held.contains($0) }
    }
  }

  /// Plays whole recordings that are not enrolled.
  ///
  /// - Parameters:
  ///   - tracks: what is played.
  ///   - jobs: recordings played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: one outcome for each recording and condition, by recording, then by condition.
  /// - Throws: what reading and matching throw.
  public func playForeign(
    _ tracks: [CorpusTrack], jobs: Int, progress: @Sendable (Int) -> Void
  ) async throws -> [ForeignOutcome] {
    var outcomes: [ForeignOutcome] = []
    var done = 0
    try await orderedForEach(tracks, width: jobs) { track in
      try self.play(foreign: track)
    } consume: { _, played in
      outcomes += played
      done += 1
      progress(done)
    }
    return outcomes
  }

  private func play(foreign track: CorpusTrack) throws -> [ForeignOutcome] {
    let (audio, _) = try readMono(corpus.path(of: track), at: plan.workingRate)
    return try chains.map { chain in
      let seed = plan.seed.deriving("condition \(chain.digest)").deriving(track.id.rawValue)
      let excerpt = Excerpt(source: "'\(track.id)'", audio: audio, truth: .absent)
      let degraded = try chain.apply(to: excerpt, seed: seed, resources: resources).excerpt
      let (events, work) = try events(of: degraded.audio)
      var outcome = ForeignOutcome(
        condition: chain.condition.label, track: track.id.rawValue, recording: track.recording,
        split: track.split?.rawValue ?? "", seconds: degraded.audio.duration.value)
      outcome.processorSeconds = work
      for case .started(let match) in events {
        outcome.alarms.append(
          ForeignOutcome.Alarm(
            time: match.decidedAt.value, track: match.track.rawValue, score: match.score,
            queryLength: match.queryLength.value))
      }
      return outcome
    }
  }

  /// The scores that searches of foreign recordings reach, when nothing is ever accepted.
  ///
  /// - Parameters:
  ///   - tracks: what is played.
  ///   - jobs: recordings played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: one row for each search that found anything.
  /// - Throws: what reading and matching throw.
  public func trace(
    _ tracks: [CorpusTrack], jobs: Int, progress: @Sendable (Int) -> Void
  ) async throws -> [SearchTrace] {
    var traces: [SearchTrace] = []
    var done = 0
    try await orderedForEach(tracks, width: jobs) { track in
      let (audio, _) = try readMono(corpus.path(of: track), at: plan.workingRate)
      return try chains.flatMap { chain in
        let seed = plan.seed.deriving("condition \(chain.digest)").deriving(track.id.rawValue)
        let excerpt = Excerpt(source: "'\(track.id)'", audio: audio, truth: .absent)
        let degraded = try chain.apply(to: excerpt, seed: seed, resources: resources).excerpt
        return try self.trace(
          degraded.audio, name: track.id.rawValue, recording: nil,
          condition: chain.condition.label)
      }
    } consume: { _, found in
      traces += found
      done += 1
      progress(done)
    }
    return traces
  }

  /// The scores that searches of enrolled recordings reach, when nothing is ever accepted.
  ///
  /// - Parameters:
  ///   - jobs: streams played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: one row for each search that found anything.
  /// - Throws: what reading and matching throw.
  public func traceEnrolled(
    jobs: Int, progress: @Sendable (Int) -> Void
  ) async throws -> [SearchTrace] {
    var traces: [SearchTrace] = []
    var done = 0
    try await orderedForEach(planned(), width: jobs) { stream in
      let (audio, _) = try readMono(
        corpus.path(of: stream.track), at: plan.workingRate, from: stream.start,
        duration: Seconds(streamLength.value * 1.1 + 0.5))
      return try chains.flatMap { chain in
        let excerpt = Excerpt(source: "stream \(stream.number)", audio: audio, truth: .absent)
          .prefix(chain.sourceDuration(forQuery: streamLength))
        let seed = plan.seed.deriving("condition \(chain.digest)").deriving(
          "stream \(stream.number)")
        let degraded = try chain.apply(to: excerpt, seed: seed, resources: resources).excerpt
        return try self.trace(
          degraded.prefix(streamLength).audio, name: "\(stream.number)",
          recording: stream.track.recording, condition: chain.condition.label)
      }
    } consume: { _, found in
      traces += found
      done += 1
      progress(done)
    }
    return traces
  }

  private func trace(
    _ audio: AudioBuffer, name: String, recording: String?, condition: String
  ) throws -> [SearchTrace] {
    let tracing = TracingIndex(index)
    var live = LiveStream(
      try StreamMatcher(
        strategy: strategy, index: tracing, configuration: configuration.accepting(atLeast: 1e9)))
    var traces: [SearchTrace] = []
    let piece = max(1, Int(audio.sampleRate.hertz * configuration.step))
    for start in stride(from: 0, to: audio.samples.count, by: piece) {
      let end = min(audio.samples.count, start + piece)
      let part = Array(audio.samples[start..<end])
      _ = try live.take(PCMBuffer(AudioBuffer(samples: part, sampleRate: audio.sampleRate)))
      for entry in tracing.take() {
        guard let best = entry.candidates.first else { continue }
        traces.append(
          SearchTrace(
            condition: condition, name: name, time: Double(end) / audio.sampleRate.hertz,
            queryLength: entry.queryLength, track: best.track.rawValue, score: best.score,
            runnerUp: entry.candidates.dropFirst().first?.score ?? 0,
            isRight: recording.map { recordings[best.track] == $0 }))
      }
    }
    return traces
  }
}
