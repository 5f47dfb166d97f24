/// How an attempt ended.
@frozen
public enum SessionResult: Sendable {
  /// Something matches.
  case match(Match)
  /// Nothing in the catalog matches what was asked.
  case noMatch(AudioSignature)
  /// The attempt failed, which says nothing of whether there is a match.
  case error(any Error, AudioSignature)
}

/// The results of a session, one after the other, from the moment of asking for them.
public struct SessionResults: AsyncSequence, Sendable {
  /// It never throws: failures are results.
  public typealias Failure = Never
  /// One result.
  public typealias Element = SessionResult

  let stream: AsyncStream<SessionResult>

  init(_ stream: AsyncStream<SessionResult>) { self.stream = stream }

  /// Starts with the next result.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

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
