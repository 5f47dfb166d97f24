internal import Synchronization

/// Hands every element to everybody who listens at that moment.
final class Broadcast<Element: Sendable>: Sendable {
  private struct Listener {
    var number: Int
    var continuation: AsyncStream<Element>.Continuation
    /// Elements that it has not come for, and that are lost to it.
    var lost = 0
  }

  private struct State {
    var listeners: [Listener] = []
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Elements that wait for a listener that does not come for them; newer ones are lost to it.
  private let patience: Int
  /// Says that so many elements were lost; nil says nothing.
  private let notice: @Sendable (Int) -> Element?

  init(patience: Int = 4_096, notice: @escaping @Sendable (Int) -> Element? = { _ in nil }) {
    self.patience = patience
    self.notice = notice
  }

  func subscribe() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingOldest(patience))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners.append(Listener(number: state.next, continuation: continuation))
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  private func remove(_ number: Int) {
    state.withLock { $0.listeners.removeAll { $0.number == number } }
  }

  func send(_ element: Element) {
    for listener in state.withLock({ $0.listeners }) {
      if listener.lost > 0, let words = notice(listener.lost) {
        guard !isDropped(listener.continuation.yield(words)) else {
          note(listener.number, lost: listener.lost + 1)
          continue
        }
      }
      let isDropped = isDropped(listener.continuation.yield(element))
      note(listener.number, lost: isDropped ? 1 : 0)
    }
  }

  private func isDropped(
    _ result: AsyncStream<Element>.Continuation.YieldResult
  ) -> Bool {
    if case .dropped = result { true } else { false }
  }

  private func note(_ number: Int, lost: Int) {
    state.withLock { state in
      guard let place = state.listeners.firstIndex(where: { $0.number == number }) else { return }
      state.listeners[place].lost = lost
    }
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
