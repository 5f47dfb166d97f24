import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Indexing

private let identity = ComponentIdentity(name: "peaks", revision: 1, configurationDigest: "d")
private let recipe = IndexRecipe.offsetVoting(.standard)
private let frame = Seconds(128 / 11_025.0)

/// Random peaks, `perFrame` of them a frame on average.
private func constellation(
  seed: UInt64, frames: Int, perFrame: Double = 0.5, salience: UInt16 = 0
) -> PeakSignature {
  var generator = SplitMix64(seed: seed)
  let peaks = (0..<Int(Double(frames) * perFrame)).map { _ in
    SpectralPeak(
      frame: UInt32(generator.integer(below: frames)), bin: UInt16(generator.integer(in: 10...489)),
      salience: salience)
  }
  return PeakSignature(
    frameDuration: frame, frameCount: frames,
    peaks: peaks.sorted { ($0.frame, $0.bin) < ($1.frame, $1.bin) })
}

/// What a query of a stretch of `reference` could look like: a part of its peaks among others.
private func query(
  of reference: PeakSignature, from start: Int, frames: Int, kept: Double = 0.5,
  skew: Double = 0, seed: UInt64 = 99
) -> Signature {
  var generator = SplitMix64(seed: seed)
  var peaks = constellation(seed: seed, frames: frames, perFrame: 2, salience: 500).peaks
  for peak in reference.peaks where generator.unit() < kept {
    let moment = ((Double(peak.frame) - Double(start)) / (1 + skew)).rounded()
    guard moment >= 0, moment < Double(frames) else { continue }
    peaks.append(
      SpectralPeak(
        frame: UInt32(moment), bin: UInt16((Double(peak.bin) * (1 + skew)).rounded()),
        salience: 800))
  }
  peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
  return .peaks(PeakSignature(frameDuration: frame, frameCount: frames, peaks: peaks))
}

private let references = (0..<12).map { constellation(seed: UInt64($0), frames: 2_000 + 300 * $0) }

private func build(_ tracks: [(String, PeakSignature)]) throws -> any SignatureIndex {
  var builder = try IndexBuilder(recipe, builtWith: identity)
  for (name, peaks) in tracks { try builder.insert(.peaks(peaks), as: TrackID(name)) }
  return try builder.freeze()
}

private let shared = Result {
  try build(references.enumerated().map { ("track \($0.offset)", $0.element) })
}

private func standardIndex() throws -> any SignatureIndex { try shared.get() }

struct OffsetVotingTests {
  @Test(arguments: [0, 5, 11]) func findsThePlace(of track: Int) throws {
    let index = try standardIndex()
    for start in [0, 777, 1_500] {
      let asked = query(of: references[track], from: start, frames: 430)
      let answer = try index.search(asked, limit: 3)
      let best = try #require(answer.candidates.first)
      #expect(best.track == TrackID("track \(track)"))
      #expect(abs(best.alignment.referenceStart.value - frame.value * Double(start)) <= 0.012)
      #expect(best.score > 8)
      #expect(answer.work.lookups > 0 && answer.work.placesVerified > 0)
      let second = answer.candidates.dropFirst().first?.score ?? 0
      #expect(second < best.score - 2)
    }
  }

  @Test(arguments: [-0.02, -0.01, 0.004, 0.01, 0.02]) func findsSkewWithItsSign(skew: Double) throws
  {
    let asked = query(of: references[7], from: 900, frames: 860, kept: 0.6, skew: skew)
    let best = try #require(try standardIndex().search(asked, limit: 1).candidates.first)
    #expect(best.track == TrackID("track 7"))
    #expect(abs(best.alignment.assumedFrequencySkew - skew) < 0.003)
    #expect(abs(best.alignment.timeScale - 1 - skew) < 0.003)
    #expect(abs(best.alignment.referenceStart.value - frame.value * 900) < 0.03)
  }

  @Test func foreignSoundScoresLow() throws {
    let index = try standardIndex()
    for seed in 500..<530 {
      let foreign = constellation(seed: UInt64(seed), frames: 430, perFrame: 3, salience: 300)
      let best = try index.search(.peaks(foreign), limit: 1).candidates.first
      #expect(best?.score ?? 0 < 6.5)
    }
  }

