public import Fingerprinting

/// How long to wait before a source is tried again: longer each time, up to a limit.
public struct Backoff: Hashable, Sendable {
  private let first: Double
  private let most: Double
  private var next: Double

  /// Begins with the shortest wait.
  ///
  /// - Parameters:
  ///   - first: the first wait.
  ///   - most: the longest.
  public init(first: Seconds = Seconds(1), most: Seconds = Seconds(30)) {
    self.first = first.value
    self.most = most.value
    next = first.value
  }

  /// The next wait: each is twice the one before it.
  public mutating func take() -> Seconds {
    defer { next = min(most, next * 2) }
    return Seconds(min(most, next))
  }

  /// Begins with the shortest wait again.
  public mutating func reset() { next = first }
}
