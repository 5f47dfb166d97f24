import Fingerprinting
import TestSupport
import Testing

@testable import Corpora

private func codec(_ settings: String) throws -> ConditionChain {
  try chain("[{codec: \(settings)}]", of: [.augmentation(Codec.self)])
}

@Suite struct CodecTests {
  /// How late the second sound is, to a tenth of a sample, and how much of it the first explains.
  private static let lateness = """
    a, b = sounds
    n = len(a)
    c = np.fft.irfft(np.fft.rfft(b, 2 * n) * np.conj(np.fft.rfft(a, 2 * n)))
    c = np.roll(c, 5000)[:10000]
    k = np.argmax(c)
    low, mid, high = c[k - 1:k + 2]
    print(k - 5000 + (low - high) / (2 * (low - 2 * mid + high)),
          mid / np.sqrt(np.sum(a**2) * np.sum(b**2)))
    """

  @Test(arguments: [
    ("{format: 'mp3', bitrate: 32000}", 1_105), ("{format: 'vorbis'}", 0),
    ("{format: 'opus', bitrate: 24000}", 0), ("{format: 'gsm'}", 0), ("{format: 'aac'}", 1_024),
    ("{format: 'mulaw'}", 0), ("{format: 'alaw'}", 0),
  ])
  func theDelayThatIsHeardIsTheOneInTheTruth(settings: String, known: Int) throws {
    let music = TestSound.music(seed: 3, seconds: 3)
    let coded = try codec(settings).apply(to: music)
    #expect(coded.audio.samples.count == music.samples.count)
    let figures = try numbers(Self.lateness, sounds: [music.samples, coded.audio.samples])
    try #require(figures.count == 2)
    // Something is lost, and not much: it was coded, and it is the same music.
    #expect(figures[1] > 0.8 && figures[1] < 0.999_999)
    #expect(abs(figures[0] - Double(known)) < 3)
    let moved = (Seconds(12.5) - (try coded.alignment.referenceStart)).value * 44_100
    #expect(abs(moved - figures[0]) < 3)
    #expect(abs(moved - Double(known)) < 2)
  }

  /// A file's header lets ffmpeg take the delay back: what is left must be ours, 1,105 samples on.
  @Test func theSoundIsWhatFFmpegMakesOfIt() throws {
    let music = TestSound.music(seed: 4, seconds: 2)
    let ours = try codec("{format: 'mp3', bitrate: 48000}").apply(to: music).audio.samples
    let theirs = try withTemporaryDirectory { folder in
      let (sound, file) = (folder.appending("a.wav"), folder.appending("a.mp3").description)
      try sound.write(waveFile(music))
      try ffmpeg("-i", sound.description, "-c:a", "libmp3lame", "-b:a", "48k", file)
      return samples(of: try ffmpeg("-i", file, "-f", "f32le", "-").bytes)
    }
    let common = min(theirs.count, ours.count - 1_105) - 2_000
    try #require(common > 60_000)
    let error = zip(theirs[..<common], ours[1_105...]).map { abs($0 - $1) }.max()
    #expect(try #require(error) < 1e-4)
  }

  @Test(arguments: ["mp3", "opus", "gsm", "aac", "vorbis"])
  func theSameSoundComesOutEachTime(format: String) throws {
    let music = TestSound.music(seed: 5, seconds: 1, rate: SampleRate(22_050))
    let chain = try codec("{format: '\(format)'}")
    let (first, second) = (try chain.apply(to: music), try chain.apply(to: music))
    #expect(first.audio == second.audio)
    #expect(first.truth == second.truth)
    #expect(first.audio.samples.count == music.samples.count)
  }

  @Test func lessBitsLoseMore() throws {
    let music = TestSound.music(seed: 6, seconds: 2)
    let losses = try [16_000, 64_000, 160_000].map { bitrate in
      let coded = try codec("{format: 'mp3', bitrate: \(bitrate)}").apply(to: music).audio.samples
      return zip(music.samples, coded.dropFirst(1_105))
        .reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    }
    #expect(losses[0] > 1.5 * losses[1] && losses[1] > 1.5 * losses[2])
  }

  @Test(arguments: [
    ("{format: 'mp4'}", "did you mean 'mp3'?"), ("{format: 'gsm', bitrate: 9600}", "is 13000"),
    ("{bitrate: 3}", "500 to 512000"),
  ])
  func settingsThatCannotBeAreRefused(settings: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try codec(settings) }
    #expect(error?.description.contains(words) == true)
  }

  @Test func whatTheEncoderRefusesIsSaidBeforeTheFirstQuery() throws {
    let chain = try codec("{format: 'vorbis', bitrate: 500}")
    let error = #expect(throws: AugmentationError.self) { try chain.check(StandardResources()) }
    #expect(error?.description.contains("cannot code sound as vorbis: ffmpeg") == true)
    try codec("{}").check(StandardResources())
  }
}

@Suite struct FourierTransformTests {
  @Test func convolutionIsTheOneOfNumpy() throws {
    let (one, other) = (
      TestSound.noise(seed: 1, seconds: 0.1), TestSound.noise(seed: 2, seconds: 0.03, level: 1e-4)
    )
    let ours = convolved(one.samples, with: other.samples)
    let error = try numbers(
      "a, b, ours = sounds; c = np.convolve(a, b); print(len(c) - len(ours), abs(c - ours).max() / abs(c).max())",
      sounds: [one.samples, other.samples, ours])
    #expect(error.count == 2 && error[0] == 0 && error[1] < 1e-6)
  }

  @Test(arguments: [-700, 0, 1_234])
  func aDelayIsFound(lag: Int) {
    let noise = TestSound.noise(seed: 3, seconds: 0.5).samples
    let silence = [Float](repeating: 0, count: abs(lag))
    let (heard, original) = lag < 0 ? (noise, silence + noise) : (silence + noise, noise)
    #expect(delay(of: heard, after: original, within: -2_000...2_000) == lag)
  }
}
