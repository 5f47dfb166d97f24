public import Fingerprinting

/// A clock that says how many seconds have passed since some moment: the machine's, or a test's.
public struct LiveClock: Sendable {
  private let read: @Sendable () -> Seconds

  /// A clock that reads what `now` says.
  public init(_ now: @escaping @Sendable () -> Seconds) { read = now }

  /// Seconds since a moment that does not change.
  public var now: Seconds { read() }

  /// The machine's clock, which nobody sets.
  public static let machine: LiveClock = {
    let start = ContinuousClock.now
    return LiveClock {
      let time = ContinuousClock.now - start
      return Seconds(
        Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
    }
  }()
}
