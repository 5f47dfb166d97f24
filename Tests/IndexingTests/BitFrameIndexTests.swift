import Fingerprinting
import Indexing
import TestSupport
import Testing

@Suite struct BitFrameIndexTests {
  static let identity = ComponentIdentity(name: "test", revision: 1, configurationDigest: "0")
  static let hop = Seconds(0.0116)
  static let configuration = BitFrameConfiguration.standard

  /// Words like those of sound: each bit turns now and then, so that neighbours are alike.
  func words(_ seed: UInt64, count: Int) -> [UInt32] {
    var generator = Seed(seed).deriving("words").generator
    func random() -> UInt32 { UInt32(truncatingIfNeeded: generator.next()) }
    var word = random()
    return (0..<count).map { _ in
      word ^= random() & random() & random() & random()
      return word == 0 ? 1 : word
    }
  }

  /// Turns each bit with the probability `rate`; half of the turned bits are marked.
  func damaged(_ words: [UInt32], rate: Double, seed: UInt64) -> BitFrameSignature {
    var generator = Seed(seed).deriving("damage").generator
    var query = BitFrameSignature(frameDuration: Self.hop, words: [], unreliableBits: [])
    for word in words {
      var turned: UInt32 = 0
      var marked: UInt32 = 0
      for bit in 0..<32 where generator.unit() < rate {
        turned |= 1 << UInt32(bit)
        if generator.unit() < 0.5 { marked |= 1 << UInt32(bit) }
      }
      query.words.append(word ^ turned)
      query.unreliableBits.append(marked)
    }
    return query
  }

  func query(_ words: [UInt32]) -> Signature {
    .frames(BitFrameSignature(frameDuration: Self.hop, words: words, unreliableBits: []))
  }

  func index(
    _ tracks: [(String, [UInt32])], _ configuration: BitFrameConfiguration = configuration
  ) throws -> any SignatureIndex {
    var builder = BitFrameIndexBuilder(configuration, builtWith: Self.identity)
    for (name, words) in tracks { try builder.insert(query(words), as: TrackID(name)) }
    return try builder.freeze()
  }

  func library(_ count: Int = 20, length: Int = 4_000) throws -> any SignatureIndex {
    try index((0..<count).map { ("track \($0)", words(UInt64($0), count: length)) })
  }

