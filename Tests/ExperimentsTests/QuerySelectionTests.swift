import Corpora
@testable import Experiments
import Fingerprinting
import TestSupport
import Testing

struct QuerySelectionTests {
  static func track(
    _ id: String, recording: String? = nil, seconds: Double = 60, role: TrackRole = .reference,
    split: Split? = .test, sharesAudioWith: [String] = []
  ) -> CorpusTrack {
    CorpusTrack(
      id: TrackID(id), recording: recording ?? id, title: id,
      sha256: String(repeating: "0", count: 64), duration: Seconds(seconds), licence: "CC0-1.0",
      file: "\(id).wav", role: role, split: split, sharesAudioWith: sharesAudioWith)
  }

  static let tracks: [CorpusTrack] = {
    var tracks = (0..<7).map { track("r\($0)", seconds: 30 + Double($0) * 7) }
    tracks += [
      track("r0-gsm", recording: "r0"), track("jingle", seconds: 4),
      track("tuned", split: .tuning), track("only-enrolled", split: nil),
    ]
    tracks += (0..<4).map { track("n\($0)", role: .outOfCatalogue) }
    tracks += (0..<3).map { track("c\($0)", role: .outOfCatalogue, split: .calibration) }
    tracks += [
      track("n-shares", role: .outOfCatalogue, sharesAudioWith: ["r1"]),
      track("n-shared", role: .outOfCatalogue),
      track("r-shares", sharesAudioWith: ["n-shared"]),
    ]
    return tracks
  }()

  static func corpus(_ tracks: [CorpusTrack], in folder: FilePath) throws -> Corpus {
    for track in tracks { try folder.appending(track.file).write([]) }
    return try Corpus(
      manifest: CorpusManifest(
        name: "c", description: "", audioFolder: folder.description, tracks: tracks),
      at: folder.appending("corpus.json5"), verify: false)
  }

  static func plan(_ change: (inout Plan) -> Void = { _ in }) throws -> Plan {
    var plan = try Plan(text: PlanTests.minimal)
    plan.queriesPerCell = 20
    plan.negativesPerCell = 9
    plan.calibrationNegativesPerCell = 9
    change(&plan)
    return plan
  }

  static func select(
    _ tracks: [CorpusTrack] = tracks, _ change: (inout Plan) -> Void = { _ in }
  ) throws -> QuerySelection {
    try withTemporaryDirectory { folder in
      try QuerySelection(plan: try plan(change), corpus: try corpus(tracks, in: folder))
    }
  }

  @Test func takesTurns() throws {
    let queries = try Self.select().queries
    let positives = queries.filter { !$0.answers.isEmpty }
    #expect(positives.count == 20)
    let counts = Dictionary(grouping: positives, by: \.track.recording).mapValues(\.count)
    // Eight recordings of the split are long enough: r0 to r6 and r-shares.
    #expect(counts.count == 8)
    #expect(counts.values.allSatisfy { $0 == 2 || $0 == 3 })
    #expect(!counts.keys.contains("jingle") && !counts.keys.contains("tuned"))
    #expect(queries.filter { $0.split == .calibration }.count == 9)
  }

  @Test func negativesShareNothing() throws {
    let selection = try Self.select()
    let negatives = selection.queries.filter(\.answers.isEmpty)
    #expect(
      Set(negatives.map(\.track.id.rawValue)) == ["n0", "n1", "n2", "n3", "c0", "c1", "c2"])
    #expect(selection.warnings.contains { $0.hasPrefix("2 out-of-catalogue tracks share audio") })
  }

  @Test func everyCopyOfARecordingIsTrue() throws {
    let queries = try Self.select { $0.queriesPerCell = 200 }.queries
    let twins = queries.filter { $0.track.recording == "r0" }
    #expect(Set(twins.map(\.track.id.rawValue)) == ["r0", "r0-gsm"])
    for query in twins {
      #expect(query.answers.first == query.track.id)
      #expect(Set(query.answers.map(\.rawValue)) == ["r0", "r0-gsm"])
    }
  }

  @Test func statedThresholdNeedsNoCalibration() throws {
    let queries = try Self.select { $0.decision.acceptAtLeast = 5 }.queries
    #expect(queries.allSatisfy { $0.split == .test })
  }

  /// Laws: order of the manifest, more queries, lengths, conditions, variants and tracks change
  /// no query that was there before.
  @Test func addingLeavesOthersAlone() throws {
    let rate = SampleRate.compactDisc
    func draws(_ queries: [PlannedQuery]) -> [String] {
      queries.map {
        "\($0.id) \($0.length) \($0.track.id) \($0.start(at: rate, try: 0)?.value ?? -1)"
      }
    }
    let before = draws(try Self.select().queries)
    #expect(draws(try Self.select(Self.tracks.reversed()).queries) == before)
    let added = draws(
      try Self.select {
        $0.queriesPerCell = 33
        $0.queryLengths.append(Seconds(8))
        $0.conditions.append(Condition(label: "more"))
        $0.variants.append(Plan.Variant(label: "more", strategy: "s"))
      }.queries)
    #expect(Set(before).isSubset(of: added))
    #expect(added.count == 2 * (33 + 9 + 9))
    let more = Self.tracks + [Self.track("r9"), Self.track("n9", role: .outOfCatalogue)]
    let grown = Dictionary(
      try Self.select(more) { $0.queriesPerCell = 40 }.queries.map { ($0.id, $0) }
    ) { one, _ in one }
    for query in try Self.select().queries where !query.answers.isEmpty {
      #expect(grown[query.id] == query)
    }
    #expect(Set(draws(try Self.select { $0.seed = Seed(2) }.queries)).isDisjoint(with: before))
  }

  @Test func lengthsAreOfTheSameTakes() throws {
    let queries = try Self.select { $0.queryLengths.append(Seconds(10)) }.queries
    let byLength = Dictionary(grouping: queries, by: \.length)
    #expect(byLength[Seconds(5)]?.map(\.id) == byLength[Seconds(10)]?.map(\.id))
  }

  @Test func startsLeaveRoomAndAreSpread() throws {
    let queries = try Self.select { $0.queriesPerCell = 400 }.queries
    var places: [Double] = []
    for query in queries {
      for attempt in 0..<2 {
        let start = try #require(query.start(at: SampleRate(8_000), try: attempt)).value
        let room = query.track.duration.value - PlannedQuery.reach(for: query.length).value
        #expect((0...room).contains(start))
        #expect(Int((start * 8_000).rounded()) % 2 == 1)
        places.append(start / room)
      }
    }
    let mean = places.reduce(0, +) / Double(places.count)
    #expect(abs(mean - 0.5) < 0.05)
    #expect(places.min() ?? 1 < 0.02 && places.max() ?? 0 > 0.98)
  }

  @Test func impossiblePlansSaySo() throws {
    let none = #expect(throws: ExperimentError.self) {
      try Self.select(Self.tracks.filter { $0.role != .reference && $0.sharesAudioWith.isEmpty })
    }
    #expect(try #require(none).description.contains("no reference track"))
    let long = #expect(throws: ExperimentError.self) {
      try Self.select { $0.queryLengths = [Seconds(300)] }
    }
    #expect(try #require(long).description.contains("none with 451.0 s of sound"))
    let few = try Self.select(Self.tracks.filter { $0.split != .calibration })
    #expect(few.warnings.contains { $0.hasPrefix("no track for calibration negatives") })
  }
}
