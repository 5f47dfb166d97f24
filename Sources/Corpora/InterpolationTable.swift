/// A windowed sine cardinal to read sound between its samples.
struct InterpolationTable {
  private static let reach = 16
  private static let steps = 512
  private let weights: [Double]

  init() {
    let (reach, steps) = (Self.reach, Self.steps)
    weights = (0...reach * steps).map { place in
      let distance = Double(place) / Double(steps)
      guard place > 0 else { return 1 }
      // Blackman's window.
      let turns = distance / Double(reach) / 2
      let window =
        0.42 + 0.5 * Arithmetic.sine(turns: 0.25 - turns)
        + 0.08 * Arithmetic.sine(turns: 0.25 - 2 * turns)
      return place % steps == 0
        ? 0 : window * Arithmetic.sine(turns: distance / 2) / (Double.pi * distance)
    }
  }

  func value(of samples: [Float], at position: Double) -> Float {
    let whole = Int(position.rounded(.down))
    let part = position - Double(whole)
    var sum = 0.0
    for offset in (1 - Self.reach)...Self.reach {
      let place = whole + offset
      guard samples.indices.contains(place) else { continue }
      let distance = abs(part - Double(offset)) * Double(Self.steps)
      let step = Int(distance)
      let weight = weights[step] + (distance - Double(step)) * (next(step) - weights[step])
      sum += weight * Double(samples[place])
    }
    return Float(sum)
  }

  private func next(_ step: Int) -> Double { step + 1 < weights.count ? weights[step + 1] : 0 }
}