  @Test(arguments: [0, 0.1, 0.2, 0.25])
  func findsTrackAndOffset(errorRate: Double) throws {
    let index = try library()
    for track in [0, 7, 19] {
      let part = Array(words(UInt64(track), count: 4_000)[1_234..<2_034])
      let answer = try index.search(
        .frames(damaged(part, rate: errorRate, seed: UInt64(track))), limit: 3)
      let first = try #require(answer.candidates.first)
      #expect(first.track == TrackID("track \(track)"))
      #expect(
        abs(first.alignment.referenceStart.value - 1_234 * Self.hop.value) < Self.hop.value / 2)
      #expect(first.score > 10)
      #expect(first.support.matched <= first.support.offered)
      #expect(first.support.offered <= part.count)
    }
  }

  /// Every place of every track, compared without any look-up, gives no better place.
  @Test func theBestPlaceOfAllIsFound() throws {
    let tracks = (0..<4).map { words(UInt64(100 + $0), count: 1_000) }
    let index = try index(tracks.enumerated().map { ("\($0.offset)", $0.element) })
    for seed in 0..<5 {
      let truth = Int(seed) % 4
      let part = Array(tracks[truth][(100 * seed)..<(100 * seed + 300)])
      let asked = damaged(part, rate: 0.2, seed: UInt64(seed))
      var best = (errors: Int.max, track: 0, start: 0)
      for (track, words) in tracks.enumerated() {
        for start in 0...(words.count - part.count) {
          var errors = 0
          for frame in part.indices {
            let differing = words[start + frame] ^ asked.words[frame]
            errors += (differing & ~asked.unreliableBits[frame]).nonzeroBitCount
          }
          if errors < best.errors { best = (errors, track, start) }
        }
      }
      let first = try #require(try index.search(.frames(asked), limit: 1).candidates.first)
      #expect(first.track == TrackID("\(best.track)"))
      #expect(
        (first.alignment.referenceStart.value / Self.hop.value).rounded() == Double(best.start))
    }
  }

  @Test func theQueryMayBeginBeforeTheTrackAndEndAfterIt() throws {
    let track = words(3, count: 500)
    let index = try index([("short", track), ("other", words(4, count: 500))])
    let long = words(50, count: 300) + track + words(51, count: 700)
    let first = try #require(try index.search(query(long), limit: 1).candidates.first)
    #expect(first.track == TrackID("short"))
    #expect(abs(first.alignment.referenceStart.value + 300 * Self.hop.value) < 0.001)
    #expect(abs(first.support.first.value - 300 * Self.hop.value) < 0.001)
    #expect(first.support.matched == 500)
  }

  @Test func aWholeLongTrackIsFoundByItself() throws {
    let index = try library(5, length: 30_000)
    let answer = try index.search(
      .frames(damaged(words(2, count: 30_000), rate: 0.1, seed: 1)), limit: 5)
    #expect(answer.candidates.first?.track == TrackID("track 2"))
    #expect(abs(answer.candidates.first?.alignment.referenceStart.value ?? 1) < 0.006)
  }

  @Test func unrelatedWordsScoreLow() throws {
    let index = try library()
    for seed in 500..<510 {
      for length in [100, 400, 1_600] {
        let answer = try index.search(query(words(UInt64(seed), count: length)), limit: 1)
        #expect(answer.candidates.first.map { $0.score < 7 } ?? true)
      }
    }
  }

  @Test func voidFramesNeitherMatchNorCost() throws {
    let silence = [UInt32](repeating: Self.configuration.voidWord, count: 3_000)
    let index = try index([
      ("silence", silence), ("more silence", silence), ("music", words(1, count: 3_000)),
    ])
    let answer = try index.search(query(Array(silence.prefix(900))), limit: 5)
    #expect(answer.candidates.isEmpty)
    #expect(answer.work == WorkCounters())
    // Music after silence: the silent part adds nothing.
    let mixed = Array(silence.prefix(400)) + words(1, count: 400)
    let found = try index.search(query(mixed), limit: 5)
    #expect(found.candidates.map(\.track) == [TrackID("music")])
    #expect(found.candidates.first?.support.offered == 400)
  }

  @Test func oneWordAllTheTimeNeitherMatchesNorCosts() throws {
    let steady = [UInt32](repeating: 0x5a5a_1234, count: 5_000)
    let index = try index(
      (0..<10).map { ("steady \($0)", steady) } + [("music", words(1, count: 5_000))])
    let answer = try index.search(query(Array(steady.prefix(800))), limit: 3)
    #expect(answer.candidates.allSatisfy { $0.score < 6 })
    #expect(answer.work.postingsRead < 100)
  }

  @Test func commonKeysAreSkippedAndCounted() throws {
    // Half of all frames share one half-word.
    let tracks = (0..<10).map { track in
      (
        "\(track)",
        words(UInt64(track), count: 8_000).enumerated().map { index, word in
          index / 8 % 2 == 0 ? word : word & 0xffff_0000 | 0x0000_1234
        }
      )
    }
    let index = try index(tracks)
    let answer = try index.search(query(Array(tracks[3].1[800..<1_600])), limit: 1)
    #expect(answer.candidates.first?.track == TrackID("3"))
    #expect(answer.work.postingsSkipped > 0)
    #expect(answer.work.postingsRead < 80_000 / 4)
  }

  @Test func equalTracksTieInOrderOfName() throws {
    let same = words(9, count: 2_000)
    let names = ["b", "c", "a"]
    let index = try index(names.map { ($0, same) })
    let answer = try index.search(query(Array(same[300..<900])), limit: 3)
    #expect(answer.candidates.map(\.track.rawValue) == ["a", "b", "c"])
    #expect(Set(answer.candidates.map(\.score)).count == 1)
    #expect(index.tracks.map(\.rawValue) == names)
  }

  @Test func workGrowsMoreSlowlyThanTheLibrary() throws {
    let asked = Signature.frames(
      damaged(Array(words(3, count: 4_000)[500..<1_300]), rate: 0.1, seed: 1))
    let small = try library(10).search(asked, limit: 1).work
    let large = try library(80).search(asked, limit: 1).work
    #expect(large.lookups == small.lookups)
    #expect(large.framesCompared < 8 * max(small.framesCompared, 800))
    // A scan would compare every one of the query's 800 frames at each of 320,000 places.
    #expect(large.framesCompared < 800 * 320_000 / 1_000)
  }

  @Test func placeBetweenFramesIsEstimated() throws {
    // A track seen at four times the frame rate, and a query a quarter of a frame later.
    let fine = words(12, count: 8_000)
    let track = stride(from: 0, to: 8_000, by: 4).map { fine[$0] }
    let index = try index([("track", track)])
    for shift in 0..<4 {
      let asked = stride(from: 2_000 + shift, to: 5_000, by: 4).map { fine[$0] }
      let first = try #require(try index.search(query(asked), limit: 1).candidates.first)
      let frames = first.alignment.referenceStart.value / Self.hop.value
      #expect(abs(frames - (500 + Double(shift) / 4)) < 0.15)
    }
  }

  @Test func refusesWhatDoesNotBelong() throws {
    var builder = BitFrameIndexBuilder(Self.configuration, builtWith: Self.identity)
    try builder.insert(query(words(1, count: 100)), as: TrackID("a"))
    #expect(throws: IndexError.duplicateTrack(TrackID("a"))) {
      try builder.insert(query([]), as: TrackID("a"))
    }
    let peaks = Signature.peaks(PeakSignature(frameDuration: Self.hop, frameCount: 0, peaks: []))
    #expect(throws: IndexError.familyMismatch(expected: .frames, found: .peaks)) {
      try builder.insert(peaks, as: TrackID("b"))
    }
    let otherHop = Signature.frames(
      BitFrameSignature(frameDuration: Seconds(1), words: [1], unreliableBits: []))
    #expect(throws: IndexError.self) { try builder.insert(otherHop, as: TrackID("c")) }
    let index = try builder.freeze()
    #expect(throws: IndexError.familyMismatch(expected: .frames, found: .peaks)) {
      try index.search(peaks, limit: 1)
    }
    #expect(try index.search(query([1, 2, 3]), limit: 1).candidates.isEmpty)
    #expect(try index.search(query([]), limit: 1).candidates.isEmpty)
  }

  @Test func anEmptyIndexAnswersNothing() throws {
    let index = try index([])
    #expect(try index.search(query(words(1, count: 500)), limit: 1).candidates.isEmpty)
    let empty = try self.index([("empty", [])])
    #expect(try empty.search(query(words(1, count: 500)), limit: 1).candidates.isEmpty)
  }

  // MARK: - Files

  @Test func aMappedFileAnswersAsTheIndexInMemory() throws {
    let built = try library(6, length: 2_000)
    try withTemporaryDirectory { folder in
      let path = folder.appending("index")
      try built.write(to: path)
      let mapped = try BitFrameIndex(
        mapping: path, builtWith: Self.identity, configuration: Self.configuration)
      #expect(mapped.footprint == built.footprint)
      #expect(mapped.tracks == built.tracks)
      for seed in 0..<4 {
        let asked = Signature.frames(
          damaged(Array(words(UInt64(seed), count: 2_000)[100..<900]), rate: 0.2, seed: 5))
        #expect(try mapped.search(asked, limit: 3) == built.search(asked, limit: 3))
      }
    }
  }

  @Test func refusesFilesOfOthers() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("index")
      try library(2, length: 200).write(to: path)
      var other = Self.identity
      other.revision = 2
      #expect(throws: IndexError.identityMismatch(index: Self.identity, strategy: other)) {
        try BitFrameIndex(mapping: path, builtWith: other, configuration: Self.configuration)
      }
      var configuration = Self.configuration
      configuration.keyShifts = [8]
      #expect(throws: IndexError.self) {
        try BitFrameIndex(mapping: path, builtWith: Self.identity, configuration: configuration)
      }
      #expect(throws: IndexError.self) {
        try BitFrameIndex(
          mapping: folder.appending("none"), builtWith: Self.identity,
          configuration: Self.configuration)
      }
    }
  }

  /// Whatever is damaged, in whichever page, no answer is given from it.
  @Test func damagedFilesAreRefused() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("index")
      var small = Self.configuration
      small.keyBits = 8
      small.keyShifts = [0, 24]
      try index((0..<6).map { ("\($0)", words(UInt64($0), count: 3_000)) }, small)
        .write(to: path)
      let original = try path.read()
      func isRefused(_ bytes: [UInt8]) throws -> Bool {
        try path.write(bytes)
        do {
          _ = try BitFrameIndex(
            mapping: path, builtWith: Self.identity, configuration: small)
          return false
        } catch { return true }
      }
      #expect(try !isRefused(original))
      for page in stride(from: 0, to: original.count, by: 4_096) {
        var bytes = original
        let end = min(original.count, page + 4_096)
        bytes.replaceSubrange(page..<end, with: repeatElement(0, count: end - page))
        #expect(try isRefused(bytes), "page at \(page)")
      }
      var generator = SplitMix64(seed: 4)
      for round in 0..<200 {
        var bytes = original
        switch round % 3 {
        case 0: bytes.removeLast(generator.integer(in: 1...bytes.count))
        case 1: bytes[generator.integer(below: 64)] ^= UInt8(1 << generator.integer(below: 8))
        default:
          bytes[generator.integer(below: bytes.count)] ^= UInt8(1 << generator.integer(below: 8))
        }
        #expect(try isRefused(bytes), "round \(round)")
      }
    }
  }
}
