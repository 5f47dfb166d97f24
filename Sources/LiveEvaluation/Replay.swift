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
  let chains: [ConditionChain]
  let resources: StandardResources
  let strategy: any FingerprintStrategy
  let index: any SignatureIndex
  /// The recording of each track of the index.
  let recordings: [TrackID: String]

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
    try await orderedMap(planned(), width: jobs, progress: progress) { stream in
      try await self.play(stream)
    }.flatMap(\.self)
  }

  private func play(_ stream: Planned) async throws -> [StreamOutcome] {
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
        try await play(
          degraded.audio, condition: chain.condition.label, stream: stream,
          truth: truth.alignment))
    }
    return outcomes
  }

  private func play(
    _ audio: AudioBuffer, condition: String, stream: Planned, truth: Alignment
  ) async throws -> StreamOutcome {
    var outcome = StreamOutcome(
      condition: condition, stream: stream.number, track: stream.track.id.rawValue,
      recording: stream.track.recording)
    func expected(at time: Seconds) -> Double {
      truth.referenceStart.value + truth.timeScale * time.value
    }
    let played = try listen(to: audio, pieces: Self.pieces[stream.number % Self.pieces.count])
    outcome.processorSeconds = played.processorSeconds
    for (event, delay) in zip(played.events, played.delays) {
      guard case .started(let match) = event else { continue }
      outcome.starts += 1
      let recording = recordings[match.track]
      guard recording == stream.track.recording else {
        // What shares sound with it is no wrong answer, and no right one.
        if recording.map({ !shareSound($0, stream.track) }) ?? true { outcome.wrongStarts += 1 }
        continue
      }
      if outcome.firstRight == nil {
        outcome.firstRight = match.decidedAt.value
        outcome.decisionSeconds = delay
      }
    }
    for event in played.events {
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
        outcome.skewError = match.frequencySkew - truth.assumedFrequencySkew
      }
    }
    try await compare(played.signature, audio, &outcome)
    return outcome
  }

  /// Whether a recording shares sound with a track.
  private func shareSound(_ recording: String, _ track: CorpusTrack) -> Bool {
    track.sharesAudioWith.contains(recording)
      || corpus.present.contains {
        $0.recording == recording && $0.sharesAudioWith.contains(track.recording)
      }
  }

  /// Compares signature and answer of a whole stream with those of the same sound asked at once,
  /// the way `soundmark run` asks.
  private func compare(
    _ signature: Signature, _ audio: AudioBuffer, _ outcome: inout StreamOutcome
  ) async throws {
    let rate = strategy.requirements.sampleRate
    let samples = try Resampler.resample(audio.samples, from: audio.sampleRate, to: rate)
    outcome.hasOfflineSignature = try strategy.signature(of: samples.span) == signature
    let offline = try await StrategyRecognizer(strategy: strategy, index: index).identify(audio)
    let live = signature.isEmpty ? [] : try index.search(signature, limit: 5).candidates
    outcome.hasOfflineAnswer = live == offline.candidates
  }

  /// Frames in a piece, by turns: what comes out does not depend on it.
  private static let pieces = [1_102, 64, 441, 4_096, 44_100]

  /// What a stream showed.
  struct Played {
    var events: [MatchEvent] = []
    /// For each event the seconds that the call took that returned it.
    var delays: [Double] = []
    /// The signature of the stream, or of the latest part that is kept.
    var signature: Signature
    var processorSeconds: Double
  }

  /// Plays sound to the live matcher, some frames at a time.
  func listen(to audio: AudioBuffer, pieces: Int = 1_102) throws -> Played {
    var live = LiveStream(
      try StreamMatcher(strategy: strategy, index: index, configuration: configuration))
    var played = Played(signature: live.signature(from: .zero), processorSeconds: 0)
    let began = Self.threadSeconds()
    for start in stride(from: 0, to: audio.samples.count, by: pieces) {
      let part = Array(audio.samples[start..<min(audio.samples.count, start + pieces)])
      let buffer = PCMBuffer(AudioBuffer(samples: part, sampleRate: audio.sampleRate))
      let called = ContinuousClock.now
      let events = try live.take(buffer)
      guard !events.isEmpty else { continue }
      let delay = (ContinuousClock.now - called) / .seconds(1)
      played.events += events
      played.delays += events.map { _ in delay }
    }
    let last = try live.finish()
    played.events += last
    played.delays += last.map { _ in 0 }
    played.processorSeconds = Self.threadSeconds() - began
    played.signature = live.signature(from: .zero)
    return played
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The conditions of these labels, in the plan's order; all where none is named.
  func chains(_ labels: [String]) -> [ConditionChain] {
    labels.isEmpty ? chains : chains.filter { labels.contains($0.condition.label) }
  }

  /// A recording under a condition; its draws depend on nothing else.
  func degraded(_ audio: AudioBuffer, _ name: String, _ chain: ConditionChain) throws -> AudioBuffer
  {
    let seed = plan.seed.deriving("condition \(chain.digest)").deriving(name)
    let excerpt = Excerpt(source: "'\(name)'", audio: audio, truth: .absent)
    return try chain.apply(to: excerpt, seed: seed, resources: resources).excerpt.audio
  }
}
