import Fingerprinting
import TestSupport
import Testing

@testable import Corpora

private let entries: [AugmentationEntry] = [
  .augmentation(LowPass.self), .augmentation(HighPass.self), .augmentation(TelephoneBand.self),
  .augmentation(Equalizer.self),
]

/// The largest difference, as a part of the largest sample.
private let difference = "; print(abs(wanted - ours).max() / abs(wanted).max())"

@Suite struct FilterTests {
  @Test func filtersAreTheButterworthOfScipy() throws {
    let noise = TestSound.noise(seconds: 0.2)
    var cases: [String] = []
    var filtered: [[Float]] = []
    for kind in ["low", "high"] {
      for order in [1, 2, 4, 7] {
        for cutoff in [120, 3_400, 15_000] {
          let result = try chain(
            "[{'\(kind)-pass': {cutoff: \(cutoff), order: \(order)}}]", of: entries
          ).apply(to: noise)
          #expect(try result.alignment == Alignment(referenceStart: Seconds(12.5)))
          cases.append("\(order) \(cutoff) \(kind)")
          filtered.append(result.audio.samples)
        }
      }
    }
    let errors = try numbers(
      """
      import scipy.signal as s
      for case, ours in zip(sys.argv[2].split(","), sounds[1:]):
          order, cutoff, kind = case.split()
          sos = s.butter(int(order), float(cutoff), kind, fs=44100, output="sos")
          wanted = s.sosfilt(sos, sounds[0])
          print(abs(wanted - ours).max() / abs(wanted).max())
      """, cases.joined(separator: ","), sounds: [noise.samples] + filtered)
    #expect(errors.count == cases.count && errors.allSatisfy { $0 < 3e-7 })
  }

  @Test func theTelephoneLeavesItsBand() throws {
    let noise = TestSound.noise(seconds: 2)
    let heard = try chain("[{'telephone-band': {}}]", of: entries).apply(to: noise)
    let levels = try numbers(
      """
      import scipy.signal as s
      a, b = sounds
      f, p = s.welch(a, 44100, nperseg=8192)
      q = s.welch(b, 44100, nperseg=8192)[1]
      for low, high in [(40, 140), (290, 310), (500, 2500), (3370, 3430), (6800, 12000)]:
          band = (f >= low) & (f <= high)
          print(10 * np.log10(q[band].mean() / p[band].mean()))
      """, sounds: [noise.samples, heard.audio.samples])
    try #require(levels.count == 5)
    #expect(levels[0] < -38 && levels[4] < -35)
    #expect(abs(levels[1] + 3) < 1 && abs(levels[3] + 3) < 1)
    #expect(abs(levels[2]) < 0.3)
  }

  @Test func bandsAreRaisedAsBySox() throws {
    let noise = TestSound.noise(seconds: 0.5, level: 0.1)
    let settings = """
      {bands: [{frequency: 120, gain: 6, quality: 1}, {frequency: 3000, gain: -12, quality: 2.5},
      {frequency: 9000, gain: 3, quality: 0.7}, {frequency: 60000, gain: 9, quality: 1}]}
      """
    let ours = try chain("[{equalizer: \(settings)}]", of: entries).apply(to: noise).audio.samples
    let theirs = try sox(
      "-t", "f32", "-r", "44100", "-c", "1", "-", "-t", "f32", "-", "equalizer", "120", "1q", "6",
      "equalizer", "3000", "2.5q", "-12", "equalizer", "9000", "0.7q", "3",
      input: bytes(of: noise.samples))
    let error = try numbers(
      "ours, wanted = sounds" + difference, sounds: [ours, samples(of: theirs.bytes)])
    #expect(error.count == 1 && error[0] < 1e-6)
  }

  @Test func gainsOfBandsAreDrawn() throws {
    let text = "[{equalizer: {bands: [{frequency: 1000, gain: [-6, 6], quality: 1}]}}]"
    let chain = try chain(text, of: entries)
    let noise = presentExcerpt(TestSound.noise(seconds: 0.1))
    let draws = try (1...20).map {
      try chain.apply(to: noise, seed: Seed($0), resources: StandardResources()).draws
    }
    #expect(Set(draws).count == 20)
  }

  @Test(arguments: [
    ("{'low-pass': {order: 0}}", "'order' must lie in 1 to 12"),
    ("{'high-pass': {cutoff: 1}}", "'cutoff' must lie in"),
    ("{'telephone-band': {lowest: 4000}}", "below 'highest'"),
    ("{equalizer: {bands: [{frequency: 0, gain: 1, quality: 1}]}}", "a 'frequency' of 1 to"),
  ])
  func whatIsNoFilterIsRefused(step: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try chain("[\(step)]", of: entries) }
    #expect(error?.description.contains(words) == true)
  }

  @Test func aFilterAboveHalfTheRateLeavesAllOrNothing() throws {
    let sound = TestSound.noise(seconds: 0.1, rate: SampleRate(8_000))
    let low = try chain("[{'low-pass': {cutoff: 5000}}]", of: entries).apply(to: sound)
    #expect(low.audio == sound)
    let high = try chain("[{'high-pass': {cutoff: 5000}}]", of: entries).apply(to: sound)
    #expect(high.audio.meanSquare == 0)
  }
}
