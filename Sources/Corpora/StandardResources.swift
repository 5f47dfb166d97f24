internal import AudioFiles
public import Fingerprinting
internal import Synchronization

/// Noise from arithmetic, from recordings of a corpus and from files.
///
/// Kinds are `white`, `pink` and `brown`; `babble`, mixed of the recordings of kind `speech`, and
/// `voice`, which is one of its voices alone; any other kind or ID of a recording; `file:` and a
/// path.
public final class StandardResources: AugmentationResources {
  /// Voices that talk at once in babble.
  static let voices = 20
  /// Pieces of recordings that are tried before a silent one is given out.
  private static let attempts = 16
  /// Babble is mixed at this rate at most: speech has little above half of it.
  private static let babbleRate = SampleRate(16_000)

  private let recordings: [NoiseRecording]
  private let cache: Mutex<RecordingCache>

  /// Noise from these recordings.
  ///
  /// - Parameters:
  ///   - recordings: in any order.
  ///   - cacheBytes: how much decoded sound is kept; results do not depend on it.
  public init(recordings: [NoiseRecording] = [], cacheBytes: Int = 256 << 20) {
    self.recordings = recordings.sorted { bytesPrecede($0.id, $1.id) }
    cache = Mutex(RecordingCache(capacity: cacheBytes))
  }

  /// Noise from the present tracks of a corpus whose role is noise.
  public convenience init(corpus: Corpus) {
    self.init(
      recordings: corpus.tracks(role: .noise).map { track in
        NoiseRecording(
          id: track.id.rawValue, kind: track.kind ?? "noise", path: corpus.path(of: track))
      })
  }

  /// Says what is wrong with a kind of noise that cannot be had.
  public func check(noise kind: String) throws(AugmentationError) {
    guard NoiseColour(rawValue: kind) == nil else { return }
    _ = try pool(Self.voices(in: kind) == nil ? kind : "speech", askedFor: kind)
  }

  /// The voices that talk at once in a kind of noise.
  private static func voices(in kind: String) -> Int? {
    switch kind {
    case "babble": voices
    case "voice": 1
    default: nil
    }
  }

  /// A whole recording; see `AugmentationResources`.
  public func recording(
    _ kind: String, at rate: SampleRate, seed: Seed
  ) throws(AugmentationError) -> NoiseSegment {
    let pool = try pool(kind, askedFor: kind)
    var generator = seed.generator
    let recording = pool[generator.integer(below: pool.count)]
    return NoiseSegment(
      source: recording.id, samples: try cached(recording, at: rate).samples)
  }

  /// A piece of noise; see `AugmentationResources`.
  public func noise(
    _ kind: String, count: Int, at rate: SampleRate, seed: Seed
  ) throws(AugmentationError) -> NoiseSegment {
    if let colour = NoiseColour(rawValue: kind) {
      return NoiseSegment(
        source: kind, samples: colour.samples(count: count, at: rate, seed: seed))
    }
    if let voices = Self.voices(in: kind) {
      return try babble(of: voices, called: kind, count: count, at: rate, seed: seed)
    }
    return try recordedPiece(
      of: try pool(kind, askedFor: kind), kind: kind, count: count, at: rate, seed: seed)
  }

  private func pool(
    _ kind: String, askedFor: String
  ) throws(AugmentationError) -> [NoiseRecording] {
    if kind.hasPrefix("file:") {
      let path = FilePath(escaped: String(kind.dropFirst(5)))
      guard isRegularFile(path) else {
        throw .unreadableNoise(name: kind, reason: "there is no such file")
      }
      return [NoiseRecording(id: kind, kind: kind, path: path)]
    }
    let pool = recordings.filter { $0.kind == kind || $0.id == kind }
    guard pool.isEmpty else { return pool }
    let known =
      NoiseColour.allCases.map(\.rawValue) + ["babble", "voice"]
      + Set(recordings.map(\.kind)).sorted(by: bytesPrecede)
    throw .unknownNoise(
      kind: askedFor,
      remedy: recordings.isEmpty
        ? "only white, pink and brown noise can be had without a noise corpus"
        : kind == askedFor
          ? nearestNames(to: kind, among: known)
          : "\(askedFor) is mixed of recordings of kind '\(kind)', and the noise corpus has none")
  }

  /// A piece of one recording; one that is shorter is repeated.
  ///
  /// Pieces 30 dB below the whole recording's level are passed over as long as tries are left.
  private func recordedPiece(
    of pool: [NoiseRecording], kind: String, count: Int, at rate: SampleRate, seed: Seed
  ) throws(AugmentationError) -> NoiseSegment {
    var generator = seed.generator
    var piece = NoiseSegment(source: kind, samples: [])
    for _ in 0..<Self.attempts {
      let recording = pool[generator.integer(below: pool.count)]
      let sound = try cached(recording, at: rate)
      let start = generator.integer(below: max(1, sound.samples.count - count + 1))
      piece.source = "\(recording.id) at \(rate.duration(ofSamples: start))"
      piece.samples = sound.piece(from: start, count: count)
      let power = AudioBuffer(samples: piece.samples, sampleRate: rate).meanSquare
      if isAudible(power), power >= sound.meanSquare / 1_000 { break }
    }
    return piece
  }

