import Catalogs
import Corpora
@testable import Experiments
import Fingerprinting
import SQLite
import TestSupport
import Testing

struct RunTests {
  @Test func oneJobAndEightAgree() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let one = try await corpus.run(corpus.plan(), in: "one", jobs: 1)
      let eight = try await corpus.run(corpus.plan(), in: "eight", jobs: 8)
      #expect(one.withoutTimes == eight.withoutTimes)
      // 2 conditions × 2 lengths × (5 queries + 2 negatives + 2 for calibration)
      #expect(one.queries.count == 36 && one.provenance.plannedQueries == 36)
      #expect(one.costs.map(\.latencyCount) == [3, 3])
      #expect(one.costs.allSatisfy { $0.footprint.tracks == 6 && $0.decode.count == 3 })
      let clean = one.queries.filter { $0.condition == "clean" && !$0.truth.isEmpty }
      let found = clean.filter { row in
        row.trueRank == 1
          && abs(
            (row.best?.alignment.referenceStart.value ?? -9)
              - row.truth[0].alignment.referenceStart.value) < 0.1
      }
      #expect(found.count == clean.count)
      #expect(
        one.queries.filter { $0.condition != "clean" }.allSatisfy {
          abs(($0.achievedSNR ?? 0) - 6) <= 0.01
        })

      let files = folder.appending("files")
      try RunFiles.write(one, to: files)
      #expect(try RunFiles.read(files) == one)
      let store = try RunStore(folder.appending("one"), create: false)
      #expect(try await store.record() == one)
    }
  }

  /// What was found out while a run was being stopped, such as a version, is not kept.
  @Test func aStoppedRunKeepsNoSession() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let stopped = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await corpus.run(corpus.plan(), in: "run")
      }
      await #expect(throws: CancellationError.self) { try await stopped.value }
      let store = try RunStore(folder.appending("run"), create: true)
      await #expect(throws: ExperimentError.self) { _ = try await store.record() }
    }
  }

  @Test func twoProgramsDoNotRunInOneFolder() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let store = try RunStore(folder.appending("run"), create: true)
      do {
        let lock = try RunLock(store.folder)
        await #expect(throws: ExperimentError.self) {
          _ = try await corpus.run(corpus.plan(), in: "run")
        }
        _ = consume lock
      }
      #expect(try await corpus.run(corpus.plan(), in: "run").queries.count == 36)
    }
  }

  /// Variants that differ in the search for skew alone are two: they share signatures, not answers.
  @Test func aSkewSearchIsAVariantOfItsOwn() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let skewed = corpus.plan { plan in
        plan.conditions.append(
          Condition(
            label: "skew +4 %",
            steps: [
              Condition.Step(name: "skew", configuration: .object(["skew": .number(0.04)]))
            ]))
        plan.variants.append(
          Plan.Variant(
            label: "searching", strategy: "toy", skewSearch: SkewSearch(range: 0.04, step: 0.02)))
      }
      // The plain answers are there already, and are not taken for those of the search.
      _ = try await corpus.run(corpus.plan(), in: "run")
      let record = try await corpus.run(skewed, in: "run")
      let identities = record.provenance.variants.map(\.identity)
      #expect(Set(identities).count == 2)
      #expect(record.provenance.variants[1].configuration.contains("\"range\":0.04"))
      let plain = record.queries.filter { $0.variant == "toy" && $0.condition == "skew +4 %" }
      let searching = record.queries.filter {
        $0.variant == "searching" && $0.condition == "skew +4 %"
      }
      #expect(plain.count == searching.count && !plain.isEmpty)
      let lookups = [plain, searching].map { $0.reduce(0) { $0 + $1.work.lookups } }
      #expect(lookups[1] > 2 * lookups[0])
      #expect(record.queries == (try await corpus.run(skewed, in: "again", jobs: 4)).queries)
    }
  }

  @Test func stoppedAnywhereAndContinuedIsTheSame() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let whole = try await corpus.run(corpus.plan(), in: "whole")
      let plan = corpus.plan()
      for stop in [3, 12, 17] {
        let seen = Counter()
        let task = Task {
          try await corpus.run(plan, in: "stopped \(stop)") { _ in
            if seen.next() == stop { withUnsafeCurrentTask { $0?.cancel() } }
          }
        }
        let outcome = await task.result
        #expect(throws: CancellationError.self) { try outcome.get() }
        let resumed = try await corpus.run(plan, in: "stopped \(stop)", jobs: 3)
        #expect(resumed.withoutTimes == whole.withoutTimes)
      }
    }
  }

  @Test func shufflingTheManifestChangesNothing() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let straight = try await corpus.run(corpus.plan(), in: "straight")
      let shuffled = try await TinyCorpus(in: folder, shuffled: true).run(
        corpus.plan(), in: "shuffled")
      #expect(straight.withoutTimes == shuffled.withoutTimes)
    }
  }

  @Test func addingKeepsWhatIsThere() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let before = try await corpus.run(corpus.plan(), in: "run")
      let larger = corpus.plan {
        $0.queriesPerCell = 7
        $0.queryLengths.append(Seconds(2.5))
        $0.conditions.insert(Condition(label: "new", steps: [Condition.Step(name: "gain")]), at: 0)
        $0.variants.append(
          Plan.Variant(
            label: "other", strategy: "toy", configuration: .object(["shortest": .number(2.2)])))
        $0.variants.append(Plan.Variant(label: "twin", strategy: "toy"))
      }
      let found = Counter()
      let after = try await corpus.run(larger, in: "run") { state in
        if state.phase == .queries { found.set(state.found) }
      }
      #expect(found.value >= before.queries.count)
      #expect(Set(before.queries).isSubset(of: after.queries))
      #expect(Set(before.excerpts).isSubset(of: after.excerpts))
      #expect(after.queries.count == after.provenance.plannedQueries)
      let fresh = try await corpus.run(larger, in: "fresh")
      #expect(fresh.withoutTimes == after.withoutTimes)
      // The same strategy under two labels gives the same answers.
      func answers(_ label: String) -> [QueryRow] {
        fresh.queries.filter { $0.variant == label }.map { row in
          var row = row
          row.variant = ""
          return row
        }
      }
      #expect(answers("toy") == answers("twin"))
      #expect(answers("other").filter { $0.seconds == 2 }.allSatisfy { $0.status == .tooShort })
      // Back to the smaller plan: nothing is asked again, nothing of the larger one shows.
      let back = try await corpus.run(corpus.plan(), in: "run") { state in
        if state.phase == .queries { found.set(state.done - state.found) }
      }
      #expect(found.value == 0)
      #expect(back.withoutTimes == before.withoutTimes)
    }
  }

  @Test func truthMovesWithTheSound() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let plan = corpus.plan {
        $0.conditions = [
          Condition(
            label: "skew",
            steps: [Condition.Step(name: "skew", configuration: .object(["skew": .number(0.02)]))])
        ]
      }
      let record = try await corpus.run(plan, in: "run")
      let excerpts = Dictionary(record.excerpts.map { ($0.key, $0) }) { one, _ in one }
      for row in record.queries where !row.truth.isEmpty {
        let excerpt = try #require(excerpts[CutKey(query: row.query, length: Seconds(row.seconds))])
        #expect(row.truth[0].alignment.frequencySkew == 0.02)
        #expect(row.truth[0].alignment.timeScale == 1.02)
        #expect(row.truth[0].alignment.referenceStart == excerpt.start)
        #expect(row.truth.count == (row.recording == "r1" ? 2 : 1))
      }
    }
  }

  @Test func silenceIsLeftOutAndSaid() async throws {
    try await withTemporaryDirectory { folder in
      let loud = TestSound.music(seed: 77, seconds: 4, rate: TinyCorpus.rate)
      let mostlySilent = AudioBuffer(
        samples: [Float](repeating: 0, count: 12 * 8_000) + loud.samples,
        sampleRate: TinyCorpus.rate)
      let corpus = try TinyCorpus(
        in: folder,
        extra: [
          ("late", mostlySilent), ("silent", TestSound.silence(seconds: 20, rate: TinyCorpus.rate)),
        ])
      let record = try await corpus.run(corpus.plan { $0.queriesPerCell = 21 }, in: "run")
      #expect(record.excerpts.contains { $0.recording == "late" })
      #expect(!record.excerpts.contains { $0.recording == "silent" })
      for excerpt in record.excerpts where excerpt.recording == "late" {
        #expect(excerpt.start.value + excerpt.seconds > 12)
      }
      #expect(record.queries.count == record.provenance.plannedQueries)
      let warning = record.provenance.warnings.first { $0.hasPrefix("3 queries of 2.0 s left out") }
      #expect(try #require(warning).hasSuffix("in 'silent'"))
    }
  }

  @Test func failuresAreRowsWithAReason() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let plan = corpus.plan {
        $0.variants[0].configuration = .object(["longestQuery": .integer(10_000)])
        $0.variants.append(Plan.Variant(label: "sound", strategy: "toy"))
      }
      // The references are longer still: they cannot be enrolled, and each is named.
      let error = await #expect(throws: ExperimentError.self) {
        try await corpus.run(plan, in: "run")
      }
      let text = try #require(error).description
      #expect(text.contains("track 'r1'") && text.contains("track 'r5'"))
    }
  }

  @Test func unknownNamesGetTheNearest() throws {
    try withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      func complaint(_ change: (inout Plan) -> Void) throws -> String {
        let error = #expect(throws: ConfigurationError.self) {
          try Experiment(corpus.plan(change), registry: TinyCorpus.registry)
        }
        return try #require(error).description
      }
      #expect(
        try complaint { $0.variants[0].strategy = "tyo" }.contains(
          "variant 'toy': unknown strategy 'tyo'; did you mean 'toy'?"))
      #expect(
        try complaint { $0.conditions[1].steps[0].name = "noize" }.contains("did you mean 'noise'?")
      )
      #expect(
        try complaint { $0.variants[0].configuration = .object(["shortestt": .integer(1)]) }
          .contains("did you mean 'shortest'?"))
    }
  }

  @Test func damagedSignaturesAreRefused() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      _ = try await corpus.run(corpus.plan(), in: "run")
      let connection = try Connection(
        path: folder.appending("run/run.sqlite").bytes, mode: .readWrite)
      try connection.execute("UPDATE signatures SET signature = zeroblob(length(signature))")
      await #expect(throws: ExperimentError.self) { try await corpus.run(corpus.plan(), in: "run") }
    }
  }

  @Test func estimateCounts() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let estimate = try await Experiment(corpus.plan(), registry: TinyCorpus.registry).estimate(
        jobs: 2)
      #expect(estimate.cells == 4 && estimate.queries == 36 && estimate.references == 6)
      #expect(estimate.referenceDuration == Seconds(60) && estimate.time > .zero)
    }
  }
}
