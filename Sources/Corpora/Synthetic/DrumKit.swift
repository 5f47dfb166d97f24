internal import Fingerprinting

/// Percussion as short sounds that are struck again and again, each in a few variants.
struct DrumKit {
  /// The drums of a kit.
  enum Drum: Int, CaseIterable { case kick, snare, closedHat, openHat, tom, crash }

  private static let variants = 3
  private let sounds: [[[Float]]]

  init(rate: Double, using generator: inout SplitMix64) {
    sounds = Drum.allCases.map { drum in
      let base = generator.next()
      return (0..<Self.variants).map { variant in
        // The shape is the drum's, the noise the variant's.
        var shape = SplitMix64(seed: base)
        var noise = Seed(base).deriving("variant \(variant)").generator
        return Self.sound(of: drum, rate: rate, shape: &shape, noise: &noise)
      }
    }
  }

  /// Adds a stroke to `buffer`.
  func strike(
    _ drum: Drum, at seconds: Double, loudness: Double,
    into buffer: UnsafeMutableBufferPointer<Float>, rate: Double,
    using generator: inout SplitMix64
  ) {
    let sound = sounds[drum.rawValue][generator.integer(below: Self.variants)]
    let start = max(0, Int(seconds * rate))
    let level = Float(loudness)
    sound.withUnsafeBufferPointer { sound in
      for place in 0..<max(0, min(sound.count, buffer.count - start)) {
        buffer[start + place] += level * sound[place]
      }
    }
  }

  private static func sound(
    of drum: Drum, rate: Double, shape: inout SplitMix64, noise: inout SplitMix64
  ) -> [Float] {
    switch drum {
    case .kick:
      burst(
        seconds: 0.3, rate: rate, tone: shape.uniform(in: 42...62), bend: 2.5, toneDecay: 0.22,
        noiseLevel: 0.15, noiseDecay: 0.012, highPass: 0.2, noise: &noise)
    case .snare:
      burst(
        seconds: 0.3, rate: rate, tone: shape.uniform(in: 160...230), bend: 0.4, toneDecay: 0.1,
        noiseLevel: shape.uniform(in: 0.4...0.9), noiseDecay: shape.uniform(in: 0.1...0.25),
        highPass: 0.4, noise: &noise)
    case .closedHat:
      burst(
        seconds: 0.1, rate: rate, tone: nil, bend: 0, toneDecay: 1, noiseLevel: 0.5,
        noiseDecay: shape.uniform(in: 0.03...0.08), highPass: 0.95, noise: &noise)
    case .openHat:
      burst(
        seconds: 0.5, rate: rate, tone: nil, bend: 0, toneDecay: 1, noiseLevel: 0.45,
        noiseDecay: shape.uniform(in: 0.2...0.5), highPass: 0.95, noise: &noise)
    case .tom:
      burst(
        seconds: 0.4, rate: rate, tone: shape.uniform(in: 80...150), bend: 0.6, toneDecay: 0.3,
        noiseLevel: 0.1, noiseDecay: 0.05, highPass: 0.2, noise: &noise)
    case .crash:
      burst(
        seconds: 1.6, rate: rate, tone: nil, bend: 0, toneDecay: 1, noiseLevel: 0.4,
        noiseDecay: 1.5, highPass: 0.8, noise: &noise)
    }
  }

  /// A tone that falls to its pitch from `1 + bend` times as high, and noise above it; decays are
  /// times to fall by 60 dB.
  private static func burst(
    seconds: Double, rate: Double, tone: Double?, bend: Double, toneDecay: Double,
    noiseLevel: Double, noiseDecay: Double, highPass: Double, noise: inout SplitMix64
  ) -> [Float] {
    var toneLevel = tone == nil ? 0 : 1.0
    var noiseNow = noiseLevel
    var bendNow = bend
    var turns = 0.0
    var last = 0.0
    let toneFall = Arithmetic.exponential(-6.9 / (toneDecay * rate))
    let noiseFall = Arithmetic.exponential(-6.9 / (noiseDecay * rate))
    let bendFall = Arithmetic.exponential(-6.9 / (0.08 * rate))
    return (0..<Int(seconds * rate)).map { _ in
      let white = noise.unit() * 2 - 1
      var sample = noiseNow * (white - highPass * last)
      last = white
      if let tone {
        sample += toneLevel * Double(WaveTable.sine(turns: turns))
        turns += tone * (1 + bendNow) / rate
        bendNow *= bendFall
        toneLevel *= toneFall
      }
      noiseNow *= noiseFall
      return Float(sample)
    }
  }
}
