internal import AudioFiles
public import Corpora
internal import Experiments
internal import Fingerprinting
internal import LiveMatching

extension Replay {
  /// How recordings that are not enrolled are played.
  public struct ForeignOptions: Sendable {
    /// The labels of the conditions; all of the plan's where none is named.
    public var conditions: [String]
    /// Splits whose recordings are also played as attempts of their own, each as long as the
    /// longest query: a listener that asks once and stops always hears a beginning.
    public var attempts: [Split]

    /// Joins the parts.
    public init(conditions: [String] = [], attempts: [Split] = []) {
      self.conditions = conditions
      self.attempts = attempts
    }
  }

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
  ///   - options: how.
  ///   - jobs: recordings played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: outcomes by recording, then by condition, then as a whole before in attempts.
  /// - Throws: what reading and matching throw.
  public func playForeign(
    _ tracks: [CorpusTrack], _ options: ForeignOptions = ForeignOptions(), jobs: Int,
    progress: @Sendable (Int) -> Void
  ) async throws -> [ForeignOutcome] {
    try await orderedMap(tracks, width: jobs, progress: progress) { track in
      try self.play(foreign: track, options)
    }.flatMap(\.self)
  }

  private func play(
    foreign track: CorpusTrack, _ options: ForeignOptions
  ) throws -> [ForeignOutcome] {
    let (audio, _) = try readMono(corpus.path(of: track), at: plan.workingRate)
    return try chains(options.conditions).flatMap { chain in
      let heard = try degraded(audio, track.id.rawValue, chain)
      var outcomes = [try play([heard], of: track, chain)]
      if let split = track.split, options.attempts.contains(split) {
        outcomes.append(try play(attempts(heard), of: track, chain, inAttempts: true))
      }
      return outcomes
    }
  }

  /// The sound in pieces of the longest query; the last may be shorter.
  func attempts(_ audio: AudioBuffer) -> [AudioBuffer] {
    let length = Int(configuration.longestQuery * audio.sampleRate.hertz)
    return stride(from: 0, to: audio.samples.count, by: length).map { start in
      let end = min(audio.samples.count, start + length)
      return AudioBuffer(samples: Array(audio.samples[start..<end]), sampleRate: audio.sampleRate)
    }
  }

  private func play(
    _ pieces: [AudioBuffer], of track: CorpusTrack, _ chain: ConditionChain,
    inAttempts: Bool = false
  ) throws -> ForeignOutcome {
    var outcome = ForeignOutcome(
      condition: chain.condition.label, track: track.id.rawValue, recording: track.recording,
      split: track.split?.rawValue ?? "", isInAttempts: inAttempts)
    for piece in pieces {
      let played = try listen(to: piece)
      for case .started(let match) in played.events {
        outcome.alarms.append(
          ForeignOutcome.Alarm(
            time: outcome.seconds + match.decidedAt.value, track: match.track.rawValue,
            score: match.score, queryLength: match.queryLength.value))
      }
      outcome.processorSeconds += played.processorSeconds
      outcome.seconds += piece.duration.value
    }
    return outcome
  }
}
