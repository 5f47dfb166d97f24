import Checksums
import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

private func excerpt(_ audio: AudioBuffer) -> Excerpt {
  Excerpt(source: "track 'a' from 3.0 s", audio: audio, truth: .absent)
}

private func noise(_ kind: String, _ snr: Double) throws -> Noise {
  try Noise(Noise.Configuration(kind: kind, snr: DrawRange(snr)))
}

private let speech = (0..<6).map { number in
  NoiseRecording(
    id: "voice \(number)", kind: "speech",
    audio: TestSound.tone(
      250 + 37 * Double(number), seconds: 2, rate: SampleRate(8_000), level: 0.2))
}

struct NoiseTests {
  /// Level by octave of Welch's spectrum, and its slope in dB per octave.
  private static let slope = """
    import sys, numpy as np, scipy.signal as s
    x = np.frombuffer(sys.stdin.buffer.read(), "<f4").astype(float)
    f, p = s.welch(x, 44100, nperseg=8192)
    edges = 40 * 2.0 ** np.arange(9)
    level = [10*np.log10(p[(f >= a) & (f < 2*a)].mean()) for a in edges]
    fit = np.polyfit(np.arange(9), level, 1)
    print(fit[0], np.abs(level - np.polyval(fit, np.arange(9))).max())
    """

  @Test(arguments: [
    (NoiseColour.white, 0.0, "whitenoise"), (.pink, -3.01, "pinknoise"), (.brown, -6.02, ""),
  ])
  func colourFallsAsItsNameSays(colour: NoiseColour, decibels: Double, peer: String) throws {
    let ours = colour.samples(count: 441_000, at: .compactDisc, seed: Seed(7))
    let figures = try python(Self.slope, input: bytes(of: ours)).split(separator: " ")
      .compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    try #require(figures.count == 2)
    #expect(abs(figures[0] - decibels) < 0.15)
    #expect(figures[1] < 0.8)
    // Not the corner's doing: sox's noise measures the same. (Its brown noise has no corner.)
    guard !peer.isEmpty else { return }
    let theirs = try sox("-n", "-r", "44100", "-c", "1", "-t", "f32", "-", "synth", "10", peer)
    let slope = try python(Self.slope, input: theirs.bytes).split(separator: " ").first
      .flatMap { Double($0) }
    #expect(abs(try #require(slope) - figures[0]) < 0.3)
  }

  @Test(arguments: [
    (NoiseColour.white, "d889ceb67ed591f2"), (.pink, "a0d824eb5ac36a59"),
    (.brown, "50a243b8faaa48cd"),
  ])
  func bitsStay(colour: NoiseColour, digest: String) {
    let samples = colour.samples(count: 4_096, at: .compactDisc, seed: Seed(1))
    #expect(SHA256.hexDigest(of: Data(bytes(of: samples))).prefix(16) == digest)
    #expect(samples.prefix(100) == colour.samples(count: 100, at: .compactDisc, seed: Seed(1))[...])
  }

  @Test(arguments: ["white", "pink", "brown", "babble", "rain"])
  func ratioIsTheOneAskedFor(kind: String) throws {
    let music = TestSound.music(seed: 3, seconds: 1)
    let rain = NoiseRecording(
      id: "rain 1", kind: "rain", audio: TestSound.noise(seed: 9, seconds: 3, level: 0.01))
    let resources = StandardResources(recordings: speech + [rain])
    let ratios = [-5.0, 0, 10, 30]
    var generator = Seed(11).generator
    let mixed = try ratios.map { snr in
      let noise = try noise(kind, snr)
      return try noise.apply(
        noise.draw(for: music.duration, using: &generator), to: excerpt(music), with: resources)
    }
    let measured = try python(
      """
      import sys, numpy as np
      s, *mixed = np.frombuffer(sys.stdin.buffer.read(), "<f4").astype(float).reshape(5, -1)
      for y in mixed: print(repr(float(10*np.log10(np.mean(s**2)/np.mean((y-s)**2)))))
      """, input: bytes(of: music.samples + mixed.flatMap(\.audio.samples)))
    let oracle = measured.split(separator: "\n").compactMap { Double($0) }
    try #require(oracle.count == ratios.count)
    for (place, snr) in ratios.enumerated() {
      let achieved = try #require(mixed[place].achievedSNR)
      #expect(abs(achieved - oracle[place]) < 1e-6)
      #expect(abs(achieved - snr) < 0.01)
    }
  }

