internal import AudioFiles

/// Begins the recordings of a managed session; does not keep the session alive.
struct ManagedStart: Sendable {
  let catalog: any ReferenceCatalog
  let options: Session.Options
  let overrun: SourceReader.Overrun
  let source: @Sendable () throws -> any PCMSource
  let control: ManagedControl

  /// Begins to match, or joins what is being matched.
  ///
  /// - Parameter isSingle: whether the first result is enough.
  /// - Returns: the results; who stops taking them before their end leaves the recording, which ends
  ///   with its last listener.
  func attach(isSingle: Bool) -> AsyncStream<SessionResult> {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionResult.self)
    let listener = ManagedControl.Listener(continuation, isSingle: isSingle)
    while true {
      let (recording, isNew) = begin(as: .matching, with: listener)
      guard let recording else {
        continuation.finish()
        return stream
      }
      if isNew || recording.add(listener) { break }
      // It has ended, and had no time yet to say so.
      control.end(recording)
    }
    continuation.onTermination = { [control] reason in
      if case .cancelled = reason { control.leave(listener) }
    }
    return stream
  }

  /// Begins to record, with a listener from the start, or to match what is being recorded.
  func begin(
    as state: ManagedSession.State, with listener: ManagedControl.Listener? = nil
  ) -> (recording: ManagedRecording?, isNew: Bool) {
    control.begin(as: state) {
      let recording = ManagedRecording(self)
      if let listener { _ = recording.add(listener) }
      return recording
    }
  }
}
