internal import Corpora
internal import Fingerprinting

/// The environments: each as it is heard, from the source to the recording.
///
/// Ratios to noise are drawn from ranges, so that one figure stands for a place and not for one
/// moment in it.
enum Environments {
  static let all: [NamedEnvironment] = [
    NamedEnvironment(
      "quiet-room",
      "A loudspeaker two metres away in a quiet living room, heard by a telephone.",
      steps: [
        loudspeaker(lowest: 120, highest: 14_000, unevenness: 3, drive: -20),
        room(seconds: 0.3...0.5, direct: 0...6, metres: 1.5...3),
        noise("pink", 25...35),
      ]),
    NamedEnvironment(
      "voices", "The same room while many people talk, about as loud as the music.",
      steps: [
        loudspeaker(lowest: 120, highest: 14_000, unevenness: 3, drive: -20),
        room(seconds: 0.3...0.6, direct: -3...3, metres: 2...4),
        noise("babble", 0...6),
      ]),
    NamedEnvironment(
      "street", "Music from a shop's door, heard across a street with traffic.",
      steps: [
        loudspeaker(lowest: 150, highest: 12_000, unevenness: 4, drive: -12),
        room(seconds: 0.15...0.3, direct: 3...9, metres: 4...10),
        noise("traffic", -3...6), noise("pink", 15...25),
      ]),
    NamedEnvironment(
      "club",
      "Loud music in a large hall ten metres from the stacks, people shouting, the microphone "
        + "overdriven.",
      steps: [
        step(
          "equalizer",
          [
            "bands": .array([
              band(60, gain: 8, quality: 0.8), band(4_000, gain: 3, quality: 0.7),
            ])
          ]),
        room(seconds: 0.8...1, direct: -6...0, metres: 6...14),
        noise("babble", 3...10),
        step("compression", ["threshold": .number(-6), "ratio": .number(6)]),
        step("clipping", ["overdrive": range(3...9)]),
      ]),
    NamedEnvironment(
      "car", "A car's radio at speed: a small, dry cabin, and the rumble of engine and road.",
      steps: [
        loudspeaker(lowest: 80, highest: 12_000, unevenness: 5, drive: -15),
        room(seconds: 0.06...0.1, direct: 0...6, metres: 0.6...1.2),
        noise("brown", -6...3), noise("pink", 6...15),
      ]),
    NamedEnvironment(
      "broadcast",
      "A radio station: sound processed, a presenter talking over it, the stream coded as MP3.",
      steps: [
        step(
          "equalizer",
          [
            "bands": .array([
              band(80, gain: 4, quality: 0.8), band(300, gain: -2, quality: 1),
              band(3_000, gain: 3, quality: 0.8), band(10_000, gain: 4, quality: 0.8),
            ])
          ]),
        step("compression", ["threshold": .number(-15), "ratio": .number(6)]),
        step("speech-over", ["ratio": range(0...9), "ducking": .number(6)]),
        step("clock-drift", [:]),
        step("codec", ["format": .string("mp3"), "bitrate": .integer(64_000)]),
      ]),
    NamedEnvironment(
      "phone-call",
      "Music in a room with some talk, held to a telephone and heard at the other end over GSM.",
      steps: [
        loudspeaker(lowest: 120, highest: 14_000, unevenness: 3, drive: -20),
        room(seconds: 0.3...0.5, direct: 0...6, metres: 1...3),
        noise("babble", 6...15),
        step("telephone-band", [:]),
        step("compression", ["threshold": .number(-6), "ratio": .number(3)]),
        step("codec", ["format": .string("gsm")]),
      ]),
  ]

  private static func step(_ name: String, _ settings: [String: JSONValue]) -> Condition.Step {
    Condition.Step(name: name, configuration: .object(settings))
  }

  private static func range(_ range: ClosedRange<Double>) -> JSONValue {
    .array([.number(range.lowerBound), .number(range.upperBound)])
  }

  private static func noise(_ kind: String, _ snr: ClosedRange<Double>) -> Condition.Step {
    step("noise", ["kind": .string(kind), "snr": range(snr)])
  }

  private static func loudspeaker(
    lowest: Double, highest: Double, unevenness: Double, drive: Double
  ) -> Condition.Step {
    step(
      "loudspeaker",
      [
        "lowest": .number(lowest), "highest": .number(highest), "unevenness": .number(unevenness),
        "drive": .number(drive),
      ])
  }

  private static func room(
    seconds: ClosedRange<Double>, direct: ClosedRange<Double>, metres: ClosedRange<Double>
  ) -> Condition.Step {
    step(
      "room",
      [
        "reverberationTime": range(seconds), "directToReverberant": range(direct),
        "distance": range(metres),
      ])
  }

  private static func band(_ frequency: Double, gain: Double, quality: Double) -> JSONValue {
    .object([
      "frequency": .number(frequency), "gain": .number(gain), "quality": .number(quality),
    ])
  }
}
