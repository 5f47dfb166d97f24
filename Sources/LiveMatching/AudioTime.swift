public import Fingerprinting

/// When a piece of sound begins, on the clock of its source.
public struct AudioTime: Hashable, Sendable {
  /// Seconds since whatever the source counts from.
  public var seconds: Seconds

  /// A time in seconds.
  public init(seconds: Seconds) { self.seconds = seconds }

  /// A time in frames.
  ///
  /// - Parameters:
  ///   - sampleTime: the number of the first frame.
  ///   - rate: frames per second.
  public init(sampleTime: Int64, atRate rate: Double) {
    seconds = Seconds(Double(sampleTime) / rate)
  }
}

/// Watches whether pieces of sound follow each other without a gap.
struct Continuity {
  /// Seconds by which a time may be wrong.
  static let tolerance = 0.01
  private var expected: Double?

  /// Takes a piece's time and length.
  ///
  /// - Returns: the seconds between its time and the one expected; nil where they fit, or nothing
  ///   was told.
  mutating func gap(before time: AudioTime?, duration: Seconds) -> Double? {
    guard let time else {
      // Without a time nothing is checked, and what comes next starts anew.
      expected = nil
      return nil
    }
    let start = time.seconds.value
    let gap = expected.map { start - $0 }
    expected = start + duration.value
    guard let gap, abs(gap) > Self.tolerance else { return nil }
    return gap
  }
}
