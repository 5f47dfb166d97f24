internal import Fingerprinting

/// A note to be played.
struct Note {
  /// When it begins and how long it is held, in seconds.
  var start: Double
  var duration: Double
  /// Semitones, 69 at 440 Hz.
  var pitch: Double
  var loudness: Double

  var hertz: Double { 440 * Arithmetic.exponential((pitch - 69) / 12 * 0.693_147_180_559_945_3) }
}

/// A voice with a dull and a bright spectrum that it moves between while a note lasts.
struct Instrument {
  private let dull: WaveTable
  private let bright: WaveTable
  var attack: Double
  /// The time in which an unsustained note falls by 60 dB.
  var decay: Double
  /// The level that a held note falls to, 0 … 1.
  var sustain: Double
  var release: Double
  /// Deviation in parts of the frequency, and its rate in hertz.
  var vibrato: Double
  var vibratoRate: Double
  /// Oscillators that are played at once, and how far apart, in parts of the frequency.
  var oscillators: Int
  var detuning: Double
  /// How bright the attack is, and the hold.
  var attackBrightness: Double
  var holdBrightness: Double

  /// What an instrument is for: it decides the ranges that its settings are drawn from.
  enum Part { case pad, bass, arpeggio, lead }

  init(_ part: Part, using generator: inout SplitMix64) {
    // Harmonics that fall by a power of their number, with random bumps; some instruments lack
    // the even ones.
    let hollow = generator.unit() < 0.3
    func spectrum(slope: Double, roughness: Double, using generator: inout SplitMix64)
      -> [Double]
    {
      (1...48).map { harmonic in
        let bump = 1 + roughness * (generator.unit() * 2 - 1)
        let missing = hollow && harmonic.isMultiple(of: 2) ? 0.08 : 1
        return bump * missing
          * Arithmetic.exponential(-slope * Arithmetic.logarithm(Double(harmonic)))
      }
    }
    let phases = (0..<48).map { _ in generator.integer(below: WaveTable.size) }
    dull = WaveTable(
      harmonics: spectrum(
        slope: generator.uniform(in: 1.7...2.9), roughness: 0.5, using: &generator),
      phases: phases)
    bright = WaveTable(
      harmonics: spectrum(
        slope: generator.uniform(in: 0.7...1.5), roughness: 0.9, using: &generator),
      phases: phases)
    vibratoRate = generator.uniform(in: 4...6.5)
    vibrato = generator.unit() < 0.5 ? generator.uniform(in: 0.001...0.006) : 0
    detuning = generator.uniform(in: 0.0008...0.004)
    attackBrightness = generator.uniform(in: 0.3...1)
    holdBrightness = generator.uniform(in: 0...0.6)
    switch part {
    case .pad:
      attack = generator.uniform(in: 0.05...0.6)
      (decay, sustain, release) = (4, generator.uniform(in: 0.6...0.9), 0.8)
      (oscillators, attackBrightness) = (2, holdBrightness)
    case .bass:
      attack = 0.006
      decay = generator.uniform(in: 0.6...2)
      (sustain, release, oscillators, vibrato) = (0.4, 0.1, 1, 0)
    case .arpeggio:
      attack = 0.004
      decay = generator.uniform(in: 0.3...1.6)
      (sustain, release, vibrato) = (0, 0.15, 0)
      oscillators = 1 + generator.integer(below: 2)
    case .lead:
      attack = generator.uniform(in: 0.01...0.08)
      decay = generator.uniform(in: 0.8...3)
      (sustain, release) = (generator.uniform(in: 0.3...0.8), 0.2)
      oscillators = 1 + generator.integer(below: 2)
    }
  }

  /// Adds a note to `buffer`, whose first sample is at time 0; what lies beyond its end is lost.
  func play(
    _ note: Note, into buffer: UnsafeMutableBufferPointer<Float>, rate: Double,
    using generator: inout SplitMix64
  ) {
    let hertz = note.hertz
    guard hertz < 0.4 * rate else { return }
    for oscillator in 0..<oscillators {
      let spread = Double(oscillator) - Double(oscillators - 1) / 2
      play(
        note, hertz: hertz * (1 + detuning * spread), phase: UInt32(generator.next() >> 32),
        vibratoPhase: generator.unit(), into: buffer, rate: rate)
    }
  }

  private func play(
    _ note: Note, hertz: Double, phase: UInt32, vibratoPhase: Double,
    into buffer: UnsafeMutableBufferPointer<Float>, rate: Double
  ) {
    /// Samples between two looks at envelope, brightness and vibrato.
    let step = 64
    let seconds = Double(step) / rate
    let register = WaveTable.register(cyclesPerSample: hertz / rate)
    let falling = Arithmetic.exponential(-6.9 * seconds / decay)
    let releasing = Arithmetic.exponential(-6.9 * seconds / release)
    let level = note.loudness / Double(oscillators).squareRoot()
    var place = max(0, Int(note.start * rate))
    var phase = phase
    var elapsed = 0.0
    var excess = 1.0
    var closing = 1.0
    var envelope: Float = 0
    dull.samples.withUnsafeBufferPointer { dull in
      bright.samples.withUnsafeBufferPointer { bright in
        while place < buffer.count, closing > 0.001, sustain > 0 || excess > 0.001 {
          elapsed += seconds
          var next = sustain + (1 - sustain) * excess
          if elapsed < attack { next *= elapsed / attack } else { excess *= falling }
          if elapsed > note.duration { closing *= releasing }
          let target = Float(level * next * closing)
          let brightness = Float(
            holdBrightness + (attackBrightness - holdBrightness) * excess)
          let bend =
            vibrato == 0
            ? 1 : 1 + vibrato * Arithmetic.sine(turns: vibratoPhase + elapsed * vibratoRate)
          let increment = UInt32(hertz * bend / rate * 0x1p32)
          let slope = (target - envelope) / Float(step)
          for sample in place..<min(place + step, buffer.count) {
            let index = register + Int(phase >> WaveTable.fractionBits)
            let part = Float(phase & ((1 << WaveTable.fractionBits) - 1)) * 0x1p-22
            let low = dull[index] + part * (dull[index + 1] - dull[index])
            let high = bright[index] + part * (bright[index + 1] - bright[index])
            buffer[sample] += envelope * (low + brightness * (high - low))
            envelope += slope
            phase &+= increment
          }
          place += step
        }
      }
    }
  }
}
