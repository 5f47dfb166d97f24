internal import Fingerprinting

/// How a condition moves what is true of a query: the same for each of its true answers.
struct TruthChange: Hashable, Codable, Sendable {
  /// Added to the reference time at the query's first sample.
  var shift = Seconds.zero
  /// Reference seconds per query second.
  var timeScale = 1.0
  /// Query frequency / reference frequency − 1.
  var frequencySkew = 0.0

  /// No change.
  static let none = TruthChange()

  init(shift: Seconds = .zero, timeScale: Double = 1, frequencySkew: Double = 0) {
    self.shift = shift
    self.timeScale = timeScale
    self.frequencySkew = frequencySkew
  }

  /// The change between the truth of an excerpt and that of what became of it, rounded.
  init(from before: [Occurrence], to after: [Occurrence]) {
    self.init()
    guard let first = before.first?.alignment, let last = after.first?.alignment else { return }
    if first.referenceStart.isKnown {
      shift = Seconds(Rounding.fine((last.referenceStart - first.referenceStart).value))
    }
    timeScale = Rounding.micro(last.timeScale)
    frequencySkew = Rounding.micro(last.assumedFrequencySkew)
  }

  /// The moved truth, rounded.
  func applied(to truth: [Occurrence]) -> [Occurrence] {
    // Most conditions move nothing, and rows that share their truth need less memory.
    if self == .none, truth.allSatisfy({ $0.alignment == Self.rounded($0.alignment) }) {
      return truth
    }
    return truth.map { answer in
      let start = Rounding.fine(
        (answer.alignment.referenceStart + shift).value)
      return Occurrence(
        track: answer.track,
        alignment: Alignment(
          referenceStart: Seconds(start), timeScale: timeScale, frequencySkew: frequencySkew))
    }
  }

  /// What an unmoved alignment becomes.
  private static func rounded(_ alignment: Alignment) -> Alignment {
    Alignment(referenceStart: Seconds(Rounding.fine(alignment.referenceStart.value)))
  }
}
