import Fingerprinting
import TestSupport
import Testing

@testable import Corpora

private let entries: [AugmentationEntry] = [
  .augmentation(Tempo.self), .augmentation(Pitch.self),
]

/// Short noises at known places, over a tone of 500 Hz.
private func clicks(seconds: Double) -> AudioBuffer {
  var sound = TestSound.tone(500, seconds: seconds, level: 0.02)
  let burst = TestSound.noise(seed: 4, seconds: 0.02, level: 0.6).samples
  for start in stride(from: 0.3, to: seconds - 0.2, by: 0.37) {
    let first = Int(start * 44_100)
    for place in burst.indices { sound.samples[first + place] += burst[place] }
  }
  return sound
}

/// The mean and the largest distance of the noises from their places, in milliseconds, and the tone.
private let places = """
  y = sounds[0]; tempo = float(sys.argv[2]); seconds = float(sys.argv[3])
  level = np.convolve(abs(y), np.ones(64) / 64, "same")
  late = []
  for start in np.arange(0.3, seconds - 0.2, 0.37):
      p = int(start / tempo * 44100); near = level[p - 2000:p + 2000]
      late.append((np.argmax(near > 0.3 * near.max()) - 2000) / 44.1)
  n = len(y)
  x = abs(np.fft.rfft(y * np.hanning(n))); f = np.fft.rfftfreq(n, 1 / 44100)
  band = (f > 350) & (f < 700)
  print(np.mean(late), np.abs(late).max(), f[band][np.argmax(x[band])], n / 44100)
  """

@Suite struct TimeStretchTests {
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled), arguments: [0.04, -0.06])
  func tempoAloneMovesTimeAndNotPitch(change: Double) throws {
    let chain = try chain("[{tempo: {change: \(change)}}]", of: entries)
    let seconds = chain.sourceDuration(forQuery: Seconds(3)).value
    let played = try chain.apply(to: clicks(seconds: seconds))
    let figures = try numbers(
      places, "\(1 + change)", "\(seconds)", sounds: [played.audio.samples])
    try #require(figures.count == 4)
    #expect(abs(figures[0]) < 2 && figures[1] < 4)
    #expect(abs(figures[2] / 500 - 1) < 0.003)
    #expect(abs(figures[3] - 3) < 0.001)
    let alignment = try played.alignment
    #expect(alignment.referenceStart == Seconds(12.5))
    #expect(abs(alignment.timeScale - (1 + change)) < 1e-12)
    #expect(alignment.frequencySkew == 0)
    #expect(try chain.apply(to: clicks(seconds: seconds)).audio == played.audio)
  }

  @Test(.tags(.slow), .enabled(if: slowTestsEnabled), arguments: [0.05, -0.03])
  func pitchAloneMovesPitchAndNotTime(change: Double) throws {
    let chain = try chain("[{pitch: {change: \(change)}}]", of: entries)
    let played = try chain.apply(to: clicks(seconds: 3))
    let figures = try numbers(places, "1", "3", sounds: [played.audio.samples])
    try #require(figures.count == 4)
    #expect(abs(figures[0]) < 2 && figures[1] < 4)
    #expect(abs(figures[2] / 500 / (1 + change) - 1) < 0.003)
    #expect(abs(figures[3] - 3) < 0.001)
    let alignment = try played.alignment
    #expect(alignment.timeScale == 1)
    #expect(abs(alignment.assumedFrequencySkew - change) < 1e-12)
  }

  @Test func theLevelStaysAndSilenceIsSilence() throws {
    var loud = TestSound.music(seed: 3, seconds: 1)
    for place in loud.samples.indices { loud.samples[place] *= 5 }
    let chain = try chain("[{pitch: {change: 0.01}}]", of: entries)
    let played = try chain.apply(to: loud)
    #expect(abs(played.audio.meanSquare / loud.meanSquare - 1) < 0.15)
    let silent = try chain.apply(to: TestSound.silence(seconds: 1))
    #expect(silent.audio.meanSquare == 0 && silent.audio.samples.count == 44_100)
  }
}
