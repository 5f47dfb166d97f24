internal import Corpora
internal import Fingerprinting

/// Chooses the queries of a plan.
///
/// Laws: a recording's draws depend on the plan's seed, the recording's name and the number of
/// the take alone. Adding queries, lengths, conditions, variants or tracks of other recordings
/// changes none of them, and neither does the order of the manifest.
struct QuerySelection {
  private(set) var queries: [PlannedQuery] = []
  /// What the reader must know, such as tracks left out.
  private(set) var warnings: [String] = []

  /// Chooses queries for every length of the plan.
  init(plan: Plan, corpus: Corpus) throws(ExperimentError) {
    let references = corpus.tracks(role: .reference)
    guard !references.isEmpty else {
      throw .unusablePlan(
        "corpus '\(corpus.manifest.name)' has no reference track here; fetch or make it with "
          + "'soundmark corpus'")
    }
    let groups = [
      (corpus.tracks(role: .reference, split: plan.split), plan.queriesPerCell, "queries"),
      (corpus.negatives(split: plan.split), plan.negativesPerCell, "negatives"),
    ]
    for (tracks, count, what) in groups {
      try choose(count, of: what, from: tracks, plan: plan, references: references)
    }
    if plan.split != .calibration, plan.decision.acceptAtLeast == nil {
      try choose(
        plan.calibrationNegativesPerCell, of: "calibration negatives",
        from: corpus.negatives(split: .calibration), plan: plan, references: references)
    }
    let sharing =
      corpus.tracks(role: .outOfCatalogue).count - corpus.negatives().count
    if sharing > 0 {
      warnings.append(
        "\(sharing) out-of-catalogue tracks share audio with references and are no negatives")
    }
    try refuseCollisions()
  }

  /// Spreads `count` takes over the recordings: everyone gets one before anyone gets another.
  private mutating func choose(
    _ count: Int, of what: String, from tracks: [CorpusTrack], plan: Plan,
    references: [CorpusTrack]
  ) throws(ExperimentError) {
    guard count > 0 else { return }
    let seed = plan.seed.deriving("queries")
    for length in plan.queryLengths {
      let reach = PlannedQuery.reach(for: length)
      let longEnough = tracks.filter { $0.duration >= reach }
      guard !longEnough.isEmpty else {
        let problem =
          "no track for \(what) of \(length.value) s: corpus '\(plan.corpus)' has \(tracks.count) "
          + "such tracks here, none with \(reach.value) s of sound"
        if what == "queries" { throw .unusablePlan(problem) }
        warnings.append(problem)
        continue
      }
      let recordings = Dictionary(grouping: longEnough) { TrackID($0.recording) }
        .map { name, tracks in
          (name: name, seed: seed.deriving(name.rawValue), tracks: tracks.sorted { $0.id < $1.id })
        }
        .sorted {
          let (left, right) = ($0.seed.deriving("order"), $1.seed.deriving("order"))
          return left == right ? $0.name < $1.name : left.rawValue < right.rawValue
        }
      for number in 0..<count {
        let recording = recordings[number % recordings.count]
        let take = recording.seed.deriving("take \(number / recordings.count)")
        var generator = take.deriving("track").generator
        let track = recording.tracks[generator.integer(below: recording.tracks.count)]
        let answers = references.filter { TrackID($0.recording) == recording.name }.map(\.id)
        queries.append(
          PlannedQuery(
            id: Self.name(of: take), length: length, split: track.split ?? plan.split,
            track: track,
            answers: answers.filter { $0 == track.id } + answers.filter { $0 != track.id },
            seed: take))
      }
    }
  }

  /// Eight digits of base 32 (without i, l, o and u): forty bits of the take's seed.
  private static func name(of seed: Seed) -> QueryID {
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return QueryID(
      String((0..<8).map { digits[Int(seed.rawValue >> UInt64(5 * $0) & 31)] }))
  }

  /// Two draws of one name would be one query; with a thousand queries that is a chance of one in
  /// two million, and another seed ends it.
  private func refuseCollisions() throws(ExperimentError) {
    var seen: Set<String> = []
    for query in queries where !seen.insert("\(query.length.value) \(query.id)").inserted {
      throw .unusablePlan("two queries are both called '\(query.id)'; choose another seed")
    }
  }
}