  /// Many voices at once, each speaking one recording after another at its own pitch, all equally
  /// loud.
  private func babble(
    of voices: Int, called kind: String, count: Int, at rate: SampleRate, seed: Seed
  ) throws(AugmentationError) -> NoiseSegment {
    let pool = try pool("speech", askedFor: kind)
    let mixRate = min(rate, Self.babbleRate)
    // A little more than needed: the resampler's length is rounded.
    let length = Int((Double(count) * mixRate.hertz / rate.hertz).rounded(.up)) + 64
    var mix = [Float](repeating: 0, count: length)
    for voice in 0..<voices {
      var generator = seed.deriving("voice \(voice)").generator
      let pitch = generator.uniform(in: 0.85...1.15)
      var place = 0
      var skipped = generator.unit()
      var attempts = Self.attempts
      while place < length {
        let clip = try cached(pool[generator.integer(below: pool.count)], at: mixRate)
        if isAudible(clip.meanSquare) {
          place = clip.speak(
            into: &mix, from: place, skipping: skipped, pitch: pitch)
        } else {
          attempts -= 1
          if attempts == 0 { break }
        }
        skipped = 0
      }
    }
    if mixRate != rate {
      do {
        mix = try Resampler.resample(mix, from: mixRate, to: rate, quality: .standard)
      } catch {
        throw .unreadableNoise(name: kind, reason: "\(error)")
      }
    }
    mix.removeLast(max(0, mix.count - count))
    return NoiseSegment(
      source: voices == 1 ? "one voice" : "babble of \(voices) voices", samples: mix)
  }

  private func cached(
    _ recording: NoiseRecording, at rate: SampleRate
  ) throws(AugmentationError) -> RecordedSound {
    let key = RecordingCache.Key(id: recording.id, rate: rate)
    if let sound = cache.withLock({ $0.find(key) }) { return sound }
    let sound: RecordedSound
    do {
      sound = RecordedSound(try recording.read(rate))
    } catch {
      throw .unreadableNoise(name: recording.id, reason: "\(error)")
    }
    guard !sound.samples.isEmpty else {
      throw .unreadableNoise(name: recording.id, reason: "it holds no sound")
    }
    cache.withLock { $0.keep(sound, as: key) }
    return sound
  }
}

/// A recording's samples and their level.
struct RecordedSound: Sendable {
  let samples: [Float]
  let meanSquare: Double

  init(_ samples: [Float]) {
    self.samples = samples
    meanSquare = AudioBuffer(samples: samples, sampleRate: .compactDisc).meanSquare
  }

  /// `count` samples from a place on, beginning again at the end.
  func piece(from start: Int, count: Int) -> [Float] {
    if start + count <= samples.count { return Array(samples[start..<start + count]) }
    return (0..<count).map { samples[(start + $0) % samples.count] }
  }

  /// Adds the sound at unit level, read at another speed, and returns where it ended.
  func speak(into mix: inout [Float], from start: Int, skipping share: Double, pitch: Double)
    -> Int
  {
    let level = Float(1 / meanSquare.squareRoot())
    var position = share * Double(samples.count)
    var place = start
    while place < mix.count, position < Double(samples.count - 1) {
      let whole = Int(position)
      let part = Float(position - Double(whole))
      mix[place] += level * (samples[whole] + part * (samples[whole + 1] - samples[whole]))
      position += pitch
      place += 1
    }
    // A recording of one sample still takes its place, so that a voice always moves on.
    return max(place, start + 1)
  }
}

/// The recordings used last, up to a number of bytes.
struct RecordingCache: Sendable {
  struct Key: Hashable, Sendable {
    let id: String
    let rate: SampleRate
  }

  private let capacity: Int
  private var bytes = 0
  private var clock = 0
  private var entries: [Key: (sound: RecordedSound, lastUse: Int)] = [:]

  init(capacity: Int) { self.capacity = capacity }

  mutating func find(_ key: Key) -> RecordedSound? {
    clock += 1
    entries[key]?.lastUse = clock
    return entries[key]?.sound
  }

  mutating func keep(_ sound: RecordedSound, as key: Key) {
    guard entries[key] == nil else { return }
    clock += 1
    entries[key] = (sound, clock)
    bytes += sound.samples.count * MemoryLayout<Float>.stride
    while bytes > capacity, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
      bytes -= oldest.value.sound.samples.count * MemoryLayout<Float>.stride
    }
  }
}
