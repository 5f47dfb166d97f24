public import AudioFiles
internal import Foundation
public import Observation
internal import Synchronization

/// A session that records by itself.
///
/// - `prepare()` opens the source and keeps the latest seconds, so that the answer comes sooner; it
///   is optional, and ignored while something is being matched.
/// - `result()` makes one attempt: it ends with the first match or failed attempt.
/// - A loop over `results` goes on until `cancel()`, or until the source ends. Reading `results` begins
///   nothing yet; leaving one loop leaves others alone.
/// - When nobody waits for a result any more, the source is closed.
/// - `cancel()` stops recording and ends what waits: `result()` then returns an error,
///   `CancellationError`; a sequence of results ends. Cancelling twice, or nothing, is harmless.
///
/// The state can be observed.
public final class ManagedSession: Observable, Sendable {
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
  private let start: ManagedStart
  private let observed = Observed()
  private let control = ManagedControl()

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - catalog: what is asked; the session sees what it holds when recording begins.
  ///   - options: how to go about it.
  ///   - overrun: what happens to sound that cannot be searched in time: the source waits, or, where
  ///     it cannot, sound is dropped, and `results` say how much with an error of the code
  ///     `audioDiscontinuity`.
  ///   - source: gives the source to record from, each time that recording begins.
  public init(
    catalog: any ReferenceCatalog, options: Session.Options = Session.Options(),
    overrun: SourceReader.Overrun = .wait, source: @escaping @Sendable () throws -> any PCMSource
  ) {
    self.catalog = catalog
    start = ManagedStart(
      catalog: catalog, options: options, overrun: overrun, source: source, control: control)
    control.whenChanged { [observed] state in
      Task { @MainActor in observed.state = state }
    }
  }

  deinit { control.close() }

  /// What the session is doing.
  ///
  /// Can be observed; a change is seen on the main actor, soon after it happened.
  @MainActor public var state: State {
    _ = observed.state
    return control.state
  }

  /// Each state from now on, as it is entered.
  public var states: AsyncStream<State> { control.watch() }

  /// The matches that end from now on; reading it begins nothing.
  public var endedMatches: AsyncStream<EndedMatch> { control.ended.subscribe() }

  /// Opens the source and begins to record.
  ///
  /// Returns when the source is open, or cannot be opened: then the state is idle again, and the
  /// next `result()` tries once more and says why.
  public func prepare() async {
    guard let recording = start.begin(as: .prerecording).recording else { return }
    await recording.untilOpen()
  }

  /// Makes one attempt.
  ///
  /// - Returns: how it ended; an error, `CancellationError`, where it was cancelled, or its task.
  public func result() async -> SessionResult {
    for await result in start.attach(isSingle: true) { return result }
    return .error(CancellationError(), AudioSignature.nothing(try? catalog.contents()))
  }

  /// Results until recording is cancelled or the source ends; recording begins with the first loop.
  public var results: SessionResults {
    SessionResults { [start] in start.attach(isSingle: false) }
  }

  /// Stops recording and ends what waits for results.
  public func cancel() { control.cancel() }
}