  @Test func aQueryMayBeginBeforeTheReference() throws {
    let short = constellation(seed: 40, frames: 400)
    let index = try build([("before", references[1]), ("short", short), ("after", references[2])])
    var shifted = short
    shifted.peaks = short.peaks.map {
      SpectralPeak(frame: $0.frame + 258, bin: $0.bin, salience: 800)
    }
    shifted.frameCount += 258
    let best = try #require(try index.search(.peaks(shifted), limit: 1).candidates.first)
    #expect(best.track == TrackID("short"))
    #expect(abs(best.alignment.referenceStart.value + frame.value * 258) <= 0.012)
  }

  @Test func aPieceWithinLongForeignSoundScoresAsItWould() throws {
    let index = try standardIndex()
    let scores = try [0, 700, 2_100, 2_117].map { place in
      var long = constellation(seed: 321, frames: 5_200, perFrame: 2.5, salience: 500)
      guard case .peaks(let piece) = query(of: references[3], from: 500, frames: 860) else {
        throw StrategyError.mismatchedParts
      }
      long.peaks.removeAll { Int($0.frame) >= place && Int($0.frame) < place + 860 }
      long.peaks += piece.peaks.map {
        SpectralPeak(frame: $0.frame + UInt32(place), bin: $0.bin, salience: $0.salience)
      }
      long.peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
      let best = try #require(try index.search(.peaks(long), limit: 1).candidates.first)
      #expect(best.track == TrackID("track 3"))
      let start = best.alignment.referenceStart.value
      #expect(abs(start - frame.value * Double(500 - place)) < 0.1)
      return best.score
    }
    #expect((scores.max() ?? 0) < 1.5 * (scores.min() ?? 0))
  }

  @Test func aWholeReferenceLiesAtItsBeginning() throws {
    // A loop of four seconds beneath what does not repeat.
    let loop = constellation(seed: 70, frames: 344, perFrame: 0.7)
    var reference = constellation(seed: 71, frames: 5_160, perFrame: 0.2)
    for turn in 0..<15 {
      reference.peaks += loop.peaks.map {
        SpectralPeak(frame: $0.frame + UInt32(344 * turn), bin: $0.bin, salience: 0)
      }
    }
    reference.peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    let index = try build([("other", references[0]), ("looped", reference)])
    for (start, skew) in [(0, 0.0), (0, 0.01), (1_000, 0)] {
      let asked = query(of: reference, from: start, frames: 5_000 - start, kept: 0.8, skew: skew)
      let best = try #require(try index.search(asked, limit: 1).candidates.first)
      #expect(best.track == TrackID("looped"))
      #expect(abs(best.alignment.referenceStart.value - frame.value * Double(start)) < 0.05)
      #expect(abs(best.alignment.timeScale - 1 - skew) < 0.0005)
      #expect(best.support.matched > 2_000)
    }
  }

  /// As the extractor gives them: no two peaks close to each other.
  private func apart(_ signature: PeakSignature) -> PeakSignature {
    var kept = signature
    kept.peaks = []
    for peak in signature.peaks
    where !kept.peaks.suffix(60).contains(where: {
      peak.frame - $0.frame <= 3 && abs(Int(peak.bin) - Int($0.bin)) <= 3
    }) {
      kept.peaks.append(peak)
    }
    return kept
  }

  private func asked(_ reference: PeakSignature) -> PeakSignature {
    var query = reference
    for place in query.peaks.indices { query.peaks[place].salience = 800 }
    return query
  }

