internal import Fingerprinting

/// A source that is opened again when it fails, so that listening goes on.
///
/// A failure is delivered as `interrupted`, once; the sound that comes after it is preceded by
/// `lost` with the time that has passed. The same two are delivered where the machine has slept
/// while the source seemed to go on.
public struct SteadySource: PCMSource {
  private let source: any PCMSource
  private let backoff: Backoff
  private let clock: SourceClock
  private let waitsForFirst: Bool

  /// Sleep shorter than this is not worth a word.
  private static let leastSleep = 1.0

  /// Wraps a source.
  ///
  /// - Parameters:
  ///   - source: what is opened again and again.
  ///   - waitsForFirst: whether a source that has never been open is waited for, too; otherwise
  ///     that it cannot be opened is an error.
  ///   - backoff: how long to wait before each attempt.
  ///   - clock: says how much time passes.
  public init(
    _ source: any PCMSource, waitsForFirst: Bool = false, backoff: Backoff = Backoff(),
    clock: SourceClock = .machine
  ) {
    self.source = source
    self.waitsForFirst = waitsForFirst
    self.backoff = backoff
    self.clock = clock
  }

  /// What the source is called.
  public var name: String { source.name }

  /// What the receiver of pieces threw: no failure of the source.
  private struct Refusal: Error { let reason: any Error }

  /// Delivers until the source ends by itself or `stop` says so.
  public func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    var progress = Progress(clock: clock, backoff: backoff)
    func give(_ piece: SourcePiece) throws {
      do {
        for piece in progress.take(piece) { try body(piece) }
      } catch {
        throw Refusal(reason: error)
      }
    }
    if waitsForFirst {
      opened()
      progress.wasOpen = true
    }
    do {
      while !stop.isStopped {
        do {
          try source.deliver(
            until: stop,
            opened: {
              if !progress.wasOpen { opened() }
              progress.wasOpen = true
            }, to: give)
          return
        } catch let error as PCMSourceError where progress.wasOpen && !stop.isStopped {
          for piece in progress.fail(error) { try body(piece) }
        }
        _ = stop.wait(for: nil, atMost: .seconds(progress.pause.value))
      }
    } catch let refusal as Refusal {
      throw refusal.reason
    }
  }

  /// What is known of the delivery: decides what is told.
  struct Progress {
    let clock: SourceClock
    var backoff: Backoff
    var wasOpen = false
    /// How long to wait before the next attempt.
    private(set) var pause = Seconds.zero
    /// When the latest sound had come.
    private var latest: Seconds
    private var latestAwake: Seconds
    /// Why there is no sound at present.
    private var reason: String?

    init(clock: SourceClock, backoff: Backoff) {
      self.clock = clock
      self.backoff = backoff
      latest = clock.elapsed()
      latestAwake = clock.awake()
    }

    /// What a piece of the source amounts to.
    mutating func take(_ piece: SourcePiece) -> [SourcePiece] {
      guard case .sound(let buffer) = piece else {
        if case .interrupted = piece, reason != nil { return [] }
        // How much it was is known when sound comes.
        if case .lost = piece, reason != nil { return [] }
        return [piece]
      }
      let now = clock.elapsed()
      let awake = clock.awake()
      let passed = max(0, (now - latest).value - buffer.duration.value)
      let slept = (now - latest).value - (awake - latestAwake).value
      let isReported = reason != nil
      defer {
        latest = now
        latestAwake = awake
        reason = nil
        backoff.reset()
      }
      if isReported { return [.lost(Seconds(passed)), piece] }
      guard slept >= SteadySource.leastSleep else { return [piece] }
      return [.interrupted(Self.words(slept: slept)), .lost(Seconds(passed)), piece]
    }

    /// What a failure of the source amounts to.
    mutating func fail(_ error: PCMSourceError) -> [SourcePiece] {
      // To listen in vain is to have waited.
      if case .stalled = error { pause = .zero } else { pause = backoff.take() }
      let slept = (clock.elapsed() - latest).value - (clock.awake() - latestAwake).value
      let words =
        slept >= SteadySource.leastSleep && reason == nil ? Self.words(slept: slept) : "\(error)"
      defer { reason = words }
      guard let known = reason else { return [.interrupted(words)] }
      return known == words ? [] : [.remark(words)]
    }

    private static func words(slept: Double) -> String {
      "the computer slept for \(slept.rounded()) s"
    }
  }
}
