internal import Synchronization

/// Hands every result to everybody who listens at that moment.
final class ResultBroadcast: Sendable {
  private struct State {
    var listeners: [(number: Int, continuation: AsyncStream<SessionResult>.Continuation)] = []
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Results that wait for a listener that does not come for them; older ones are dropped.
  private static let patience = 1_024

  func subscribe() -> SessionResults {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SessionResult.self, bufferingPolicy: .bufferingNewest(Self.patience))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners.append((state.next, continuation))
      return state.next
    }
    guard let number else {
      continuation.finish()
      return SessionResults(stream)
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return SessionResults(stream)
  }

  private func remove(_ number: Int) {
    state.withLock { $0.listeners.removeAll { $0.number == number } }
  }

  func send(_ result: SessionResult) {
    for listener in state.withLock({ $0.listeners }) { listener.continuation.yield(result) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener.continuation.finish() }
  }
}
