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
  ///
  /// - Parameters:
  ///   - plan: says how many, how long and of which split.
  ///   - corpus: the tracks.
  ///   - recorded: the recordings that are asked where the plan says so.
  /// - Throws: `ExperimentError` where there is nothing to ask.
  init(
    plan: Plan, corpus: Corpus, recorded: RecordedQueries? = nil
  ) throws(ExperimentError) {
    let references = corpus.tracks(role: .reference)
    guard !references.isEmpty else {
      throw .unusablePlan(
        "corpus '\(corpus.manifest.name)' has no reference track here; fetch or make it with "
          + "'soundmark corpus'")
    }
    if let recorded {
      try choose(from: recorded, plan: plan)
    }
    let groups =
      recorded != nil
      ? []
      : [
        (corpus.tracks(role: .reference, split: plan.split), plan.queriesPerCell, "queries"),
        (corpus.negatives(split: plan.split), plan.negativesPerCell, "negatives"),
      ]
    for (tracks, count, what) in groups {
      try choose(count, of: what, from: tracks, plan: plan, references: references)
    }
    let isCalibrated = queries.contains { $0.split == .calibration }
    if plan.split != .calibration, plan.decision.acceptAtLeast == nil, !isCalibrated {
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

  /// Takes recordings in an order that the plan's seed and their names decide.
  private mutating func choose(
    from recorded: RecordedQueries, plan: Plan
  ) throws(ExperimentError) {
    let seed = plan.seed.deriving("recorded queries")
    let ordered = recorded.queries
      .map { (query: $0, order: seed.deriving($0.id).rawValue) }
      .sorted { ($0.order, TrackID($0.query.id)) < ($1.order, TrackID($1.query.id)) }
      .map(\.query)
    func pick(_ split: Split, enrolled: Bool, _ count: Int) -> ArraySlice<RecordedQuery> {
      ordered.filter { $0.split == split && $0.truth.isEmpty != enrolled }.prefix(count)
    }
    var picked =
      pick(plan.split, enrolled: true, plan.queriesPerCell)
      + pick(plan.split, enrolled: false, plan.negativesPerCell)
    guard !picked.isEmpty else {
      throw .unusablePlan(
        "no recorded query of split '\(plan.split.rawValue)' can be asked: the list of corpus "
          + "'\(plan.corpus)' has \(recorded.queries.count) that are here and "
          + "\(recorded.absent.count) that are not")
    }
    if plan.split != .calibration, plan.decision.acceptAtLeast == nil {
      picked += pick(.calibration, enrolled: false, plan.calibrationNegativesPerCell)
    }
    for length in plan.queryLengths {
      for query in picked {
        // A file's length is known when it is read; one that is too short is excluded then.
        let track = CorpusTrack(
          id: TrackID("query " + query.id), recording: query.recording, title: query.id,
          sha256: query.sha256, duration: PlannedQuery.reach(for: length), licence: "",
          file: query.id, role: .outOfCatalogue, split: query.split)
        queries.append(
          PlannedQuery(
            id: QueryID(query.id), length: length, split: query.split, track: track,
            answers: query.truth.map(\.track), seed: seed.deriving(query.id), recorded: query))
      }
    }
    if !recorded.absent.isEmpty {
      warnings.append(
        "\(recorded.absent.count) recorded queries are left out, the first "
          + "'\(recorded.absent[0].id)': \(recorded.absent[0].reason)")
    }
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
