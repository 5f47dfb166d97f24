import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

private func recipe(test: Int = 2, other: Int = 1, pairs: Int = 1) -> SyntheticRecipe {
  SyntheticRecipe(
    name: "tiny", description: "", seed: Seed(5), sampleRate: 11_025,
    seconds: DrawRange(2...3), references: .init(tuning: 1, calibration: 0, test: test),
    outOfCatalogue: .init(tuning: 0, calibration: 0, test: other), sharedPairs: pairs)
}

struct SyntheticTests {
  @Test func bitsStayWhateverTheNumberOfJobsAndTracks() async throws {
    try await withTemporaryDirectory { folder in
      let one = try await SyntheticCorpus.make(recipe(), into: folder.appending("1"), jobs: 1)
      let digests = one.tracks.map { "\($0.id) \($0.sha256.prefix(12))" }
      #expect(
        digests == [
          "other-test-001 9b9688c29570", "reference-test-001 931969c9c6cb",
          "reference-test-002 7e2340891aac", "reference-tuning-001 06a7ec472bd3",
        ])
      let more = try await SyntheticCorpus.make(
        recipe(test: 3, other: 1), into: folder.appending("2"), jobs: 3)
      #expect(more.tracks.count == 5)
      for track in one.tracks {
        #expect(more.tracks.first { $0.id == track.id }?.sha256 == track.sha256)
      }
      // The files are what the manifest says, and other programs read them.
      let corpus = try Corpus(
        manifest: one, at: folder.appending("corpus.json5"), cache: folder)
      #expect(corpus.absent.count == 4)
      for track in one.tracks {
        let path = folder.appending("1").appending(track.file).description
        let seconds = try runTool("soxi", ["-D", path]).text
        #expect(
          abs((Double(seconds.trimmingCharacters(in: .newlines)) ?? 0) - track.duration.value)
            < 1e-4)
        #expect(try runTool("sha256sum", [path]).text.prefix(64) == track.sha256)
      }
    }
  }

  @Test func pairsHaveASectionInCommonAndOthersHaveNot() throws {
    func render(_ name: String, shared: Seed?) -> [Float] {
      SyntheticTrack(
        seed: Seed(5).deriving(name), sharedSeed: shared, frames: 20 * 8_000, rate: 8_000
      ).render()
    }
    let pair = Seed(5).deriving("pair 0")
    let likeness = try python(
      """
      import sys, numpy as np, scipy.signal as s
      x = np.frombuffer(sys.stdin.buffer.read(), "<f4").astype(float).reshape(3, -1)
      def like(a, b):
          piece = b[8 * 8000:12 * 8000]
          c = s.correlate(a, piece, "valid", method="fft")
          t = np.concatenate([[0], np.cumsum(a ** 2)])
          e = np.sqrt((t[len(piece):] - t[:-len(piece)]) * np.sum(piece ** 2)) + 1e-9
          return np.abs(c / e).max()
      print(like(x[0], x[1]), like(x[0], x[2]))
      """,
      input: bytes(
        of: render("a", shared: pair) + render("b", shared: pair) + render("c", shared: nil))
    ).split(separator: " ").compactMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(likeness.count == 2)
    #expect(likeness[0] > 0.9)
    #expect(likeness[1] < 0.5)
  }

  @Test func recipesThatCannotBeMadeAreRefused() async throws {
    var many = recipe()
    many.sharedPairs = 2
    many.sampleRate = 1
    many.name = "a/b"
    let error = await #expect(throws: CorpusError.self) {
      try await SyntheticCorpus.make(many, into: FilePath("/nonexistent/x"), jobs: 1)
    }
    guard case .invalid(_, let problems) = error else {
      Issue.record("expected the problems, found \(String(describing: error))")
      return
    }
    #expect(problems.count == 3)
  }

  /// Makes two tracks only, because unoptimised code takes its time; `corpus make` checks them all.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func theRecipeOfTheProjectGivesTheListedFiles() async throws {
    let dataset = FilePath(#filePath).droppingLast(3).appending("Datasets").appending("synthetic")
    let listed = try CorpusManifest.read(dataset.appending("corpus.json5"))
    var recipe = try SyntheticRecipe.read(dataset.appending("recipe.json5"))
    recipe.references = .init(tuning: 1, calibration: 0, test: 0)
    recipe.outOfCatalogue = .init(tuning: 0, calibration: 1, test: 0)
    recipe.sharedPairs = 0
    try await withTemporaryDirectory { folder in
      let made = try await SyntheticCorpus.make(recipe, into: folder, jobs: 2)
      #expect(made.tracks.count == 2)
      for track in made.tracks { #expect(listed.tracks.contains(track)) }
    }
  }
}

extension FilePath {
  fileprivate func droppingLast(_ components: Int) -> FilePath {
    var parts = bytes.split(separator: 0x2f, omittingEmptySubsequences: false)
    parts.removeLast(components)
    return FilePath(bytes: Array(parts.joined(separator: [0x2f])))
  }
}
