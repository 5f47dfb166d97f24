internal import AudioFiles
public import Corpora
internal import Experiments
internal import Fingerprinting
internal import LiveMatching

extension Replay {
  /// The scores that searches of foreign recordings reach, when nothing is ever accepted.
  ///
  /// - Parameters:
  ///   - tracks: what is played.
  ///   - options: how.
  ///   - jobs: recordings played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: one row for each search that found anything.
  /// - Throws: what reading and matching throw.
  public func trace(
    _ tracks: [CorpusTrack], _ options: ForeignOptions = ForeignOptions(), jobs: Int,
    progress: @Sendable (Int) -> Void
  ) async throws -> [SearchTrace] {
    try await orderedMap(tracks, width: jobs, progress: progress) { track in
      let (audio, _) = try readMono(corpus.path(of: track), at: plan.workingRate)
      return try chains(options.conditions).flatMap { chain in
        let heard = try self.degraded(audio, track.id.rawValue, chain)
        let label = chain.condition.label
        var traces = try self.trace(
          heard, name: "\(track.id)", recording: nil, condition: label)
        if let split = track.split, options.attempts.contains(split) {
          for (number, piece) in self.attempts(heard).enumerated() {
            traces += try self.trace(
              piece, name: "\(track.id) attempt \(number)", recording: nil, condition: label)
          }
        }
        return traces
      }
    }.flatMap(\.self)
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
    try await orderedMap(planned(), width: jobs, progress: progress) { stream in
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
    }.flatMap(\.self)
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
            position: best.alignment.referenceStart.value,
            skew: best.alignment.assumedFrequencySkew,
            isRight: recording.map { recordings[best.track] == $0 }))
      }
    }
    return traces
  }
}
