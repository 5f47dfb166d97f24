public import Fingerprinting

/// The clocks that a source is timed by: the machine's, or a test's.
public struct SourceClock: Sendable {
  /// What the clock on the wall shows; it may be set at any time.
  public let wall: @Sendable () -> WallTime
  /// Seconds since some moment, those included in which the machine slept.
  public let elapsed: @Sendable () -> Seconds
  /// Seconds since some moment in which the machine was awake.
  public let awake: @Sendable () -> Seconds

  /// Joins the clocks.
  public init(
    wall: @escaping @Sendable () -> WallTime, elapsed: @escaping @Sendable () -> Seconds,
    awake: @escaping @Sendable () -> Seconds
  ) {
    self.wall = wall
    self.elapsed = elapsed
    self.awake = awake
  }

  /// The machine's clocks.
  public static let machine: SourceClock = {
    let continuous = ContinuousClock.now
    let suspending = SuspendingClock.now
    return SourceClock(
      wall: { .now },
      elapsed: { Seconds((ContinuousClock.now - continuous) / .seconds(1)) },
      awake: { Seconds((SuspendingClock.now - suspending) / .seconds(1)) })
  }()
}
