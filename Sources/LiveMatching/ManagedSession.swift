public import AudioFiles
internal import Foundation
internal import Observation
internal import Synchronization

/// A session that records by itself.
///
/// - `prepare()` opens the source and keeps the latest seconds, so that the answer comes sooner; it
///   is optional, and ignored while something is being matched.
/// - `result()` makes one attempt: it ends with the first match or failed attempt, and the source is
///   closed.
/// - `results` goes on until `cancel()`, or until the source ends.
/// - `cancel()` stops recording and ends what waits: `result()` then returns an error,
///   `CancellationError`; a sequence of results ends. Cancelling twice, or nothing, is harmless.
public final class ManagedSession: Sendable {
  /// What a session is doing.
  @frozen
  public enum State: Sendable, Hashable, BitwiseCopyable {
    /// Nothing is recorded.
    case idle
    /// Sound is recorded, and not yet searched.
    case prerecording
    /// Sound is recorded and searched.
    case matching
  }

  /// The state as something to observe.
  @MainActor @Observable
  final class Observed {
    var state = State.idle
    nonisolated init() {}
  }

  /// What is asked.
  public let catalog: any ReferenceCatalog
  private let options: Session.Options
  private let source: @Sendable () throws -> any PCMSource
  private let overrun: SourceReader.Overrun
  private let observed = Observed()
  private let control = ManagedControl()

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - catalog: what is asked; the session sees what it holds when recording begins.
  ///   - options: how to go about it.
  ///   - overrun: what happens to sound that cannot be searched in time.
  ///   - source: gives the source to record from, each time that recording begins.
  public init(
    catalog: any ReferenceCatalog, options: Session.Options = Session.Options(),
    overrun: SourceReader.Overrun = .drop, source: @escaping @Sendable () throws -> any PCMSource
  ) {
    self.catalog = catalog
    self.options = options
    self.overrun = overrun
    self.source = source
    control.whenChanged { [observed] state in
      Task { @MainActor in observed.state = state }
    }
  }

  deinit { control.cancel() }

  /// What the session is doing.
  ///
  /// Can be observed; a change is seen on the main actor, soon after it happened.
  @MainActor public var state: State {
    _ = observed.state
    return control.state
  }

  /// Each state from now on, as it is entered.
  public var states: AsyncStream<State> { control.states() }

  /// Opens the source and begins to record.
  ///
  /// Returns when the source is open, or cannot be opened: then the state is idle again, and the
  /// next `result()` tries once more and says why.
  public func prepare() async {
    guard let recording = begin(as: .prerecording).recording else { return }
    await recording.untilOpen()
  }

  /// Makes one attempt.
  ///
  /// - Returns: how it ended.
  public func result() async -> SessionResult {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionResult.self)
    attach(continuation, isSingle: true)
    return await withTaskCancellationHandler {
      for await result in stream { return result }
      return .error(
        CancellationError(),
        AudioSignature.nothing(Result { () throws(LiveError) in try catalog.contents() }))
    } onCancel: {
      control.cancel()
    }
  }

  /// Results until recording is cancelled or the source ends; recording begins now.
  public var results: SessionResults {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionResult.self)
    continuation.onTermination = { [control] reason in
      if case .cancelled = reason { control.cancel() }
    }
    attach(continuation, isSingle: false)
    return SessionResults(stream)
  }

  /// Stops recording and ends what waits for results.
  public func cancel() { control.cancel() }

  private func attach(
    _ continuation: AsyncStream<SessionResult>.Continuation, isSingle: Bool
  ) {
    let listener = ManagedControl.Listener(continuation: continuation, isSingle: isSingle)
    while true {
      let (recording, isNew) = begin(as: .matching, with: listener)
      guard let recording, !isNew, !recording.add(listener) else { return }
      // It has ended, and had no time yet to say so.
      control.end(recording)
    }
  }

  /// Begins to record, with a listener from the start, or to match what is being recorded.
  private func begin(
    as state: State, with listener: ManagedControl.Listener? = nil
  ) -> (recording: ManagedRecording?, isNew: Bool) {
    control.begin(as: state) { [catalog, options, source, overrun, control] in
      let recording = ManagedRecording(
        catalog: catalog, options: options, source: source, overrun: overrun, control: control)
      if let listener { _ = recording.add(listener) }
      return recording
    }
  }
}
