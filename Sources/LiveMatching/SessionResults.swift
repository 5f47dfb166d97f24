internal import Synchronization

/// The results of a session, one after the other.
///
/// Every loop over them gets all of them from its beginning on; one that is left leaves the others
/// alone.
public struct SessionResults: AsyncSequence, Sendable {
  /// It never throws: failures are results.
  public typealias Failure = Never
  /// One result.
  public typealias Element = SessionResult

  /// Results that wait for the first loop already.
  private final class Waiting: Sendable {
    let stream: Mutex<AsyncStream<SessionResult>?>
    init(_ stream: AsyncStream<SessionResult>?) { self.stream = Mutex(stream) }
  }

  private let waiting: Waiting
  private let subscribe: @Sendable () -> AsyncStream<SessionResult>

  /// Results from when a loop begins, by a new subscription for each.
  ///
  /// - Parameters:
  ///   - waiting: a subscription for the first loop, which gets what came since.
  ///   - subscribe: begins another.
  init(
    waiting: AsyncStream<SessionResult>? = nil,
    _ subscribe: @escaping @Sendable () -> AsyncStream<SessionResult>
  ) {
    self.waiting = Waiting(waiting)
    self.subscribe = subscribe
  }

  /// Starts with the next result.
  public func makeAsyncIterator() -> Iterator {
    let first = waiting.stream.withLock { stream in
      defer { stream = nil }
      return stream
    }
    return Iterator(base: (first ?? subscribe()).makeAsyncIterator())
  }

  /// Walks through the results.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<SessionResult>.AsyncIterator

    /// The next result; nil when no more can come.
    public mutating func next() async -> SessionResult? { await base.next() }

    /// The next result; nil when no more can come.
    ///
    /// - Parameter actor: where the caller runs.
    /// - Returns: the result.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionResult? {
      await base.next(isolation: actor)
    }
  }
}
