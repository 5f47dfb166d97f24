internal import Fingerprinting

/// What a room makes of one click.
struct RoomResponse {
  /// The samples; their energy is 1.
  private(set) var samples: [Float]
  /// Where the direct sound arrives.
  private(set) var delay: Int

  private static let speedOfSound = 343.0
  /// After so long echoes are too dense to be told apart.
  private static let dense = 0.04
  /// The silence between the direct sound and the first echo.
  private static let gap = 0.002

  /// How much of the beginning is left out while the room fills.
  static func lead(ofReverberation time: Seconds) -> Seconds { min(time, Seconds(1)) }

  /// A response that was recorded; the direct sound is the first sample of at least half the
  /// highest.
  init(recorded samples: [Float]) {
    let highest = samples.reduce(Float(0)) { max($0, abs($1)) }
    self.init(samples, delay: samples.firstIndex { abs($0) >= highest / 2 } ?? 0)
  }

  private init(_ samples: [Float], delay: Int) {
    let energy = samples.reduce(0) { $0 + Double($1) * Double($1) }
    let scale = energy > 0 ? 1 / energy.squareRoot() : 0
    self.samples = samples.map { Float(Double($0) * scale) }
    self.delay = delay
  }

  /// The response of a room that does not exist.
  static func simulated(_ room: SimulatedRoom.Draw, at rate: SampleRate) -> RoomResponse {
    let delay = Int((room.distance / speedOfSound * rate.hertz).rounded())
    let count = max(1, Int(room.reverberationTime * rate.hertz))
    // 60 dB are a factor of 1,000 in amplitude: ln 1000 = 6.9078.
    let decay = Arithmetic.exponential(-6.907_755_278_982_137 / Double(count))
    let first = Int(gap * rate.hertz)
    var generator = room.echoes.generator
    var tail = [Double](repeating: 0, count: count)
    var level = 1.0
    for place in tail.indices {
      let share = min(1, Double(place) / (dense * rate.hertz))
      // Rare echoes are as much stronger, so that the energy falls evenly.
      let density = max(0.002, share * share)
      let isEcho = generator.unit() < density
      let echo = generator.normal()
      if isEcho, place >= first { tail[place] = level * echo / density.squareRoot() }
      level *= decay
    }
    let energy = tail.reduce(0) { $0 + $1 * $1 }
    let wanted = Arithmetic.powerRatio(ofDecibels: -room.directToReverberant)
    let scale = energy > 0 ? (wanted / energy).squareRoot() : 0
    var samples = [Float](repeating: 0, count: delay) + [1]
    samples += tail.dropFirst().map { Float($0 * scale) }
    return RoomResponse(samples, delay: delay)
  }

  /// The excerpt in the room, without its beginning, and the truth moved.
  func applied(to excerpt: Excerpt, lead: Seconds) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    let skipped = Int((lead.value * rate.hertz).rounded())
    var heard = excerpt
    let all = convolved(excerpt.audio.samples, with: samples)
    heard.audio.samples = Array(all.prefix(excerpt.audio.samples.count).dropFirst(skipped))
    heard.truth = excerpt.truth(delayedBy: rate.duration(ofSamples: delay - skipped))
    return heard
  }
}
