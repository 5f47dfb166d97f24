import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

private let entries: [AugmentationEntry] = [
  .augmentation(Clipping.self), .augmentation(Compression.self), .augmentation(DropOuts.self),
  .augmentation(ClockDrift.self), .augmentation(FrequencySkew.self),
]

@Suite struct DynamicsTests {
  @Test func peaksAreCutOffAsByNumpy() throws {
    let music = TestSound.music(seed: 2, seconds: 1)
    let clipped = try chain("[{clipping: {overdrive: 14}}]", of: entries).apply(to: music)
    let figures = try numbers(
      """
      a, b = sounds
      limit = abs(a).max() * 10 ** (-14 / 20)
      print(abs(np.clip(a, -limit, limit) - b).max(), np.mean(abs(a) > limit))
      """, sounds: [music.samples, clipped.audio.samples])
    try #require(figures.count == 2)
    #expect(figures[0] < 1e-7)
    #expect(figures[1] > 0.001)
  }

  @Test(arguments: [(4.0, 0.005, 0.1), (8.94, 0.001, 0.05)])
  func dynamicsAreCompressedAsBySox(ratio: Double, attack: Double, release: Double) throws {
    let music = TestSound.music(seed: 2, seconds: 2)
    let threshold = -10.0
    let ours = try chain(
      "[{compression: {threshold: \(threshold), ratio: \(ratio), attack: \(attack), release: \(release)}}]",
      of: entries
    ).apply(to: music).audio.samples
    let absolute = 10 * log10(music.meanSquare) + threshold
    let points = "0.01:-90,-90,\(absolute),\(absolute),0,\(absolute - absolute / ratio)"
    let theirs = try sox(
      "-t", "f32", "-r", "44100", "-c", "1", "-", "-t", "f32", "-", "compand",
      "\(attack),\(release)", points, "0", "-90", input: bytes(of: music.samples))
    let figures = try numbers(
      """
      ours, theirs, before = sounds
      print(abs(ours - theirs).max() / abs(theirs).max(), np.mean(ours**2) / np.mean(before**2))
      """, sounds: [ours, samples(of: theirs.bytes), music.samples])
    try #require(figures.count == 2)
    #expect(figures[0] < 0.002)
    #expect(figures[1] < 0.5)
  }

  @Test func whatDropsOutIsWhatTheDrawSays() throws {
    let noise = TestSound.noise(seconds: 10)
    let chain = try chain("[{'drop-outs': {perSecond: 3, length: [0.01, 0.05]}}]", of: entries)
    let (broken, draws) = try chain.apply(
      to: presentExcerpt(noise), seed: Seed(4), resources: StandardResources())
    let text = String(decoding: try JSONEncoder().encode(draws), as: UTF8.self)
    let steps = try JSONDecoder().decode(
      [[String: DropOuts.Draw]].self, from: Data(text.utf8))
    let gaps = try #require(steps.first?["drop-outs"]).gaps
    #expect(gaps.count == 30)
    var expected = noise.samples
    for gap in gaps {
      #expect((0.01...0.05).contains(gap.length) && (0..<10).contains(gap.at))
      let start = Int((gap.at * 44_100).rounded())
      let end = min(expected.count, start + Int((gap.length * 44_100).rounded()))
      for place in start..<end { expected[place] = 0 }
    }
    #expect(broken.audio.samples == expected)
    #expect(expected.count { $0 == 0 } > 44_100 / 3)
  }

  @Test func aClockDriftsAsItsDrawSays() throws {
    let tone = TestSound.tone(1_000, seconds: 5)
    let drifted = try chain(
      "[{'clock-drift': {start: 150, change: -400}}]", of: entries
    ).apply(to: tone)
    let error = try numbers(
      """
      a, b = sounds
      t = np.arange(len(b)) / 44100
      p = t * (1 + 150e-6) - 400e-6 * t**2 / 2 / (len(b) / 44100)
      print(abs(0.5 * np.sin(2 * np.pi * 1000 * p) - b)[40:-40].max())
      """, sounds: [tone.samples, drifted.audio.samples])
    #expect(error.count == 1 && error[0] < 1e-4)
    let alignment = try drifted.alignment
    #expect(alignment.referenceStart == Seconds(12.5))
    #expect(abs(alignment.timeScale - (1 - 50e-6)) < 1e-12)
    #expect(abs(alignment.assumedFrequencySkew + 50e-6) < 1e-12)
  }

  /// Where the clock is wrong but steady, it is a skew, which another resampler makes.
  @Test func aSteadyDriftIsASkew() throws {
    let sweep = TestSound.sweep(from: 100, to: 12_000, seconds: 2)
    let drift = try chain("[{'clock-drift': {start: 800, change: 0}}]", of: entries)
      .apply(to: sweep)
    let skew = try chain("[{skew: {skew: 0.0008}}]", of: entries).apply(to: sweep)
    #expect(abs(drift.audio.samples.count - skew.audio.samples.count) <= 1)
    let error = zip(drift.audio.samples, skew.audio.samples).map { abs($0 - $1) }
      .dropFirst(1_000).dropLast(1_000).max()
    #expect(try #require(error) < 3e-4)
    #expect(try drift.alignment.timeScale == skew.alignment.timeScale)
  }

  @Test func enoughIsCutForTheFastestClock() throws {
    let chain = try chain("[{'clock-drift': {start: [-50, 50], change: 100}}]", of: entries)
    let needed = chain.sourceDuration(forQuery: Seconds(10))
    for seed in 1...5 {
      let sound = TestSound.silence(seconds: needed.value + 1 / 44_100)
      let drifted = try chain.apply(to: sound, seed: UInt64(seed))
      #expect(drifted.audio.samples.count >= 441_000 - 1)
    }
  }
}
