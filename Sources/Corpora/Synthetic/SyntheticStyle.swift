internal import Fingerprinting

/// What all sections of a synthetic track have in common: tempo, key, instruments, mix.
struct SyntheticStyle {
  private static let scales = [
    [0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10], [0, 2, 3, 5, 7, 9, 10],
    [0, 2, 4, 5, 7, 9, 10],
  ]

  let beatsPerMinute: Double
  let root: Int
  let scale: [Int]
  let pad: Instrument
  let bass: Instrument
  let arpeggio: Instrument
  let lead: Instrument
  /// Octaves above the root that the instruments play in.
  let padOctave: Int
  let arpeggioOctave: Int
  let leadOctave: Int
  let kit: DrumKit
  let room: Room
  /// How loud each layer is; 0 leaves it out.
  let padLevel: Double
  let bassLevel: Double
  let arpeggioLevel: Double
  let leadLevel: Double
  let drumLevel: Double
  /// Noise that is always there: breath, wind, tape.
  let textureLevel: Double
  /// How much of the highs the mix keeps, 0 … 1.
  let openness: Double
  /// How hard the mix is driven into its curve.
  let drive: Double
  /// Seconds by which players miss the beat.
  let looseness: Double
  /// Whether sections come back as the very same sound, as loops do.
  let isLooped: Bool

  init(seed: Seed, rate: Double) {
    var generator = seed.generator
    beatsPerMinute = Double(generator.integer(in: 66...152))
    root = generator.integer(in: 36...47)
    scale = Self.scales[generator.integer(below: Self.scales.count)]
    pad = Instrument(.pad, using: &generator)
    bass = Instrument(.bass, using: &generator)
    arpeggio = Instrument(.arpeggio, using: &generator)
    lead = Instrument(.lead, using: &generator)
    padOctave = generator.integer(in: 0...2)
    arpeggioOctave = generator.integer(in: 0...3)
    leadOctave = generator.integer(in: 1...3)
    kit = DrumKit(rate: rate, using: &generator)
    room = Room(
      wet: Float(generator.uniform(in: 0.1...0.8)),
      feedback: Float(generator.uniform(in: 0.6...0.84)))
    func level(_ share: Double, _ range: ClosedRange<Double>) -> Double {
      let level = generator.uniform(in: range)
      return generator.unit() < share ? level : 0
    }
    // Some tracks are all chords, some have no tune, some no beat.
    padLevel = level(0.85, 0.06...0.16)
    bassLevel = level(0.85, 0.12...0.3)
    arpeggioLevel = level(0.65, 0.06...0.2)
    leadLevel = level(0.75, 0.08...0.25)
    drumLevel = level(0.65, 0.15...0.6)
    textureLevel = generator.uniform(in: 0.001...0.05)
    openness = generator.uniform(in: 0.3...1)
    drive = generator.unit() < 0.3 ? generator.uniform(in: 1...6) : 0.3
    looseness = generator.unit() < 0.5 ? 0 : generator.uniform(in: 0.002...0.012)
    isLooped = generator.unit() < 0.5
  }

  /// Semitones of a step of the scale, counted from the root in the given octave above it.
  func pitch(step: Int, octave: Int) -> Double {
    let size = scale.count
    let turn = (step % size + size) % size
    return Double(root + 12 * octave + scale[turn] + 12 * ((step - turn) / size))
  }
}
