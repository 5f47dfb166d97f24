internal import AudioFiles
internal import Corpora
internal import Experiments
internal import Fingerprinting
internal import LiveMatching

extension Replay {
  /// One set: the sound, and what it is made of.
  private struct StagedSet {
    var audio: AudioBuffer
    var parts: [SetOutcome]
  }

  private static let partsOfASet = 8
  private static let fade = 4.0

  /// Plays sets of enrolled recordings and compares their setlists with what was played.
  ///
  /// Each set has eight parts of 25 to 45 seconds, cut anywhere from different recordings, which
  /// follow each other at once, after silence, after a stranger and in a crossfade, by turns.
  ///
  /// - Parameters:
  ///   - count: how many sets.
  ///   - options: under which conditions; those that change the time scale are left out.
  ///   - jobs: sets played at once; changes no result.
  ///   - progress: told how many are done.
  /// - Returns: one outcome for each part, and the entries that belong to none, by set, then by
  ///   condition.
  /// - Throws: what reading and matching throw.
  public func playSets(
    _ count: Int, _ options: ForeignOptions = ForeignOptions(), jobs: Int,
    progress: @Sendable (Int) -> Void
  ) async throws -> (parts: [SetOutcome], strays: [FalseEntry]) {
    let sets = try await orderedMap(Array(0..<count), width: jobs, progress: progress) { number in
      try self.playSet(number, options)
    }
    return (sets.flatMap(\.parts), sets.flatMap(\.strays))
  }

  private func playSet(
    _ number: Int, _ options: ForeignOptions
  ) throws -> (parts: [SetOutcome], strays: [FalseEntry]) {
    guard let staged = try stage(number) else { return ([], []) }
    var all: (parts: [SetOutcome], strays: [FalseEntry]) = ([], [])
    for chain in chains(options.conditions) {
      let excerpt = Excerpt(
        source: "set \(number)", audio: staged.audio,
        truth: .present([
          Occurrence(track: TrackID(""), alignment: Alignment(referenceStart: .zero))
        ]))
      let seed = plan.seed.deriving("condition \(chain.digest)").deriving("set \(number)")
      let heard = try chain.apply(to: excerpt, seed: seed, resources: resources).excerpt
      guard case .present(let truths) = heard.truth, let truth = truths.first?.alignment,
        truth.timeScale == 1, truth.referenceStart == .zero
      else { continue }
      let label = chain.condition.label
      let entries = try listen(to: heard.audio).events.reduce(into: Setlist()) { $0.note($1) }
        .entries
      let judged = judge(entries, staged.parts, condition: label)
      all.parts += judged.parts
      all.strays += judged.strays
    }
    return all
  }

  /// Gives every entry to the part of the same recording that it overlaps most.
  private func judge(
    _ entries: [Setlist.Entry], _ parts: [SetOutcome], condition: String
  ) -> (parts: [SetOutcome], strays: [FalseEntry]) {
    var parts = parts
    var strays: [FalseEntry] = []
    for place in parts.indices { parts[place].condition = condition }
    for entry in entries {
      let (start, end) = (entry.start.value, entry.end.value)
      let place = parts.firstIndex {
        $0.recording == recordings[entry.track] && start < $0.end && end > $0.start
      }
      if let place {
        if parts[place].foundStart == nil {
          parts[place].foundStart = start
          parts[place].foundEnd = end
        } else {
          parts[place].repeats += 1
        }
      } else {
        strays.append(
          FalseEntry(
            condition: condition, set: parts.first?.set ?? 0, track: entry.track.rawValue,
            start: start, end: end))
      }
    }
    return (parts, strays)
  }

  // MARK: Making sets

  private func stage(_ number: Int) throws -> StagedSet? {
    var generator = plan.seed.deriving("set \(number)").generator
    let held = Set(recordings.values)
    var tracks = corpus.tracks(role: .reference, split: plan.split).filter {
      held.contains($0.recording) && $0.duration.value >= 50
    }
    var strangers = corpus.tracks(role: .outOfCatalogue, split: plan.split).filter {
      $0.duration.value >= 20
    }
    guard tracks.count >= Self.partsOfASet, strangers.count >= Self.partsOfASet else { return nil }
    let rate = plan.workingRate
    var samples: [Float] = []
    var parts: [SetOutcome] = []
    var seconds: Double { Double(samples.count) / rate.hertz }
    for place in 0..<Self.partsOfASet {
      let track = tracks.remove(at: generator.integer(below: tracks.count))
      tracks.removeAll {
        $0.recording == track.recording || $0.sharesAudioWith.contains(track.recording)
          || track.sharesAudioWith.contains($0.recording)
      }
      let length = generator.uniform(in: 25...45)
      var part = try cut(track, length, at: rate, &generator)
      let transitions = SetOutcome.Transition.allCases
      let transition: SetOutcome.Transition =
        place == 0 ? .cut : transitions[(place + number) % transitions.count]
      let gap = generator.uniform(in: 3...10)
      switch transition {
      case .cut: break
      case .silence: samples += [Float](repeating: 0, count: Int(gap * rate.hertz))
      case .stranger:
        let stranger = strangers.remove(at: generator.integer(below: strangers.count))
        samples += try cut(stranger, gap + 5, at: rate, &generator)
      case .crossfade:
        let overlap = min(Int(Self.fade * rate.hertz), part.count, samples.count)
        let first = samples.count - overlap
        for sample in 0..<overlap {
          let share = Float(sample) / Float(overlap)
          part[sample] = samples[first + sample] * (1 - share) + part[sample] * share
        }
        samples.removeLast(overlap)
      }
      let start = seconds
      samples += part
      parts.append(
        SetOutcome(
          condition: "", set: number, transition: transition, track: track.id.rawValue,
          recording: track.recording, start: start, end: seconds))
      if transition == .crossfade, parts.count > 1 {
        parts[parts.count - 2].end = start + Self.fade
      }
    }
    // A stranger at the end shows where the last one ends.
    let last = strangers.remove(at: generator.integer(below: strangers.count))
    samples += try cut(last, 15, at: rate, &generator)
    return StagedSet(audio: AudioBuffer(samples: samples, sampleRate: rate), parts: parts)
  }

  private func cut(
    _ track: CorpusTrack, _ length: Double, at rate: SampleRate,
    _ generator: inout SplitMix64
  ) throws -> [Float] {
    let start = generator.uniform(in: 0...max(0, track.duration.value - length - 1))
    let (audio, _) = try readMono(
      corpus.path(of: track), at: rate, from: Seconds(start), duration: Seconds(length))
    return audio.samples
  }
}
