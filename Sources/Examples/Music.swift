import Fingerprinting
import SoundmarkLive

/// Music for the examples: another piece for every seed.
enum Music {
  static let rate = SampleRate(16_000)

  /// Notes with harmonics that fade, over a beat of noise.
  static func piece(_ seed: UInt64, seconds: Double) -> [Float] {
    var generator = Seed(seed).deriving("example").generator
    let count = Int(seconds * rate.hertz)
    var samples = [Float](repeating: 0, count: count)
    let beat = Int(generator.uniform(in: 0.16...0.3) * rate.hertz)
    for voice in 0..<4 {
      var start = 0
      while start < count {
        let length = beat * generator.integer(in: 1...4)
        let pitch = 110.0 * Double(1 << voice) * generator.uniform(in: 1...2)
        let harmonics = generator.integer(in: 3...9)
        add(pitch, harmonics, at: start, length: length, to: &samples)
        start += length
      }
    }
    var level: Float = 0
    for place in 0..<count {
      if place.isMultiple(of: beat) { level = Float(generator.uniform(in: 0.02...0.2)) }
      samples[place] += level * Float(generator.uniform(in: -1...1))
      level *= 0.9985
    }
    return samples
  }

  private static func add(
    _ pitch: Double, _ harmonics: Int, at start: Int, length: Int, to samples: inout [Float]
  ) {
    for harmonic in 1...harmonics where pitch * Double(harmonic) < 6_000 {
      // A rotation instead of a sine for each sample.
      let turn = 2 * Double.pi * pitch * Double(harmonic) / rate.hertz
      let (cosine, sine) = (
        1 - turn * turn / 2 + turn * turn * turn * turn / 24, turn - turn * turn * turn / 6
      )
      let scale = (cosine * cosine + sine * sine).squareRoot()
      var (x, y) = (1.0, 0.0)
      var loudness = 0.1 / Double(harmonic)
      for place in start..<min(samples.count, start + length) {
        (x, y) = ((x * cosine - y * sine) / scale, (x * sine + y * cosine) / scale)
        samples[place] += Float(y * loudness)
        loudness *= 0.9998
      }
    }
  }

  static func silence(_ seconds: Double) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * rate.hertz))
  }

  /// Sound as a source would deliver it, a tenth of a second at a time.
  static func pieces(of samples: [Float]) -> [PCMBuffer] {
    let size = Int(rate.hertz / 10)
    return stride(from: 0, to: samples.count, by: size).map { start in
      let part = Array(samples[start..<min(samples.count, start + size)])
      return PCMBuffer(AudioBuffer(samples: part, sampleRate: rate))
    }
  }

  /// A catalog of pieces, each with its media items.
  static func catalog(_ pieces: [(samples: [Float], items: [MediaItem])]) throws -> CustomCatalog {
    let catalog = CustomCatalog()
    for piece in pieces {
      let generator = SignatureGenerator()
      try generator.append(PCMBuffer(AudioBuffer(samples: piece.samples, sampleRate: rate)))
      try catalog.addReferenceSignature(generator.signature(), representing: piece.items)
    }
    return catalog
  }

  /// A stream that listens with a catalog.
  static func stream(_ catalog: CustomCatalog) throws -> LiveStream {
    let contents = try catalog.contents()
    return LiveStream(
      try StreamMatcher(strategy: contents.strategy.strategy, index: contents.index))
  }

  /// What a stream of samples plays.
  static func setlist(of samples: [Float], _ catalog: CustomCatalog) throws -> [Setlist.Entry] {
    var stream = try stream(catalog)
    var setlist = Setlist()
    for piece in pieces(of: samples) {
      for event in try stream.take(piece) { setlist.note(event) }
    }
    for event in try stream.finish() { setlist.note(event) }
    return setlist.entries
  }
}
