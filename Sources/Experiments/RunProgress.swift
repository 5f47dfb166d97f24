/// How far a run has come.
public struct RunProgress: Hashable, Sendable {
  /// The phases in order.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// References are decoded and extracted.
    case references
    /// Indexes are built.
    case indexes
    /// Queries are cut, degraded and answered.
    case queries
    /// Queries are timed one at a time.
    case latency
  }

  /// The phase.
  public var phase: Phase
  /// Pieces done, those of earlier sessions included.
  public var done: Int
  /// Pieces in all.
  public var total: Int
  /// Pieces that earlier sessions had done: no part of a rate.
  public var found: Int
  /// What was just finished, such as a track.
  public var current: String?

  /// Joins the parts.
  public init(phase: Phase, done: Int, total: Int, found: Int = 0, current: String? = nil) {
    self.phase = phase
    self.done = done
    self.total = total
    self.found = found
    self.current = current
  }
}
