/// One cycle of a tone, band-limited for every register.
struct WaveTable: Sendable {
  static let size = 1_024
  /// Bits of a 32-bit phase below the table's index.
  static let fractionBits: UInt32 = 22
  private static let harmonicLimits = [64, 32, 16, 8, 4, 2, 1]
  private static let sine = (0..<size).map {
    Float(Arithmetic.sine(turns: Double($0) / Double(size)))
  }

  /// The sine of a number of whole turns, to the nearest step of the table.
  static func sine(turns: Double) -> Float {
    sine[Int((turns - turns.rounded(.down)) * Double(size)) & (size - 1)]
  }

  /// All registers one after the other, each with its first sample repeated at the end.
  let samples: [Float]

  /// Makes a tone of unit power from the amplitudes of its harmonics, the fundamental first.
  init(harmonics: [Double], phases: [Int]) {
    var power = 0.0
    for amplitude in harmonics { power += amplitude * amplitude / 2 }
    let scale = 1 / max(power, 1e-12).squareRoot()
    var samples: [Float] = []
    for limit in Self.harmonicLimits {
      var cycle = [Float](repeating: 0, count: Self.size)
      for (place, amplitude) in harmonics.prefix(limit).enumerated() {
        let level = Float(amplitude * scale)
        var index = phases[place % phases.count] & (Self.size - 1)
        for sample in cycle.indices {
          cycle[sample] += level * Self.sine[index]
          index = (index + place + 1) & (Self.size - 1)
        }
      }
      samples += cycle + [cycle[0]]
    }
    self.samples = samples
  }

  /// Where the register begins whose harmonics all stay below half the sample rate.
  static func register(cyclesPerSample: Double) -> Int {
    let level =
      harmonicLimits.firstIndex { Double($0) * cyclesPerSample < 0.48 } ?? harmonicLimits.count - 1
    return level * (size + 1)
  }
}