  @Test(arguments: [300, 1_200, 9_000]) func identicalSoundLiesAtZeroExactly(frames: Int) throws {
    let reference = apart(constellation(seed: 70, frames: frames))
    let index = try build([("before", references[1]), ("same", reference)])
    let best = try #require(
      try index.search(.peaks(asked(reference)), limit: 1).candidates.first)
    #expect(best.track == TrackID("same"))
    #expect(best.alignment.referenceStart.value == 0)
    #expect(best.alignment.assumedFrequencySkew == 0)
  }

  @Test func aWholeLoopLiesAtItsBeginning() throws {
    // Forty times the same three seconds, and a melody over the last turns.
    let turn = apart(constellation(seed: 71, frames: 260)).peaks
    var reference = PeakSignature(frameDuration: frame, frameCount: 40 * 264, peaks: [])
    for number in 0..<40 {
      reference.peaks += turn.map {
        SpectralPeak(frame: $0.frame + UInt32(264 * number), bin: $0.bin, salience: 0)
      }
    }
    let index = try build([("other", references[2]), ("loop", reference)])
    let best = try #require(
      try index.search(.peaks(asked(reference)), limit: 1).candidates.first)
    #expect(best.track == TrackID("loop"))
    #expect(best.alignment.referenceStart.value == 0)
    #expect(best.alignment.assumedFrequencySkew == 0)
  }

  @Test(arguments: [0.25, 0.5, 0.75]) func placesLieBetweenFrames(shift: Double) throws {
    let reference = apart(constellation(seed: 72, frames: 3_000))
    let index = try build([("other", references[3]), ("between", reference)])
    var late = asked(reference)
    // A sound that begins between two frames has so many of its peaks in the later one.
    var generator = SplitMix64(seed: 73)
    late.peaks = late.peaks.filter { (1_000..<1_800).contains($0.frame) }.map {
      SpectralPeak(
        frame: $0.frame - 1_000 + (generator.unit() < shift ? 1 : 0), bin: $0.bin, salience: 800)
    }
    late.peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    let best = try #require(try index.search(.peaks(late), limit: 1).candidates.first)
    let expected = frame.value * (1_000 - shift)
    #expect(abs(best.alignment.referenceStart.value - expected) < 0.15 * frame.value)
  }

  @Test(arguments: [-0.0193, 0.0067, 0.0131]) func speedIsFinerThanTheSearch(skew: Double) throws {
    let reference = apart(constellation(seed: 74, frames: 3_000))
    let index = try build([("other", references[3]), ("fast", reference)])
    let asked = query(of: reference, from: 900, frames: 860, kept: 0.8, skew: skew)
    let best = try #require(try index.search(asked, limit: 1).candidates.first)
    #expect(best.track == TrackID("fast"))
    #expect(abs(best.alignment.assumedFrequencySkew - skew) < 0.0006)
    #expect(abs(best.alignment.referenceStart.value - frame.value * 900) < 0.01)
  }

  @Test func twoSecondsOfTwentyAreFound() throws {
    let index = try standardIndex()
    var peaks = constellation(seed: 900, frames: 1_720, perFrame: 3, salience: 500).peaks
    peaks.removeAll { (1_001..<1_173).contains($0.frame) }
    for peak in references[8].peaks where (600..<772).contains(peak.frame) {
      peaks.append(SpectralPeak(frame: peak.frame + 401, bin: peak.bin, salience: 800))
    }
    peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    let asked = PeakSignature(frameDuration: frame, frameCount: 1_720, peaks: peaks)
    let best = try #require(try index.search(.peaks(asked), limit: 1).candidates.first)
    #expect(best.track == TrackID("track 8"))
    #expect(abs(best.alignment.referenceStart.value - frame.value * (600 - 1_001)) < 0.02)
    #expect(best.score > 8)
  }

  @Test func theIndexOfOneTrackIsSmall() throws {
    let index = try build([("only", references[0])])
    // 1,000 peaks of five pairs each; a number for every possible pair would be 8 MB.
    #expect(index.footprint.indexBytes < 600_000)
  }

  @Test func aFastBeatHidesNoPlace() throws {
    // Twelve frames over and over, beneath little that does not repeat: all neighbouring starts
    // look alike.
    let beat = constellation(seed: 80, frames: 12, perFrame: 0.6)
    var reference = constellation(seed: 81, frames: 3_600, perFrame: 0.2)
    for turn in 0..<300 {
      reference.peaks += beat.peaks.map {
        SpectralPeak(frame: $0.frame + UInt32(12 * turn), bin: $0.bin, salience: 0)
      }
    }
    reference.peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    let index = try build([("other", references[0]), ("beat", reference)])
    let asked = query(of: reference, from: 1_234, frames: 430, kept: 0.9)
    let best = try #require(try index.search(asked, limit: 1).candidates.first)
    #expect(best.track == TrackID("beat"))
    #expect(abs(best.alignment.referenceStart.value - frame.value * 1_234) < 0.02)
    #expect(best.score > 9)
  }

  @Test func orderOfInsertionDoesNotMatter() throws {
    let tracks = (references + references[3...5]).enumerated().map {
      ("track \($0.offset)", $0.element)
    }
    let forwards = try build(tracks)
    let backwards = try build(tracks.reversed())
    for track in [0, 4, 9] {
      let asked = query(of: references[track], from: 700, frames: 500, kept: 0.3)
      let answer = try forwards.search(asked, limit: 5).candidates
      #expect(try backwards.search(asked, limit: 5).candidates == answer)
      #expect(track != 4 || answer[0].score == answer[1].score)
    }
  }

  @Test func supportIsTruthful() throws {
    let asked = query(of: references[2], from: 300, frames: 430)
    guard case .peaks(let peaks) = asked else { return }
    for candidate in try standardIndex().search(asked, limit: 5).candidates {
      #expect(candidate.support.offered == peaks.peaks.count)
      #expect(candidate.support.matched <= peaks.peaks.count)
      #expect(candidate.support.matched <= references[2].peaks.count)
      #expect(candidate.support.first.value >= 0)
      #expect(candidate.support.first <= candidate.support.last)
      #expect(candidate.support.last.value <= frame.value * 430)
    }
  }

  @Test func tiesStandInByteOrderOfNames() throws {
    let twin = references[4]
    for names in [["b", "a", "ä", "B"], ["B", "ä", "b", "a"]] {
      let index = try build(names.map { ($0, twin) })
      let answer = try index.search(query(of: twin, from: 200, frames: 430), limit: 4)
      #expect(answer.candidates.map(\.track.rawValue) == ["B", "a", "b", "ä"])
    }
  }

  @Test func threadsAnswerAsOne() async throws {
    let index = try standardIndex()
    let queries = (0..<12).map { query(of: references[$0], from: 100 * $0, frames: 300) }
    let alone = try queries.map { try index.search($0, limit: 5) }
    let together = try await orderedMap(queries, width: 8) { try index.search($0, limit: 5) }
    #expect(together == alone)
  }

  @Test func hashesFoundEverywhereArePassedOver() throws {
    var configuration = OffsetVotingConfiguration.standard
    configuration.longestPostingList = 50
    var builder = try IndexBuilder(.offsetVoting(configuration), builtWith: identity)
    // A loop: the same two peaks four times a second for minutes.
    let loop = (0..<800).flatMap {
      [
        SpectralPeak(frame: UInt32(20 * $0), bin: 100, salience: 0),
        SpectralPeak(frame: UInt32(20 * $0 + 7), bin: 120, salience: 0),
      ]
    }
    let signature = PeakSignature(frameDuration: frame, frameCount: 16_000, peaks: loop)
    try builder.insert(.peaks(signature), as: TrackID("loop"))
    try builder.insert(.peaks(references[0]), as: TrackID("music"))
    let index = try builder.freeze()
    let part = PeakSignature(frameDuration: frame, frameCount: 400, peaks: Array(loop.prefix(40)))
    let work = try index.search(.peaks(part), limit: 1).work
    #expect(work.postingsSkipped > 10 * work.postingsRead)
    #expect(work.postingsRead < 2_000)
  }

  @Test func strangeQueriesNeitherTrapNorMatch() throws {
    let index = try standardIndex()
    func ask(_ peaks: [SpectralPeak], _ duration: Seconds = frame) throws -> [Candidate] {
      try index.search(
        .peaks(PeakSignature(frameDuration: duration, frameCount: 0, peaks: peaks)), limit: 2
      ).candidates
    }
    #expect(try ask([]).isEmpty)
    let far = SpectralPeak(frame: .max, bin: .max, salience: .max)
    let near = SpectralPeak(frame: 0, bin: 0, salience: 0)
    for peaks in [[far], [near], [far, near], [near, far], [near, near, near]] {
      for duration in [frame, Seconds(0), Seconds(.nan), Seconds(1e-300), Seconds(1e300)] {
        #expect(try ask(peaks, duration).allSatisfy { $0.score < 4 })
      }
    }
    #expect(throws: IndexError.self) {
      try index.search(
        .frames(BitFrameSignature(frameDuration: frame, words: [1], unreliableBits: [])), limit: 1)
    }
  }

  @Test func insertionRefusesWhatItCannotHold() throws {
    var builder = try IndexBuilder(recipe, builtWith: identity)
    try builder.insert(.peaks(references[0]), as: TrackID("a"))
    #expect(throws: IndexError.duplicateTrack(TrackID("a"))) {
      try builder.insert(.peaks(references[1]), as: TrackID("a"))
    }
    var other = references[1]
    other.frameDuration = Seconds(0.5)
    #expect(throws: IndexError.self) { try builder.insert(.peaks(other), as: TrackID("b")) }
    other = references[1]
    other.frameCount = 1 << 40
    #expect(throws: IndexError.self) { try builder.insert(.peaks(other), as: TrackID("c")) }
    other = references[1]
    other.peaks.reverse()
    #expect(throws: IndexError.self) { try builder.insert(.peaks(other), as: TrackID("e")) }
    #expect(throws: IndexError.self) {
      try builder.insert(
        .frames(BitFrameSignature(frameDuration: frame, words: [], unreliableBits: [])),
        as: TrackID("d"))
    }
    #expect(try builder.freeze().tracks == [TrackID("a")])
  }
}
