import Fingerprinting
import TestSupport
import Testing

@testable import Indexing

/// Queries of which only a part, or each part another, is a reference.
struct StretchTests {
  private static let identity = ComponentIdentity(
    name: "peaks", revision: 1, configurationDigest: "d")
  private static let frame = 128 / 11_025.0

  private static func peaks(
    _ seed: UInt64, frames: Int, perFrame: Double, salience: UInt16
  ) -> [SpectralPeak] {
    var generator = SplitMix64(seed: seed)
    return (0..<Int(Double(frames) * perFrame)).map { _ in
      SpectralPeak(
        frame: UInt32(generator.integer(below: frames)),
        bin: UInt16(generator.integer(in: 10...489)), salience: salience)
    }.sorted { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
  }

  private static let references = (0..<8).map {
    peaks(UInt64($0), frames: 9_000, perFrame: 0.4, salience: 0)
  }

  private static let index = Result {
    var builder = try IndexBuilder(.offsetVoting(.standard), builtWith: identity)
    for (number, peaks) in references.enumerated() {
      try builder.insert(signature(peaks, frames: 9_000), as: TrackID("\(number)"))
    }
    return try builder.freeze()
  }

  private static func signature(_ peaks: [SpectralPeak], frames: Int) -> Signature {
    .peaks(
      PeakSignature(frameDuration: Seconds(frame), frameCount: frames, peaks: peaks))
  }

  /// A part of a reference, in frames, and where in the query it is heard.
  private struct Part {
    var track: Int
    var from: Int
    var at: Int
    var frames: Int
  }

  /// Other sound with parts of references instead of it here and there.
  private func query(_ parts: [Part], frames: Int) -> Signature {
    var peaks = Self.peaks(777, frames: frames, perFrame: 2, salience: 500)
    var generator = SplitMix64(seed: 778)
    for part in parts {
      peaks.removeAll { (part.at..<part.at + part.frames).contains(Int($0.frame)) }
      peaks += Self.peaks(
        UInt64(900 + part.at), frames: part.frames, perFrame: 1.5, salience: 500
      ).map {
        SpectralPeak(frame: $0.frame + UInt32(part.at), bin: $0.bin, salience: $0.salience)
      }
      for peak in Self.references[part.track]
      where (part.from..<part.from + part.frames).contains(Int(peak.frame)) {
        guard generator.unit() < 0.6 else { continue }
        peaks.append(
          SpectralPeak(
            frame: UInt32(Int(peak.frame) - part.from + part.at), bin: peak.bin, salience: 800))
      }
    }
    return Self.signature(
      peaks.sorted { ($0.frame, $0.bin) < ($1.frame, $1.bin) }, frames: frames)
  }

  /// Ten seconds within five minutes, wherever they are: span, speed and offset come from them.
  @Test(arguments: [0, 1_300, 9_411, 12_345, 25_840])
  func theRestOfTheQueryBendsNothing(at place: Int) throws {
    let part = Part(track: 3, from: 2_500, at: place, frames: 860)
    let answer = try Self.index.get().search(query([part], frames: 26_700), limit: 5)
    let best = try #require(answer.candidates.first)
    #expect(best.track == TrackID("3"))
    #expect(abs(best.alignment.timeScale - 1) < 0.0005)
    let expected = Double(part.from - part.at) * Self.frame
    #expect(abs(best.alignment.referenceStart.value - expected) < 0.05, "\(best)")
    #expect(abs(best.support.first.value - Double(place) * Self.frame) < 1, "\(best.support)")
    #expect(abs(best.support.last.value - Double(place + 860) * Self.frame) < 1, "\(best.support)")
  }

  /// The same within one window.
  @Test func halfAWindowIsItsOwnSpan() throws {
    let part = Part(track: 5, from: 4_000, at: 700, frames: 500)
    let answer = try Self.index.get().search(query([part], frames: 1_700), limit: 5)
    let best = try #require(answer.candidates.first)
    #expect(best.track == TrackID("5"))
    #expect(abs(best.support.first.value - 700 * Self.frame) < 1, "\(best.support)")
    #expect(abs(best.support.last.value - 1_200 * Self.frame) < 1, "\(best.support)")
  }

  @Test func everyStretchOfAMixIsListed() throws {
    let parts = [
      Part(track: 1, from: 100, at: 0, frames: 3_000),
      Part(track: 6, from: 5_000, at: 3_000, frames: 1_500),
      Part(track: 1, from: 5_500, at: 4_500, frames: 2_000),
      Part(track: 1, from: 100, at: 9_000, frames: 1_200),
    ]
    let answer = try Self.index.get().stretches(
      in: query(parts, frames: 11_000), scoringAtLeast: 7)
    let found = answer.stretches.map(\.candidate).sorted { $0.support.first < $1.support.first }
    #expect(found.map(\.track.rawValue) == ["1", "6", "1", "1"])
    for (stretch, part) in zip(found, parts) {
      let first = Double(part.at) * Self.frame
      #expect(abs(stretch.support.first.value - first) < 1, "\(stretch)")
      // Where music follows without a pause, chance may carry a stretch on for most of a window.
      #expect(
        abs(stretch.support.last.value - Double(part.at + part.frames) * Self.frame) < 9,
        "\(stretch)")
      let start = stretch.alignment.referenceStart.value + stretch.alignment.timeScale * first
      #expect(abs(start - Double(part.from) * Self.frame) < 0.05, "\(stretch)")
    }
    let scores = answer.stretches.map(\.candidate.score)
    #expect(scores == scores.sorted(by: >))
  }

  @Test func otherSoundHasNoStretch() throws {
    let index = try Self.index.get()
    #expect(try index.stretches(in: query([], frames: 20_000), scoringAtLeast: 7).stretches.isEmpty)
    #expect(
      try index.stretches(in: Self.signature([], frames: 0), scoringAtLeast: 0).stretches.isEmpty)
  }

  @Test func endsAreLeftOutOnlyWhereChanceExplainsThem() {
    var generator = SplitMix64(seed: 5)
    func hits(_ count: Int, _ rate: Double) -> [Bool] {
      (0..<count).map { _ in generator.unit() < rate }
    }
    let whole = hits(200, 0.4)
    #expect(LineStretch.agreeing(whole, chance: 0.1) == 0..<200)
    let range = LineStretch.agreeing(
      hits(150, 0.1) + hits(100, 0.6) + hits(150, 0.1), chance: 0.1)
    #expect(abs(range.lowerBound - 150) < 10 && abs(range.upperBound - 250) < 10, "\(range)")
    let chance = hits(300, 0.1)
    #expect(LineStretch.agreeing(chance, chance: 0.1).count > 0)
    #expect(LineStretch.agreeing([], chance: 0.1).isEmpty)
  }
}
