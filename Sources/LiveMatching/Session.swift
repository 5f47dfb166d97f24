public import AudioFiles
public import Fingerprinting
internal import Foundation
internal import Synchronization

/// Matches signatures and streams of sound with a catalog.
///
/// Results come through the delegate and through `results`, in the order of what was asked. A
/// stream goes on after a match and after no match. Listeners are told of a match when it starts,
/// when another reference joins or leaves, when its position jumps and when other media items hold;
/// with `Options.repeatInterval` again and again. A stream in which nothing matches is told after
/// each `maximumQuerySignatureDuration`, and from then on each half of it.
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

  private enum Input: Sendable {
    case sound(PCMBuffer, gap: Double?)
    case lost(Seconds)
    case query(AudioSignature)
    case end
  }

  /// Sendable because the session does nothing with a delegate but call it, one call at a time; what
  /// it may do there is for its owner to know.
  private struct Weak: @unchecked Sendable {
    weak var delegate: (any SessionDelegate)?
  }

  private struct Arrival {
    var continuity = Continuity()
    /// Seconds of sound that wait to be searched.
    var waiting = 0.0
    /// Seconds of sound that came while too much was waiting.
    var dropped = 0.0
  }

  /// Seconds of sound that may wait; what comes beyond is dropped, and counts as lost.
  private static let mostWaiting = 30.0

  /// What is asked.
  public let catalog: any ReferenceCatalog
  private let options: Options
  private let contents: Result<CatalogContents, LiveError>
  private let inputs: AsyncStream<Input>.Continuation
  private let broadcast = ResultBroadcast()
  private let weakDelegate = Mutex(Weak())
  private let arrival = Mutex(Arrival())

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
    contents = Result { () throws(LiveError) in try catalog.contents() }
    let (stream, continuation) = AsyncStream.makeStream(of: Input.self)
    inputs = continuation
    let (contents, broadcast) = (contents, broadcast)
    let durations = catalog.minimumQuerySignatureDuration...catalog.maximumQuerySignatureDuration
    Task { [weak self] in
      var worker = Worker(contents: contents, options: options, durations: durations)
      for await input in stream {
        let results = worker.take(input)
        if case .sound(let piece, _) = input { self?.noteDone(piece.duration) }
        for result in results {
          broadcast.send(result)
          self?.tellDelegate(result)
        }
      }
      broadcast.finish()
    }
  }

  deinit { inputs.finish() }

  /// Who is told of results; not kept alive by the session.
  public var delegate: (any SessionDelegate)? {
    get { weakDelegate.withLock { $0 }.delegate }
    set {
      let held = Weak(delegate: newValue)
      weakDelegate.withLock { $0 = held }
    }
  }

  /// The results from now on, whatever they are results of; ends when the session is let go.
  public var results: SessionResults { broadcast.subscribe() }

  /// Matches a signature; the answer comes through the delegate and `results`.
  public func match(_ signature: AudioSignature) { inputs.yield(.query(signature)) }

  /// Matches a signature.
  ///
  /// - Parameter signature: of `minimumQuerySignatureDuration` to `maximumQuerySignatureDuration`.
  /// - Returns: the answer, which neither the delegate nor `results` gets.
  public func result(from signature: AudioSignature) async -> SessionResult {
    let worker = Worker(
      contents: contents, options: options,
      durations: catalog.minimumQuerySignatureDuration...catalog.maximumQuerySignatureDuration)
    return worker.result(for: signature)
  }

  /// Adds sound to the stream and returns at once.
  ///
  /// Failures come as results: an impossible format, or a time that does not follow the piece
  /// before. After a gap the stream goes on at the later time.
  ///
  /// - Parameters:
  ///   - buffer: any format, and from piece to piece another.
  ///   - time: when it begins; without it, nothing is checked.
  public func matchStreamingBuffer(_ buffer: PCMBuffer, at time: AudioTime? = nil) {
    let duration = buffer.duration
    arrival.withLock { arrival in
      let gap = arrival.continuity.gap(before: time, duration: duration)
      guard arrival.waiting + duration.value <= Self.mostWaiting else {
        arrival.dropped += duration.value
        return
      }
      if arrival.dropped > 0 {
        inputs.yield(.lost(Seconds(arrival.dropped)))
        arrival.dropped = 0
      }
      arrival.waiting += duration.value
      inputs.yield(.sound(buffer, gap: gap))
    }
  }

  /// Ends the stream: what is left of it is searched; a new stream may follow.
  public func endStream() {
    arrival.withLock { $0.continuity = Continuity() }
    inputs.yield(.end)
  }

  private func noteDone(_ duration: Seconds) {
    arrival.withLock { $0.waiting = max(0, $0.waiting - duration.value) }
  }

  private func tellDelegate(_ result: SessionResult) {
    guard let delegate else { return }
    switch result {
    case .match(let match): delegate.session(self, didFind: match)
    case .noMatch(let signature):
      delegate.session(self, didNotFindMatchFor: signature, error: nil)
    case .error(let error, let signature):
      delegate.session(self, didNotFindMatchFor: signature, error: error)
    }
  }

  /// The part of a session that its task owns.
  private struct Worker: ~Copyable {
    let contents: Result<CatalogContents, LiveError>
    let options: Options
    let durations: ClosedRange<Double>
    private var engine: SessionEngine?

    init(
      contents: Result<CatalogContents, LiveError>, options: Options,
      durations: ClosedRange<Double>
    ) {
      self.contents = contents
      self.options = options
      self.durations = durations
    }

    borrowing func result(for signature: AudioSignature) -> SessionResult {
      switch contents {
      case .failure(let error): .error(error, signature)
      case .success(let contents):
        SessionEngine.result(
          for: signature, in: contents, durations: durations, clock: options.clock)
      }
    }

    mutating func take(_ input: Input) -> [SessionResult] {
      if case .query(let signature) = input { return [result(for: signature)] }
      do {
        switch input {
        case .query: return []
        case .end:
          let results = try engine?.finish()
          engine = nil
          return results ?? []
        case .lost(let duration): return try engine?.skip(duration) ?? []
        case .sound(let piece, let gap):
          if engine == nil {
            engine = try SessionEngine(
              contents.get(), isStrict: options.isStrict, repeatInterval: options.repeatInterval,
              clock: options.clock)
          }
          var results: [SessionResult] = []
          if let gap {
            results.append(
              failure(
                LiveError(
                  .audioDiscontinuity,
                  "expected sound that follows the piece before, found a difference of \(gap) s")))
            results += try engine?.skip(gap > 0 ? Seconds(gap) : nil) ?? []
          }
          return try results + (engine?.take(piece) ?? [])
        }
      } catch let error as PCMFormatError {
        return [failure(LiveError(.invalidAudioFormat, error.description))]
      } catch {
        let result = failure(error)
        engine = nil
        return [result]
      }
    }

    /// A failure, with what is known of the stream as a query; an empty one before it began.
    private mutating func failure(_ error: any Error) -> SessionResult {
      .error(error, engine?.querySignature() ?? AudioSignature.nothing(contents))
    }
  }
}

extension AudioSignature {
  /// A signature of no sound.
  static func nothing(_ contents: Result<CatalogContents, LiveError>) -> AudioSignature {
    let nothing = Signature.peaks(
      PeakSignature(frameDuration: Seconds(1), frameCount: 0, peaks: []))
    switch contents {
    case .success(let contents): return AudioSignature(nothing, madeWith: contents.strategy)
    case .failure:
      return AudioSignature(
        nothing, identity: ComponentIdentity(name: "", revision: 0, configurationDigest: ""))
    }
  }

  private init(_ signature: Signature, identity: ComponentIdentity) {
    self.signature = signature
    self.identity = identity
    configuration = "{}"
  }
}
