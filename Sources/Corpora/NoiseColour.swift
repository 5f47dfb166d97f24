internal import Fingerprinting

/// Noise that is made, not recorded: arithmetic and an integer generator only, so that the same
/// seed gives the same bits on every machine.
enum NoiseColour: String, CaseIterable {
  /// As strong in each hertz.
  case white
  /// As strong in each octave: 3 dB less for each octave up, from 20 Hz.
  case pink
  /// 6 dB less for each octave up, from 20 Hz.
  case brown

  /// Where pink and brown noise begin to fall: nobody hears what is below.
  private static let corner = 20.0
  /// Samples made before the first that is used: several time constants of the corner.
  private static let warmUp = 0.1

  /// Normally distributed noise of no particular level.
  func samples(count: Int, at rate: SampleRate, seed: Seed) -> [Float] {
    var generator = seed.generator
    guard self != .white else {
      return [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
        for place in 0..<count {
          buffer.initializeElement(at: place, to: Float(0.1 * generator.normal()))
        }
        initialized = count
      }
    }
    var filter = self == .pink ? Self.pinkFilter(rate: rate) : Self.brownFilter(rate: rate)
    let lead = Int(min(Self.warmUp * rate.hertz, 1e6))
    return [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      for _ in 0..<lead { _ = filter.next(generator.normal()) }
      for place in 0..<count {
        buffer.initializeElement(at: place, to: Float(0.1 * filter.next(generator.normal())))
      }
      initialized = count
    }
  }

  /// Poles at the corner and at every factor 3 above it, each with a zero half-way to the next:
  /// within 0.4 dB of 1/f from 30 Hz to 0.45 × rate.
  private static func pinkFilter(rate: SampleRate) -> FirstOrderCascade {
    var sections: [FirstOrderCascade.Section] = []
    var frequency = corner
    while frequency < rate.hertz / 2 {
      let turn = 2 * Double.pi * frequency / rate.hertz
      sections.append(
        .init(
          pole: Arithmetic.exponential(-turn),
          zero: Arithmetic.exponential(-turn * 3.0.squareRoot())))
      frequency *= 3
    }
    // Takes back what aliasing adds near half the rate.
    sections.append(.init(pole: 0, zero: -0.1))
    return FirstOrderCascade(sections: sections)
  }

  private static func brownFilter(rate: SampleRate) -> FirstOrderCascade {
    let pole = Arithmetic.exponential(-2 * Double.pi * corner / rate.hertz)
    return FirstOrderCascade(sections: [.init(pole: pole, zero: -0.25)])
  }
}

/// First-order filter sections in series: each y[n] = x[n] − zero × x[n−1] + pole × y[n−1].
private struct FirstOrderCascade {
  struct Section {
    let pole: Double
    let zero: Double
    var input = 0.0
    var output = 0.0

    init(pole: Double, zero: Double) {
      self.pole = pole
      self.zero = zero
    }
  }

  var sections: [Section]

  mutating func next(_ sample: Double) -> Double {
    var value = sample
    for place in sections.indices {
      let output =
        value - sections[place].zero * sections[place].input
        + sections[place].pole * sections[place].output
      sections[place].input = value
      sections[place].output = output
      value = output
    }
    return value
  }
}
