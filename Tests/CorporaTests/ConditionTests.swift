import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

private let entries: [AugmentationEntry] = [
  .augmentation(Noise.self), .augmentation(FrequencySkew.self), .augmentation(Gain.self),
]

private func condition(_ json5: String) throws -> Condition {
  let decoder = JSONDecoder()
  decoder.allowsJSON5 = true
  return try decoder.decode(Condition.self, from: Data(json5.utf8))
}

private func chain(_ json5: String) throws -> ConditionChain {
  try ConditionChain(try condition(json5), entries: entries)
}

private func music(seconds: Double) -> Excerpt {
  let alignment = Alignment(referenceStart: Seconds(12.5))
  return Excerpt(
    source: "track 'a'", audio: TestSound.music(seed: 3, seconds: seconds),
    truth: .present([Occurrence(track: TrackID("a"), alignment: alignment)]))
}

struct ConditionTests {
  @Test func planTextIsReadAndWritten() throws {
    let text = """
      {label: "white 0 dB", chain: [{noise: {kind: "white", snr: 0}}, {gain: {}}], // twice
       axis: "white SNR (dB)", value: 0}
      """
    let read = try condition(text)
    #expect(read.label == "white 0 dB")
    #expect(read.steps.map(\.name) == ["noise", "gain"])
    #expect(read.axis == "white SNR (dB)")
    #expect(read.value == 0)
    let again = try JSONDecoder().decode(Condition.self, from: JSONEncoder().encode(read))
    #expect(again == read)
  }

  @Test(arguments: [
    ("{label: 'x', chain: [{nosie: {}}]}", "unknown augmentation 'nosie'; did you mean 'noise'?"),
    ("{label: 'x', chain: [{noise: {sn: 3}}]}", "unknown setting 'sn'; did you mean 'snr'?"),
    ("{label: 'x', chain: [{noise: {snr: [3, 1]}}]}", "wrong type"),
    ("{label: 'x', chain: [{skew: {skew: 7}}]}", "'skew' must lie in -0.5 to 1.0"),
  ])
  func mistakesAreNamed(text: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try chain(text) }
    #expect(error?.description.contains(words) == true)
    #expect(error?.description.contains("condition 'x'") == true)
  }

  @Test(arguments: [
    "{label: 'x'}", "{label: 'x', chian: []}", "{label: 'x', chain: [{a: {}, b: {}}]}",
  ])
  func shapesThatAreNoConditionAreRefused(text: String) {
    #expect(throws: DecodingError.self) { try condition(text) }
  }

  @Test func cleanChangesNothing() throws {
    let clean = try chain("{label: 'clean', chain: []}")
    let result = try clean.apply(
      to: music(seconds: 1), seed: Seed(1), resources: StandardResources())
    #expect(result.excerpt.audio == music(seconds: 1).audio)
    #expect(result.draws == .array([]))
    #expect(clean.sourceDuration(forQuery: Seconds(5)) == Seconds(5))
  }

  @Test func digestCoversSettingsAndNotTheLabel() throws {
    let one = try chain("{label: 'a', chain: [{noise: {snr: 10}}]}")
    #expect(one.digest == (try chain("{label: 'b', chain: [{noise: {}}]}")).digest)
    #expect(one.digest != (try chain("{label: 'a', chain: [{noise: {snr: 9}}]}")).digest)
    #expect(one.canonicalJSON == #"[{"noise":{"kind":"white","snr":10}}]"#)
  }

  @Test func drawsComeBackAndDependOnNothingElse() throws {
    let text =
      "{label: 'a', chain: [{noise: {kind: 'pink', snr: [-5, 5]}}, {gain: {decibels: [-9, 0]}}]}"
    let resources = StandardResources()
    let first = try chain(text).apply(to: music(seconds: 1), seed: Seed(4), resources: resources)
    let second = try chain(text).apply(to: music(seconds: 1), seed: Seed(4), resources: resources)
    #expect(first.excerpt.audio == second.excerpt.audio)
    #expect(first.draws == second.draws)
    // Another gain leaves the noise's draw alone; another seed does not.
    let quieter = try chain(text.replacingOccurrences(of: "-9", with: "-30"))
      .apply(to: music(seconds: 1), seed: Seed(4), resources: resources)
    guard case .array(let kept) = first.draws, case .array(let changed) = quieter.draws else {
      Issue.record("draws are no list")
      return
    }
    #expect(kept.count == 2)
    #expect(kept[0] == changed[0])
    #expect(kept[1] != changed[1])
    let other = try chain(text).apply(to: music(seconds: 1), seed: Seed(5), resources: resources)
    #expect(other.draws != first.draws)
  }

  @Test func gainIsExactAndLeavesTheRatioAlone() throws {
    let before = try chain("{label: 'a', chain: [{noise: {snr: 3}}]}")
      .apply(to: music(seconds: 1), seed: Seed(4), resources: StandardResources()).excerpt
    let after = try chain("{label: 'a', chain: [{noise: {snr: 3}}, {gain: {decibels: 20}}]}")
      .apply(to: music(seconds: 1), seed: Seed(4), resources: StandardResources()).excerpt
    #expect(after.achievedSNR == before.achievedSNR)
    #expect(zip(before.audio.samples, after.audio.samples).allSatisfy { abs($0 * 10 - $1) < 1e-5 })
  }
}

