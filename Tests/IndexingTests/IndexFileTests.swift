import Fingerprinting
import Indexing
import TestSupport
import Testing

struct IndexFileTests {
  private let identity = ComponentIdentity(name: "peaks", revision: 1, configurationDigest: "d")
  private let recipe: IndexRecipe

  init() {
    var configuration = OffsetVotingConfiguration.standard
    configuration.zoneBinReach = 15
    recipe = .offsetVoting(configuration)
  }

  private func peaks(seed: UInt64) -> Signature {
    var generator = SplitMix64(seed: seed)
    let peaks = (0..<600).map { _ in
      SpectralPeak(
        frame: UInt32(generator.integer(below: 1_000)), bin: UInt16(generator.integer(below: 60)),
        salience: 0)
    }
    return .peaks(
      PeakSignature(
        frameDuration: Seconds(0.01), frameCount: 1_000,
        peaks: peaks.sorted { ($0.frame, $0.bin) < ($1.frame, $1.bin) }))
  }

  private func index() throws -> any SignatureIndex {
    var builder = try IndexBuilder(recipe, builtWith: identity)
    for seed in 0..<5 { try builder.insert(peaks(seed: UInt64(seed)), as: TrackID("t\(seed)")) }
    return try builder.freeze()
  }

  private func withIndexFile(_ body: (FilePath, any SignatureIndex) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let path = directory.appending("x.index")
      let index = try index()
      try index.write(to: path)
      try body(path, index)
    }
  }

  @Test func readsWhatWasWritten() throws {
    try withIndexFile { path, index in
      let opened = try openIndex(at: path, builtWith: identity, recipe: recipe)
      #expect(opened.builtWith == identity)
      #expect(opened.tracks == index.tracks)
      #expect(opened.footprint == index.footprint)
      #expect(opened.footprint.tracks == 5)
      #expect(opened.footprint.indexBytes == (try path.read().count))
      for seed in 0..<6 {
        let query = peaks(seed: UInt64(seed))
        #expect(try opened.search(query, limit: 5) == index.search(query, limit: 5))
      }
    }
  }

  @Test func anEmptyIndexIsOne() throws {
    try withTemporaryDirectory { directory in
      let path = directory.appending("empty.index")
      try IndexBuilder(recipe, builtWith: identity).freeze().write(to: path)
      let opened = try openIndex(at: path, builtWith: identity, recipe: recipe)
      #expect(try opened.search(peaks(seed: 1), limit: 5).candidates.isEmpty)
    }
  }

  @Test func anotherStrategyIsRefused() throws {
    try withIndexFile { path, _ in
      var other = identity
      other.revision = 2
      #expect(throws: IndexError.identityMismatch(index: identity, strategy: other)) {
        try openIndex(at: path, builtWith: other, recipe: recipe)
      }
      #expect(throws: IndexError.self) {
        try openIndex(at: path, builtWith: identity, recipe: .offsetVoting(.standard))
      }
      #expect(throws: IndexError.self) {
        try openIndex(at: path, builtWith: identity, recipe: .bitFrames(.standard))
      }
    }
  }

  @Test func damagedFilesAreErrors() throws {
    try withIndexFile { path, _ in
      let whole = try path.read()
      var generator = SplitMix64(seed: 12)
      func refuses(_ bytes: [UInt8]) throws -> Bool {
        try path.write(bytes)
        do {
          _ = try openIndex(at: path, builtWith: identity, recipe: recipe)
          return false
        } catch { return true }
      }
      for length in [0, 1, 8, 127, 128, whole.count / 2, whole.count - 1] {
        #expect(try refuses(Array(whole.prefix(length))))
      }
      #expect(try refuses(whole + [0]))
      #expect(try refuses(Array("not an index at all".utf8)))
      for _ in 0..<60 {
        var damaged = whole
        // The header is hit as often as all the rest.
        let place = generator.integer(below: generator.unit() < 0.5 ? 128 : whole.count)
        damaged[place] ^= UInt8(1 << generator.integer(below: 8))
        #expect(try refuses(damaged), "byte \(place)")
      }
      #expect(try !refuses(whole))
    }
  }

  @Test func whatIsNoFileIsAnError() throws {
    try withTemporaryDirectory { directory in
      for path in [directory, directory.appending("absent"), FilePath("/dev/zero")] {
        #expect(throws: IndexError.self) {
          try openIndex(at: path, builtWith: identity, recipe: recipe)
        }
      }
    }
  }
}