  @Test func silenceOnEitherSideIsAnErrorThatNamesThePair() throws {
    let silent = NoiseRecording(
      id: "nothing", kind: "nothing", audio: TestSound.silence(seconds: 3))
    let resources = StandardResources(recordings: [silent])
    let music = TestSound.music(seed: 3, seconds: 1)
    var generator = Seed(1).generator
    #expect(
      throws: AugmentationError.silentExcerpt(
        excerpt: "track 'a' from 3.0 s", noise: "white")
    ) {
      let white = try noise("white", 10)
      _ = try white.apply(
        white.draw(for: music.duration, using: &generator),
        to: excerpt(TestSound.silence(seconds: 1)), with: resources)
    }
    do {
      let recorded = try noise("nothing", 10)
      _ = try recorded.apply(
        recorded.draw(for: music.duration, using: &generator), to: excerpt(music),
        with: resources)
      Issue.record("silent noise was mixed in")
    } catch let error as AugmentationError {
      #expect("\(error)".contains("nothing at ") && "\(error)".contains("track 'a' from 3.0 s"))
    }
  }

  @Test func aPieceWithSoundIsChosenFromANoiseThatEndsInSilence() throws {
    var audio = TestSound.noise(seed: 2, seconds: 1)
    audio.samples += TestSound.silence(seconds: 3).samples
    let resources = StandardResources(
      recordings: [NoiseRecording(id: "ends", kind: "room", audio: audio)])
    for seed in 0..<50 {
      let piece = try resources.noise(
        "room", count: 22_050, at: .compactDisc, seed: Seed(UInt64(seed)))
      #expect(AudioBuffer(samples: piece.samples, sampleRate: .compactDisc).meanSquare > 1e-4)
    }
  }

  @Test func aShortNoiseIsRepeated() throws {
    let audio = TestSound.noise(seed: 2, seconds: 0.1)
    let resources = StandardResources(
      recordings: [NoiseRecording(id: "drip", kind: "water", audio: audio)])
    let piece = try resources.noise("drip", count: 10_000, at: .compactDisc, seed: Seed(1))
    #expect(piece.samples.count == 10_000)
    #expect(piece.samples[0..<1_000] == piece.samples[4_410..<5_410])
  }

  @Test func babbleIsManyVoicesAtOnceAndEquallyLoud() throws {
    #expect(StandardResources.voices >= 16)
    let resources = StandardResources(recordings: speech)
    let piece = try resources.noise("babble", count: 88_200, at: .compactDisc, seed: Seed(5))
    #expect(piece.samples.count == 88_200)
    let power = AudioBuffer(samples: piece.samples, sampleRate: .compactDisc).meanSquare
    #expect(abs(power / Double(StandardResources.voices) - 1) < 0.35)
    let again = StandardResources(recordings: speech.reversed(), cacheBytes: 0)
    #expect(
      try again.noise("babble", count: 88_200, at: .compactDisc, seed: Seed(5)).samples
        == piece.samples)
  }

  @Test func aNoiseThatDoesNotExistIsNamedWithTheNearest() throws {
    let resources = StandardResources(recordings: speech)
    #expect(throws: AugmentationError.unknownNoise(kind: "pnik", remedy: "did you mean 'pink'?")) {
      try resources.check(noise: "pnik")
    }
    #expect(throws: AugmentationError.self) {
      try StandardResources().check(noise: "babble")
    }
    try resources.check(noise: "babble")
    try resources.check(noise: "voice 3")
  }
}
