import Corpora
@testable import Experiments
import Fingerprinting
import TestSupport
import Testing

struct ShardTests {
  @Test func shardsAreReadStrictly() {
    #expect(Shard("2/8")?.number == 2 && Shard("2/8")?.count == 8)
    for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  /// Law: merged in any order, shards give the files of one run, times aside.
  @Test func mergedShardsAreOneRun() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let plan = corpus.plan()
      let whole = try await corpus.run(plan, in: "whole")
      var sizes: [Int] = []
      for number in 1...3 {
        let shard = try #require(Shard("\(number)/3"))
        let part = try await corpus.run(plan, in: "part \(number)", shard: shard)
        #expect(part.costs.isEmpty == (number > 1))
        sizes.append(part.queries.count)
      }
      #expect(sizes.reduce(0, +) == whole.queries.count && sizes.allSatisfy { $0 > 0 })
      for order in [[1, 2, 3], [3, 1, 2]] {
        let path = folder.appending("merged \(order)")
        let store = try RunStore(path, create: true)
        for number in order { try await store.merge(folder.appending("part \(number)")) }
        let merged = try await store.record()
        #expect(merged.withoutTimes == whole.withoutTimes)
        try RunFiles.write(merged, to: path)
        let kept = folder.appending("whole files")
        try RunFiles.write(whole, to: kept)
        for name in ["queries.csv", "excerpts.csv", "tracks.csv"] {
          #expect(try path.appending(name).read() == kept.appending(name).read(), "\(name)")
        }
        // Merging once more changes nothing but the sum of times.
        try await store.merge(folder.appending("part 2"))
        #expect(try await store.record().withoutTimes == whole.withoutTimes)
      }
      // What a lost shard would have answered is asked by running on.
      let rest = try RunStore(folder.appending("rest"), create: true)
      for number in [1, 3] { try await rest.merge(folder.appending("part \(number)")) }
      #expect(try await rest.record().queries.count == whole.queries.count - sizes[1])
      let finished = try await corpus.run(plan, in: "rest")
      #expect(finished.withoutTimes == whole.withoutTimes)
    }
  }

  @Test func foreignRunsAreRefused() async throws {
    try await withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      _ = try await corpus.run(corpus.plan(), in: "one")
      _ = try await corpus.run(corpus.plan { $0.seed = Seed(99) }, in: "other")
      let store = try RunStore(folder.appending("merged"), create: true)
      try await store.merge(folder.appending("one"))
      await #expect(throws: ExperimentError.self) {
        try await store.merge(folder.appending("other"))
      }
      await #expect(throws: ExperimentError.self) {
        try await store.merge(folder.appending("none"))
      }
    }
  }
}