struct FrequencySkewTests {
  /// Length, and the part of sox's sound that ours does not explain, in dB.
  private static let comparison = """
    import sys, numpy as np
    x = np.frombuffer(sys.stdin.buffer.read(), "<f4").astype(float)
    n = int(sys.argv[1])
    a, b = x[:n], x[n:]
    m = min(len(a), len(b))
    print(len(b) - n, 10*np.log10(np.mean((a[:m]-b[:m])[200:-200]**2)/np.mean(b[:m]**2)))
    """

  @Test(arguments: [0.01, -0.01, 0.025, -0.04, 0.0033])
  func soundsAsSoxSpeedDoes(skew: Double) throws {
    // Low enough that the two resamplers' edges near half the rate do not matter.
    let sound = TestSound.sweep(from: 100, to: 9_000, seconds: 3)
    let theirs = try sox(
      "-t", "f32", "-r", "44100", "-c", "1", "-", "-t", "f32", "-", "speed", "\(1 + skew)",
      input: bytes(of: sound.samples))
    let chain = try chain("{label: 's', chain: [{skew: {skew: \(skew)}}]}")
    let ours = try chain.apply(
      to: Excerpt(source: "sweep", audio: sound, truth: .absent), seed: Seed(1),
      resources: StandardResources()
    ).excerpt.audio.samples
    let figures = try python(
      Self.comparison, "\(ours.count)", input: bytes(of: ours) + theirs.bytes
    ).split(separator: " ").compactMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(figures.count == 2)
    #expect(abs(figures[0]) <= 1)
    #expect(figures[1] < -60)
  }

  @Test(arguments: [0.01, -0.025])
  func truthMovesWithTheSound(skew: Double) throws {
    let chain = try chain("{label: 's', chain: [{skew: {skew: \(skew)}}]}")
    let needed = chain.sourceDuration(forQuery: Seconds(2))
    #expect(abs(needed.value - 2 * (1 + skew)) < 1e-9)
    let skewed = try chain.apply(
      to: music(seconds: needed.value), seed: Seed(1), resources: StandardResources()
    ).excerpt
    #expect(abs(skewed.audio.duration.value - 2) < 2 / 44_100)
    guard case .present(let occurrences) = skewed.truth else {
      Issue.record("the truth is gone")
      return
    }
    #expect(occurrences.map(\.alignment.referenceStart) == [Seconds(12.5)])
    #expect(abs(occurrences[0].alignment.timeScale - (1 + skew)) < 1e-12)
    #expect(abs(occurrences[0].alignment.assumedFrequencySkew - skew) < 1e-12)
  }

  @Test func chainsNeedWhatTheirPartsNeed() throws {
    let chain = try chain(
      "{label: 's', chain: [{skew: {skew: [0, 0.1]}}, {noise: {}}, {skew: {skew: -0.5}}]}")
    #expect(abs(chain.sourceDuration(forQuery: Seconds(10)).value - 5.5) < 1e-9)
  }
}

struct ExcerptTests {
  @Test func startsLieAnywhereButOnAFrame() throws {
    let rate = SampleRate.compactDisc
    var starts: [Int] = []
    for seed in 0..<500 {
      let start = try #require(
        Excerpt.start(in: Seconds(60), needing: Seconds(10), at: rate, seed: Seed(UInt64(seed))))
      #expect(start.value >= 0 && start.value + 10 <= 60)
      starts.append(Int((start.value * rate.hertz).rounded()))
    }
    #expect(starts.allSatisfy { $0 % 2 == 1 })
    // Every tenth of the room is met.
    #expect(Set(starts.map { $0 * 10 / (50 * 44_100) }).count == 10)
  }

  @Test func aTrackThatIsTooShortHasNoStart() {
    #expect(
      Excerpt.start(in: Seconds(5), needing: Seconds(5), at: .compactDisc, seed: Seed(1)) == nil)
    #expect(
      Excerpt.start(in: Seconds(1), needing: Seconds(5), at: .compactDisc, seed: Seed(1)) == nil)
  }

  @Test func aPrefixIsExact() {
    #expect(music(seconds: 1).prefix(Seconds(0.5)).audio.samples.count == 22_050)
    #expect(music(seconds: 1).prefix(Seconds(9)).audio.samples.count == 44_100)
    #expect(music(seconds: 1).prefix(Seconds(-1)).audio.samples.isEmpty)
  }
}
