public import AudioFiles
public import Fingerprinting
internal import Synchronization

/// Matches signatures and streams of sound with a catalog.
///
/// Results come through the delegate and through `results`, in the order of what was asked. A
/// stream goes on after a match and after no match. Listeners are told of a match when it starts,
/// when another reference joins or leaves, when its position jumps and when other media items hold;
/// with `Options.repeatInterval` again and again. A stream in which nothing matches is told after
/// each `maximumQuerySignatureDuration`, and from then on each half of it. That a match has ended is
/// told through the delegate and through `endedMatches`.
///
/// Law: what is told does not depend on how the sound is divided, nor on how fast it comes.
///
/// When the session is let go, everything that it runs ends.
public final class Session: Sendable {
  /// How a session goes about its work.
  public struct Options: Sendable {
    /// Whether only 16, 32, 44.1 and 48 kHz are taken, and no change of the format.
    public var isStrict: Bool
    /// Seconds after which a match that goes on is told again; never unless given.
    public var repeatInterval: Seconds?
    /// What predicted positions go by.
    public var clock: LiveClock

    /// Joins the parts.
    public init(
      isStrict: Bool = false, repeatInterval: Seconds? = nil, clock: LiveClock = .machine
    ) {
      self.isStrict = isStrict
      self.repeatInterval = repeatInterval
      self.clock = clock
    }
  }

  /// What is asked.
  public let catalog: any ReferenceCatalog
  private let options: Options
  private let worker: SessionWorker
  private let queue = SessionQueue()
  private let told = Broadcast<SessionResult> { .lost($0) }
  private let ended = Broadcast<EndedMatch>()
  private let listener = DelegateCalls()
  private let continuity = Mutex(Continuity())

  /// Makes a session; it sees what the catalog holds now.
  ///
  /// A catalog that cannot be used makes every attempt an error.
  ///
  /// - Parameters:
  ///   - catalog: what is asked.
  ///   - options: how to go about it.
  public init(catalog: any ReferenceCatalog, options: Options = Options()) {
    self.catalog = catalog
    self.options = options
    worker = SessionWorker(catalog, options)
  }

  deinit {
    let (told, ended) = (told, ended)
    queue.add {
      told.finish()
      ended.finish()
    }
  }

  /// Who is told of results; not kept alive by the session.
  ///
  /// One whose conformance is isolated to the main actor is called there; any other on no particular
  /// thread.
  public var delegate: (any SessionDelegate)? {
    get { listener.delegate }
    set { listener.delegate = newValue }
  }

  /// The results from now on, whatever they are results of; ends when the session is let go.
  ///
  /// Up to 4,096 results wait to be taken; where more are lost to a loop, an error with the code
  /// `matchAttemptFailed` tells it how many.
  public var results: SessionResults {
    let told = told
    return SessionResults(waiting: told.subscribe()) { told.subscribe() }
  }

  /// The matches in the stream that end from now on; ends when the session is let go.
  public var endedMatches: AsyncStream<EndedMatch> { ended.subscribe() }

  /// Matches a signature; the answer comes through the delegate and `results`.
  public func match(_ signature: AudioSignature) {
    perform { [.result($0.result(for: signature))] }
  }

  /// Matches a signature.
  ///
  /// - Parameter signature: of `minimumQuerySignatureDuration` to `maximumQuerySignatureDuration`.
  /// - Returns: the answer, which neither the delegate nor `results` gets.
  public func result(from signature: AudioSignature) async -> SessionResult {
    worker.result(for: signature)
  }

  /// Adds sound to the stream.
  ///
  /// Returns at once, unless more than thirty seconds of sound wait to be searched: then it waits
  /// until those before have been, so that nothing is lost however fast sound comes. `stream(_:at:)`
  /// does the same without holding up a thread.
  ///
  /// Failures come as results: an impossible format, or a time that does not follow the piece
  /// before. After a gap the stream goes on at the later time.
  ///
  /// - Parameters:
  ///   - buffer: any format and length, and from piece to piece another.
  ///   - time: when it begins; without it, nothing is checked.
  public func matchStreamingBuffer(_ buffer: PCMBuffer, at time: AudioTime? = nil) {
    queue.waitForRoom()
    take(buffer, at: time)
  }

  /// Adds sound to the stream, as `matchStreamingBuffer(_:at:)` does; what has to wait is the task.
  ///
  /// - Parameters:
  ///   - buffer: any format and length, and from piece to piece another.
  ///   - time: when it begins; without it, nothing is checked.
  public func stream(_ buffer: PCMBuffer, at time: AudioTime? = nil) async {
    await queue.roomToCome()
    take(buffer, at: time)
  }

  private func take(_ buffer: PCMBuffer, at time: AudioTime?) {
    let duration = buffer.duration
    let delivery = options.clock.now
    continuity.withLock { continuity in
      let gap = continuity.gap(before: time, duration: duration)
      perform(duration) { $0.take(buffer, gap: gap, at: delivery) }
    }
  }

  /// Ends the stream: what is left of it is searched; a new stream may follow.
  public func endStream() {
    continuity.withLock { continuity in
      continuity = Continuity()
      perform { $0.finish() }
    }
  }

  /// Does work in its turn and tells what comes of it.
  private func perform(
    _ duration: Seconds = .zero, _ work: @escaping @Sendable (SessionWorker) -> [SessionReport]
  ) {
    queue.add(duration) { [worker, told, ended, weak self] in
      for report in work(worker) {
        switch report {
        case .result(let result): told.send(result)
        case .ended(let match): ended.send(match)
        }
        if let self { listener.tell(report, of: self) }
      }
    }
  }
}

extension SessionResult {
  /// Says that results have not been taken in time.
  static func lost(_ count: Int) -> SessionResult {
    .error(
      LiveError(
        .matchAttemptFailed,
        "\(count) results were not taken in time, and are lost; take them as they come"),
      AudioSignature.nothing(nil))
  }
}
