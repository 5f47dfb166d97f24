internal import Fingerprinting

/// A recursive filter of at most second order, its coefficients made of + − × ÷ √ alone.
///
/// The designs are those of Bristow-Johnson's "Cookbook formulae for audio EQ": a bilinear
/// transform that is exact at the frequency asked for.
struct Biquad {
  private let b: (Double, Double, Double)
  private let a: (Double, Double)

  private init(_ b: (Double, Double, Double), _ a: (Double, Double, Double)) {
    self.b = (b.0 / a.0, b.1 / a.0, b.2 / a.0)
    self.a = (a.1 / a.0, a.2 / a.0)
  }

  /// Passes what is below `cutoff`, 12 dB less for each octave above it.
  static func lowPass(_ cutoff: Double, quality: Double, rate: SampleRate) -> Biquad {
    let (sine, cosine) = angle(of: cutoff, rate: rate)
    let alpha = sine / (2 * quality)
    let rest = 1 - cosine
    return Biquad((rest / 2, rest, rest / 2), (1 + alpha, -2 * cosine, 1 - alpha))
  }

  /// Passes what is above `cutoff`, 12 dB less for each octave below it.
  static func highPass(_ cutoff: Double, quality: Double, rate: SampleRate) -> Biquad {
    let (sine, cosine) = angle(of: cutoff, rate: rate)
    let alpha = sine / (2 * quality)
    let rest = 1 + cosine
    return Biquad((rest / 2, -rest, rest / 2), (1 + alpha, -2 * cosine, 1 - alpha))
  }

  /// Raises or lowers what is near `frequency` by a number of dB.
  static func peak(
    _ frequency: Double, decibels: Double, quality: Double, rate: SampleRate
  ) -> Biquad {
    let (sine, cosine) = angle(of: frequency, rate: rate)
    let alpha = sine / (2 * quality)
    let amplitude = Arithmetic.powerRatio(ofDecibels: decibels / 2).squareRoot()
    return Biquad(
      (1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude),
      (1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude))
  }

  /// A Butterworth low-pass of any order; nothing where all of the band passes.
  static func butterworthLowPass(_ cutoff: Double, order: Int, rate: SampleRate) -> [Biquad] {
    guard cutoff < rate.hertz / 2 else { return [] }
    var sections = qualities(order).map { lowPass(cutoff, quality: $0, rate: rate) }
    if order % 2 == 1 {
      let tangent = halfAngleTangent(of: cutoff, rate: rate)
      sections.append(Biquad((tangent, tangent, 0), (1 + tangent, tangent - 1, 0)))
    }
    return sections
  }

  /// A Butterworth high-pass of any order below half the rate.
  static func butterworthHighPass(_ cutoff: Double, order: Int, rate: SampleRate) -> [Biquad] {
    var sections = qualities(order).map { highPass(cutoff, quality: $0, rate: rate) }
    if order % 2 == 1 {
      let tangent = halfAngleTangent(of: cutoff, rate: rate)
      sections.append(Biquad((1, -1, 0), (1 + tangent, tangent - 1, 0)))
    }
    return sections
  }

  /// Filters samples in place, from rest.
  func apply(to samples: inout [Float]) {
    samples.withUnsafeMutableBufferPointer { samples in
      var (first, second) = (0.0, 0.0)
      for place in samples.indices {
        let input = Double(samples[place])
        let output = b.0 * input + first
        first = b.1 * input - a.0 * output + second
        second = b.2 * input - a.1 * output
        samples[place] = Float(output)
      }
    }
  }

  /// The quality of each pair of poles.
  private static func qualities(_ order: Int) -> [Double] {
    (0..<order / 2).map { pair in
      let halfTurns = Double(2 * pair + 1 + order % 2) / Double(2 * order)
      return 1 / (2 * Arithmetic.sine(turns: 0.25 - halfTurns / 2))
    }
  }

  private static func angle(of frequency: Double, rate: SampleRate) -> (
    sine: Double, cosine: Double
  ) {
    let turns = frequency / rate.hertz
    return (Arithmetic.sine(turns: turns), Arithmetic.sine(turns: 0.25 - turns))
  }

  private static func halfAngleTangent(of frequency: Double, rate: SampleRate) -> Double {
    let (sine, cosine) = angle(of: frequency, rate: rate)
    return sine / (1 + cosine)
  }
}

extension [Biquad] {
  /// Filters samples in place by one section after the other.
  func apply(to samples: inout [Float]) {
    for section in self { section.apply(to: &samples) }
  }
}
