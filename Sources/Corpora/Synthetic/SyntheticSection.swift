internal import Fingerprinting

/// Four bars of music: chords, tune and beat drawn from one seed, played in a style.
struct SyntheticSection {
  /// Which layers play.
  struct Layers: OptionSet {
    let rawValue: Int
    static let pad = Layers(rawValue: 1)
    static let bass = Layers(rawValue: 2)
    static let arpeggio = Layers(rawValue: 4)
    static let lead = Layers(rawValue: 8)
    static let drums = Layers(rawValue: 16)
    static let all: Layers = [.pad, .bass, .arpeggio, .lead, .drums]
  }

  private static let bars = 4
  private static let progressions = [
    [0, 4, 5, 3], [0, 5, 3, 4], [5, 3, 0, 4], [0, 3, 4, 4], [0, 0, 3, 4], [0, 6, 5, 4],
    [0, 2, 3, 4], [1, 4, 0, 0],
  ]
  private static let kicks: [UInt16] = [0x1111, 0x0101, 0x0441, 0x1121, 0x0509, 0x0411]
  private static let snares: [UInt16] = [0x1010, 0x1010, 0x0100, 0x5010, 0x9010]
  private static let hats: [UInt16] = [0x5555, 0xffff, 0x4444, 0xd5d5, 0x5155]
  /// Lengths of the notes of a bar, in sixteenths.
  private static let rhythms = [
    [4, 4, 4, 4], [3, 3, 2, 4, 4], [2, 2, 4, 2, 2, 4], [6, 2, 4, 4], [8, 4, 4], [3, 3, 3, 3, 4],
    [2, 2, 2, 2, 4, 4], [12, 4],
  ]

  private let chords: [Int]
  private let kick: UInt16
  private let snare: UInt16
  private let hat: UInt16
  private let arpeggioSteps: [Int]
  private let arpeggioUnit: Int
  private let motifs: [[(length: Int, step: Int)]]
  private let hasFill: Bool

  /// Draws the music.
  init(seed: Seed) {
    var generator = seed.generator
    chords = Self.progressions[generator.integer(below: Self.progressions.count)]
    kick = Self.kicks[generator.integer(below: Self.kicks.count)]
    snare = Self.snares[generator.integer(below: Self.snares.count)]
    hat = Self.hats[generator.integer(below: Self.hats.count)]
    arpeggioSteps = (0..<8).map { _ in [0, 2, 4, 7, 9][generator.integer(below: 5)] }
    arpeggioUnit = [1, 2, 2, 2, 3, 4][generator.integer(below: 6)]
    motifs = (0..<2).map { _ in
      var step = generator.integer(in: 0...7)
      return Self.rhythms[generator.integer(below: Self.rhythms.count)].map { length in
        step = max(-3, min(11, step + generator.integer(in: -3...3)))
        return (length, step)
      }
    }
    hasFill = generator.unit() < 0.5
  }

  /// How long the section lasts, without what rings on after it.
  static func duration(in style: SyntheticStyle) -> Double {
    Double(bars * 4) * 60 / style.beatsPerMinute
  }

  /// Plays the section; the sound is `tail` seconds longer than the section itself.
  ///
  /// - Parameters:
  ///   - style: tempo, key and instruments.
  ///   - layers: who plays.
  ///   - variation: another playing of the same music: the same for the same number.
  ///   - seed: what the variation is drawn from.
  ///   - tail: how long the end may ring.
  ///   - limit: samples beyond these are not made; the others do not depend on it.
  ///   - rate: samples per second.
  /// - Returns: the samples.
  func render(
    in style: SyntheticStyle, layers: Layers, variation: Int, seed: Seed, tail: Double,
    limit: Int, rate: Double
  ) -> [Float] {
    let duration = Self.duration(in: style)
    let count = min(limit, Int((duration + tail) * rate))
    var samples = [Float](repeating: 0, count: count)
    samples.withUnsafeMutableBufferPointer { buffer in
      var player = Player(
        style: style, rate: rate, buffer: buffer,
        generator: seed.deriving("variation \(variation)").generator)
      for bar in 0..<Self.bars { play(bar: bar, layers: layers, variation: variation, on: &player) }
      style.room.apply(to: buffer, rate: rate)
    }
    return samples
  }

