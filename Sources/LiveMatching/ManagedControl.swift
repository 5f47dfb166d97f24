internal import Synchronization

/// The state of a managed session and its current recording.
final class ManagedControl: Sendable {
  /// Somebody who waits for results.
  final class Listener: Sendable {
    let continuation: AsyncStream<SessionResult>.Continuation
    /// Whether the first result is enough.
    let isSingle: Bool

    init(_ continuation: AsyncStream<SessionResult>.Continuation, isSingle: Bool) {
      self.continuation = continuation
      self.isSingle = isSingle
    }
  }

  private struct Content {
    var state = ManagedSession.State.idle
    var recording: ManagedRecording?
    var isClosed = false
    var observer: (@Sendable (ManagedSession.State) -> Void)?
  }

  /// Matches that have ended.
  let ended = Broadcast<EndedMatch>()
  private let states = Broadcast<ManagedSession.State>()
  private let content = Mutex(Content())

  func whenChanged(_ observer: @escaping @Sendable (ManagedSession.State) -> Void) {
    content.withLock { $0.observer = observer }
  }

  func watch() -> AsyncStream<ManagedSession.State> { states.subscribe() }

  var state: ManagedSession.State { content.withLock { $0.state } }

  /// Enters a state with a new recording, or with the one that runs.
  ///
  /// - Returns: the recording, and whether it is new; nil where one runs and `state` asks for less,
  ///   and when the session has been let go.
  func begin(
    as state: ManagedSession.State, _ make: () -> ManagedRecording
  ) -> (recording: ManagedRecording?, isNew: Bool) {
    let (recording, isNew) = content.withLock { content -> (ManagedRecording?, Bool) in
      guard !content.isClosed else { return (nil, false) }
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

  /// A listener goes; when it was the last, the recording ends.
  func leave(_ listener: Listener) {
    guard let recording = content.withLock({ $0.recording }), recording.remove(listener)
    else { return }
    end(recording)
  }

  /// Ends everything for good.
  func close() {
    content.withLock { $0.isClosed = true }
    cancel()
    ended.finish()
    states.finish()
  }

  private func enter(_ state: ManagedSession.State, _ content: inout Content) {
    guard content.state != state else { return }
    content.state = state
    content.observer?(state)
    states.send(state)
  }
}
