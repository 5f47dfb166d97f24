import Fingerprinting
import Strategies
import TestSupport
import Testing

@Suite struct SpectralBandsTests {
  static let rate = SampleRate(5_512.5)

  func frames(_ samples: [Float]) throws -> BitFrameSignature {
    let strategy = try SpectralBandsStrategy(.standard)
    guard case .frames(let frames) = try strategy.signature(of: samples.span) else {
      throw StrategyError.mismatchedParts
    }
    return frames
  }

  /// The sound through sox: effects at 44,100 Hz, then the strategy's rate.
  func through(_ effects: [String], _ audio: AudioBuffer) throws -> [Float] {
    let asked = ["-D", "-V1", "-t", "f32", "-r", "44100", "-c", "1", "-", "-t", "f32", "-"]
    let output = try runTool(
      "sox", asked + effects + ["rate", "5512.5"], input: bytes(of: audio.samples))
    return samples(of: output.bytes)
  }

  func errorRate(_ left: [UInt32], _ right: [UInt32]) -> Double {
    let count = min(left.count, right.count)
    var errors = 0
    for index in 0..<count { errors += (left[index] ^ right[index]).nonzeroBitCount }
    return Double(errors) / Double(count * 32)
  }

  /// Words computed in double precision from the published description.
  static let oracle = """
    import sys, numpy as np
    x = np.frombuffer(sys.stdin.buffer.read(), '<f4').astype(float)
    edges = np.round(300 * (2000 / 300) ** (np.arange(34) / 33) * 2048 / 5512.5).astype(int)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(2048) / 2048)
    frames = np.lib.stride_tricks.sliding_window_view(x, 2048)[::64]
    power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
    energy = np.stack([power[:, a:b].sum(1) for a, b in zip(edges, edges[1:])], 1)
    change = np.diff(energy[:, :-1] - energy[:, 1:], axis=0)
    word = ((change > 0) << np.arange(32)).sum(1)
    least = np.argsort(np.abs(change), axis=1)[:, :10]
    mask = (1 << least).sum(1)
    print(' '.join(map(str, word)))
    print(' '.join(map(str, mask)))
    """

  @Test func wordsEqualThoseOfTheDescription() throws {
    for sound in [
      TestSound.music(seed: 1, seconds: 6, rate: Self.rate),
      TestSound.noise(seconds: 3, rate: Self.rate, level: 0.1),
    ] {
      let ours = try frames(sound.samples)
      let lines = try python(Self.oracle, input: bytes(of: sound.samples)).split(separator: "\n")
      let words = lines[0].split(separator: " ").compactMap { UInt32($0) }
      let masks = lines[1].split(separator: " ").compactMap { UInt32($0) }
      #expect(ours.words.count == words.count)
      // Only changes near zero fall otherwise in single precision.
      #expect(errorRate(ours.words, words) < 1e-4)
      #expect(errorRate(ours.unreliableBits, masks) < 1e-3)
    }
  }

  @Test func soundWithoutChangeIsVoid() throws {
    let quiet = TestSound.noise(seconds: 3, rate: Self.rate, level: 0.00001)
    for (name, samples) in [
      ("silence", [Float](repeating: 0, count: 20_000)),
      ("constant", [Float](repeating: 0.6, count: 20_000)),
      ("noise below 16 bits", quiet.samples),
      ("tone", TestSound.tone(1_000, seconds: 4, rate: Self.rate).samples),
      ("no numbers", [Float](repeating: .nan, count: 20_000)),
    ] {
      let frames = try frames(samples)
      #expect(!frames.words.isEmpty)
      #expect(frames.words.allSatisfy { $0 == 0 }, "\(name)")
      #expect(frames.unreliableBits.allSatisfy { $0 == .max }, "\(name)")
      #expect(Signature.frames(frames).isEmpty, "\(name)")
    }
    #expect(try frames([0.5]).words.isEmpty)
    #expect(try frames([Float](repeating: 0.1, count: 2_111)).words.isEmpty)
    #expect(try frames([Float](repeating: 0.1, count: 2_112)).words.count == 1)
  }

  @Test func loudnessDoesNotMatter() throws {
    let music = TestSound.music(seed: 2, seconds: 4, rate: Self.rate).samples
    let words = try frames(music).words
    for factor: Float in [0.01, 0.25, 8] {
      #expect(errorRate(words, try frames(music.map { $0 * factor }).words) < 0.001)
    }
  }

  /// The order of Haitsma and Kalker 2002, table 1; their figures are of four songs.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func degradationsTurnBitsInThePublishedOrder() throws {
    var rates: [String: Double] = [:]
    let chains: [(String, [String])] = [
      ("resampling", ["rate", "22050", "rate", "44100"]),
      ("band-pass", ["highpass", "-2", "100", "lowpass", "-2", "6000"]),
      ("echo", ["echo", "1", "1", "100", "0.3"]),
      ("tempo", ["tempo", "-m", "1.04"]),
      ("speed 1 %", ["speed", "1.01"]),
      ("speed 4 %", ["speed", "1.04"]),
    ]
    for seed in 30..<34 {
      let music = TestSound.music(seed: UInt64(seed), seconds: 12)
      let clean = try frames(through([], music)).words
      for (name, effects) in chains {
        let words = try frames(through(effects, music)).words
        rates[name, default: 0] += alignedErrorRate(clean, words) / 4
      }
      let noise = TestSound.noise(seed: 9, seconds: 12, level: 512.0 / 32_768)
      let noisy = AudioBuffer(
        samples: zip(music.samples, noise.samples).map { $0 + $1 }, sampleRate: .compactDisc)
      rates["noise", default: 0] += errorRate(clean, try frames(through([], noisy)).words) / 4
    }
    let order = ["resampling", "band-pass", "echo", "tempo", "speed 4 %"].map { rates[$0] ?? -1 }
    #expect(order == order.sorted(), "\(rates)")
    #expect(order[0] < 0.005)
    #expect(rates["noise"] ?? 1 < rates["echo"] ?? 0)
    #expect(rates["speed 1 %"] ?? 1 < rates["speed 4 %"] ?? 0)
    #expect(rates["speed 1 %"] ?? 1 < 0.35)
  }

  /// The lowest error rate of blocks of 256 words of the degraded sound near their true place.
  func alignedErrorRate(_ clean: [UInt32], _ degraded: [UInt32]) -> Double {
    let block = Array(degraded[..<min(256, degraded.count)])
    return (0..<64).map { errorRate(Array(clean[$0...]), block) }.min() ?? 1
  }

  /// Haitsma and Kalker 2002, section 4.4: unrelated blocks differ in half of their bits, with a
  /// deviation of 0.0148 on music.
  @Test func unrelatedBlocksDifferInHalfOfTheirBits() throws {
    let pieces = try (40..<48).map { seed in
      try frames(TestSound.music(seed: UInt64(seed), seconds: 10, rate: Self.rate).samples).words
    }
    var rates: [Double] = []
    for (index, left) in pieces.enumerated() {
      for right in pieces[(index + 1)...] {
        for block in 0..<3 {
          rates.append(
            errorRate(Array(left[(block * 256)..<(block * 256 + 256)]), Array(right[..<256])))
        }
      }
    }
    let mean = rates.reduce(0, +) / Double(rates.count)
    let deviation = (rates.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(rates.count))
      .squareRoot()
    #expect(abs(mean - 0.5) < 0.01)
    #expect((0.008...0.03).contains(deviation), "\(deviation)")
  }
}