  private func play(bar: Int, layers: Layers, variation: Int, on player: inout Player) {
    let style = player.style
    let chord = chords[bar]
    let first = bar * 16
    if layers.contains(.pad), style.padLevel > 0 {
      for third in [0, 2, 4] + (chord.isMultiple(of: 2) ? [6] : []) {
        player.play(
          style.pad, at: first, length: 16,
          pitch: style.pitch(step: chord + third, octave: style.padOctave),
          loudness: style.padLevel)
      }
    }
    if layers.contains(.bass), style.bassLevel > 0 {
      for sixteenth in 0..<16 where kick >> sixteenth & 1 == 1 {
        player.play(
          style.bass, at: first + sixteenth, length: 3,
          pitch: style.pitch(step: chord, octave: 0), loudness: style.bassLevel)
      }
    }
    if layers.contains(.arpeggio), style.arpeggioLevel > 0 {
      for (place, sixteenth) in stride(from: 0, to: 16, by: arpeggioUnit).enumerated() {
        player.play(
          style.arpeggio, at: first + sixteenth, length: arpeggioUnit,
          pitch: style.pitch(
            step: chord + arpeggioSteps[place & 7], octave: style.arpeggioOctave),
          loudness: style.arpeggioLevel)
      }
    }
    if layers.contains(.lead), style.leadLevel > 0 {
      var sixteenth = first
      for (length, step) in motifs[bar & 1] {
        // A player repeats a tune, but not to the note.
        let change = variation > 0 && player.generator.unit() < 0.25 ? 2 : 0
        player.play(
          style.lead, at: sixteenth, length: length,
          pitch: style.pitch(step: chord + step + change, octave: style.leadOctave),
          loudness: style.leadLevel)
        sixteenth += length
      }
    }
    if layers.contains(.drums), style.drumLevel > 0 {
      let fills = hasFill && bar == Self.bars - 1
      for sixteenth in 0..<16 {
        let place = first + sixteenth
        if kick >> sixteenth & 1 == 1 { player.strike(.kick, at: place, loudness: 1) }
        if snare >> sixteenth & 1 == 1 { player.strike(.snare, at: place, loudness: 0.8) }
        if hat >> sixteenth & 1 == 1 {
          player.strike(
            sixteenth == 14 ? .openHat : .closedHat, at: place,
            loudness: sixteenth.isMultiple(of: 4) ? 0.5 : 0.3)
        }
        if fills, sixteenth >= 10 { player.strike(.tom, at: place, loudness: 0.6) }
      }
      if bar == 0 { player.strike(.crash, at: first, loudness: 0.35) }
    }
  }

  /// Puts notes on a time line as an unsteady hand would.
  private struct Player {
    let style: SyntheticStyle
    let rate: Double
    let buffer: UnsafeMutableBufferPointer<Float>
    var generator: SplitMix64

    private mutating func time(of sixteenth: Int) -> Double {
      let exact = Double(sixteenth) * 15 / style.beatsPerMinute
      return max(0, exact + style.looseness * generator.normal())
    }

    mutating func play(
      _ instrument: Instrument, at sixteenth: Int, length: Int, pitch: Double, loudness: Double
    ) {
      let note = Note(
        start: time(of: sixteenth), duration: Double(length) * 15 / style.beatsPerMinute * 0.95,
        pitch: pitch, loudness: loudness * generator.uniform(in: 0.75...1))
      instrument.play(note, into: buffer, rate: rate, using: &generator)
    }

    mutating func strike(_ drum: DrumKit.Drum, at sixteenth: Int, loudness: Double) {
      style.kit.strike(
        drum, at: time(of: sixteenth),
        loudness: style.drumLevel * loudness * generator.uniform(in: 0.75...1), into: buffer,
        rate: rate, using: &generator)
    }
  }
}
