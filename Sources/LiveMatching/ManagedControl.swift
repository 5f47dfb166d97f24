internal import Synchronization

/// The state of a managed session and its current recording.
final class ManagedControl: Sendable {
  /// Somebody who waits for results.
  struct Listener: Sendable {
    var continuation: AsyncStream<SessionResult>.Continuation
    /// Whether the first result is enough, and ends the recording.
    var isSingle: Bool
  }

  private struct Content {
    var state = ManagedSession.State.idle
    var recording: ManagedRecording?
    var observer: (@Sendable (ManagedSession.State) -> Void)?
    var watchers: [AsyncStream<ManagedSession.State>.Continuation] = []
  }

  private let content = Mutex(Content())

  func whenChanged(_ observer: @escaping @Sendable (ManagedSession.State) -> Void) {
    content.withLock { $0.observer = observer }
  }

  func states() -> AsyncStream<ManagedSession.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: ManagedSession.State.self)
    content.withLock { $0.watchers.append(continuation) }
    return stream
  }

  var state: ManagedSession.State { content.withLock { $0.state } }

  /// Enters a state with a new recording, or with the one that runs.
  ///
  /// - Returns: the recording, and whether it is new; nil where one runs and `state` asks for less.
  func begin(
    as state: ManagedSession.State, _ make: () -> ManagedRecording
  ) -> (recording: ManagedRecording?, isNew: Bool) {
    let (recording, isNew) = content.withLock { content -> (ManagedRecording?, Bool) in
      if let running = content.recording {
        if state == .matching { enter(.matching, &content) }
        return (state == .matching ? running : nil, false)
      }
      let made = make()
      content.recording = made
      enter(state, &content)
      return (made, true)
    }
    if isNew { recording?.start() }
    return (recording, isNew)
  }

  /// The recording has ended; another may have begun meanwhile.
  func end(_ recording: ManagedRecording) {
    content.withLock { content in
      guard content.recording === recording else { return }
      content.recording = nil
      enter(.idle, &content)
    }
  }

  func cancel() {
    let recording = content.withLock { content in
      defer {
        content.recording = nil
        enter(.idle, &content)
      }
      return content.recording
    }
    recording?.cancel()
  }

  private func enter(_ state: ManagedSession.State, _ content: inout Content) {
    guard content.state != state else { return }
    content.state = state
    content.observer?(state)
    for watcher in content.watchers { watcher.yield(state) }
  }
}
