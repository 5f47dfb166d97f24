import AudioFiles
import Fingerprinting
import TestSupport
import Testing

@Suite struct ResamplerTests {
  static let pairs: [(Double, Double)] = [
    (44_100, 11_025), (44_100, 8_000), (48_000, 11_025), (8_000, 44_100), (44_100, 5_512.5),
    (37_800, 11_025), (44_100 * 1.03, 44_100), (192_000, 11_025),
  ]

  @Test(arguments: pairs, [0, 1, 2, 100, 4_097, 44_101])
  func lengthIsTheRoundedRatio(pair: (Double, Double), count: Int) throws {
    let from = SampleRate(pair.0)
    let to = SampleRate(pair.1)
    let output = try Resampler.resample(
      [Float](repeating: 0.25, count: count), from: from, to: to)
    #expect(output.count == Int((Double(count) * pair.1 / pair.0).rounded()))
  }

  @Test(arguments: [1, 7, 511, 4_096, 16_385])
  func blocksDoNotMatter(size: Int) throws {
    let sound = TestSound.noise(seconds: 0.5).samples
    let from = SampleRate(44_100)
    let to = SampleRate(11_025)
    var resampler = try Resampler(from: from, to: to)
    var output: [Float] = []
    for start in stride(from: 0, to: sound.count, by: size) {
      let block = sound[start..<min(sound.count, start + size)]
      try resampler.process(block.span) { output += $0.withUnsafeBufferPointer(Array.init) }
    }
    try resampler.finish { output += $0.withUnsafeBufferPointer(Array.init) }
    #expect(output == (try Resampler.resample(sound, from: from, to: to)))
  }

  @Test func equalRatesPassThrough() throws {
    let sound = TestSound.noise(seconds: 0.01).samples
    let rate = SampleRate(44_100)
    #expect(try Resampler.resample(sound, from: rate, to: rate) == sound)
  }

  @Test(arguments: [0, -1, 1, 3_000_000, .nan, .infinity])
  func impossibleRatesAreRefused(hertz: Double) {
    #expect(throws: AudioFileError.self) {
      _ = try Resampler(from: SampleRate(hertz), to: .compactDisc)
    }
    #expect(throws: AudioFileError.self) {
      _ = try Resampler(from: .compactDisc, to: SampleRate(hertz))
    }
  }

  /// scipy's exact sine after the conversion: no delay, no change of level, little distortion.
  @Test(arguments: [ResamplerQuality.standard, .high], [8_000.0, 11_025, 5_512.5])
  func agreesWithTheIdealSine(quality: ResamplerQuality, rate: Double) throws {
    let tone = TestSound.tone(1_000, seconds: 2)
    let output = try Resampler.resample(
      tone.samples, from: tone.sampleRate, to: SampleRate(rate), quality: quality)
    let answer = try python(
      """
      import sys, numpy as np
      x = np.frombuffer(sys.stdin.buffer.read(), "<f4").astype(float)
      rate = float(sys.argv[1])
      t = np.arange(len(x)) / rate
      y = 0.5 * np.sin(2 * np.pi * 1000 * t)
      middle = slice(len(x) // 4, 3 * len(x) // 4)
      print(20 * np.log10(np.sqrt(np.mean((x - y)[middle] ** 2)) / np.sqrt(np.mean(y[middle] ** 2))))
      """, "\(rate)", input: bytes(of: output))
    let error = try #require(Double(answer.trimmingWhitespace))
    #expect(error < -105, "difference from the ideal sine: \(error) dB")
  }

  /// Tones across the pass band keep their level; tones beyond the Nyquist frequency vanish.
  @Test(arguments: [8_000.0, 11_025])
  func passesAndRejects(rate: Double) throws {
    func level(_ hertz: Double) throws -> Float {
      let tone = TestSound.tone(hertz, seconds: 0.5)
      let output = try Resampler.resample(
        tone.samples, from: tone.sampleRate, to: SampleRate(rate))
      return output[(output.count / 4)..<(3 * output.count / 4)].map(abs).max() ?? 0
    }
    let nyquist = rate / 2
    #expect(abs(try level(nyquist * 0.5) - 0.5) < 0.002)
    #expect(try level(nyquist * 0.9) > 0.49)
    for hertz in [nyquist * 1.01, nyquist * 1.3, nyquist * 3] {
      #expect(try level(hertz) < 0.5 * 1e-5, "\(hertz) Hz must be 100 dB down")
    }
  }
}

extension String {
  var trimmingWhitespace: String {
    String(drop(while: { $0.isWhitespace }).prefix(while: { !$0.isWhitespace }))
  }
}
