public import Fingerprinting

/// Sounds for tests: the same samples on every machine, from + − × ÷ √ alone.
public enum TestSound {
  /// A sine of constant frequency.
  public static func tone(
    _ hertz: Double, seconds: Double, rate: SampleRate = .compactDisc, level: Float = 0.5
  ) -> AudioBuffer {
    sweep(from: hertz, to: hertz, seconds: seconds, rate: rate, level: level)
  }

  /// A sine whose frequency rises or falls linearly.
  public static func sweep(
    from first: Double, to last: Double, seconds: Double, rate: SampleRate = .compactDisc,
    level: Float = 0.5
  ) -> AudioBuffer {
    let count = Int(seconds * rate.hertz)
    var position = Turn(first / rate.hertz)
    let growth = Turn((last - first) / rate.hertz / Double(max(1, count)))
    var phasor = Turn(0)
    let samples = (0..<count).map { _ in
      let sample = Float(phasor.sine) * level
      phasor.advance(by: position)
      position.advance(by: growth)
      return sample
    }
    return AudioBuffer(samples: samples, sampleRate: rate)
  }

  /// White noise, evenly spread between ±`level`.
  public static func noise(
    seed: UInt64 = 1, seconds: Double, rate: SampleRate = .compactDisc, level: Float = 0.5
  ) -> AudioBuffer {
    var generator = SplitMix64(seed: seed)
    let samples = (0..<Int(seconds * rate.hertz)).map { _ in
      Float(generator.uniform(in: -1...1)) * level
    }
    return AudioBuffer(samples: samples, sampleRate: rate)
  }

  /// Nothing.
  public static func silence(seconds: Double, rate: SampleRate = .compactDisc) -> AudioBuffer {
    let count = Int(seconds * rate.hertz)
    return AudioBuffer(samples: [Float](repeating: 0, count: count), sampleRate: rate)
  }

  /// A music-like mixture, another piece for every seed.
  ///
  /// Four voices of notes with harmonics that decay, a drum of noise bursts and a floor of noise.
  public static func music(
    seed: UInt64, seconds: Double, rate: SampleRate = .compactDisc
  ) -> AudioBuffer {
    let count = Int(seconds * rate.hertz)
    var samples = [Float](repeating: 0, count: count)
    var score = Seed(seed).deriving("score").generator
    let beat = score.uniform(in: 0.18...0.32) * rate.hertz
    for voice in 0..<4 {
      let base = 80.0 * Double(1 << voice) / (voice == 3 ? 1.5 : 1)
      let harmonics = score.integer(in: 4...12)
      var start = 0.0
      while start < Double(count) {
        let beats = Double(score.integer(in: 1...4))
        // Steps of a just scale, so that no power of two is needed.
        let steps = [1, 9.0 / 8, 5.0 / 4, 4.0 / 3, 3.0 / 2, 5.0 / 3, 15.0 / 8, 2]
        let pitch = base * steps[score.integer(below: steps.count)]
        let brightness = score.uniform(in: 0.4...0.9)
        if score.unit() < 0.85 {
          note(
            pitch, from: Int(start), length: Int(beats * beat), harmonics: harmonics,
            brightness: brightness, rate: rate, into: &samples)
        }
        start += beats * beat
      }
    }
    var percussion = Seed(seed).deriving("percussion").generator
    var start = 0.0
    while start < Double(count) {
      let loudness = percussion.uniform(in: 0.02...0.25)
      var envelope = loudness
      let decay = 1 - percussion.uniform(in: 20...120) / rate.hertz
      for index in Int(start)..<min(count, Int(start + beat)) {
        samples[index] += Float(envelope * percussion.uniform(in: -1...1))
        envelope *= decay
      }
      start += beat
    }
    var floor = Seed(seed).deriving("floor").generator
    for index in samples.indices { samples[index] += Float(floor.uniform(in: -0.003...0.003)) }
    return AudioBuffer(samples: samples, sampleRate: rate)
  }

  private static func note(
    _ pitch: Double, from start: Int, length: Int, harmonics: Int, brightness: Double,
    rate: SampleRate, into samples: inout [Float]
  ) {
    let end = min(samples.count, start + length)
    var level = 0.08
    for harmonic in 1...harmonics {
      let frequency = pitch * Double(harmonic)
      guard frequency < rate.hertz * 0.45 else { break }
      let step = Turn(frequency / rate.hertz)
      var phasor = Turn(0)
      var envelope = level
      let decay = 1 - (1.5 + Double(harmonic)) / rate.hertz
      for index in start..<max(start, end) {
        samples[index] += Float(phasor.sine * envelope)
        phasor.advance(by: step)
        envelope *= decay
      }
      level *= brightness
    }
  }
}

/// A rotation, as its cosine and sine.
private struct Turn {
  var cosine: Double
  var sine: Double

  /// A rotation by a part of a full turn; whole turns count as none.
  init(_ turns: Double) {
    // Taylor's series within half a turn: 26 terms leave less than 1e-16.
    let angle = (turns - turns.rounded()) * 2 * Double.pi
    var term = 1.0
    cosine = 0
    sine = 0
    for power in 0..<26 {
      switch power % 4 {
      case 0: cosine += term
      case 1: sine += term
      case 2: cosine -= term
      default: sine -= term
      }
      term *= angle / Double(power + 1)
    }
  }

  mutating func advance(by step: Turn) {
    (cosine, sine) = (
      cosine * step.cosine - sine * step.sine, sine * step.cosine + cosine * step.sine
    )
  }
}
