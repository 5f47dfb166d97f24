internal import AudioFiles
internal import Fingerprinting
internal import Foundation
internal import Synchronization

/// One recording of a managed session, from the opening of its source to its end, on a thread of
/// its own.
final class ManagedRecording: Sendable {
  private struct Content {
    var listeners: [ManagedControl.Listener] = []
    var reader: SourceReader?
    var isCancelled = false
    /// Whether the last listener has gone.
    var isLeft = false
    var isOpen = false
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Sound that was delivered at a time of the clock.
  private struct Piece {
    var buffer: PCMBuffer
    var delivery: Seconds
  }

  private let begun: ManagedStart
  private let content = Mutex(Content())

  private var control: ManagedControl { begun.control }
  private var clock: LiveClock { begun.options.clock }

  init(_ begun: ManagedStart) { self.begun = begun }

  func start() { Thread.detachNewThread { self.run() } }

  /// Hands results to a listener from now on.
  ///
  /// - Returns: false where the recording has ended by itself: another one must begin.
  func add(_ listener: ManagedControl.Listener) -> Bool {
    let (hasEnded, isCancelled) = content.withLock { content in
      if !content.hasEnded, !content.isCancelled { content.listeners.append(listener) }
      return (content.hasEnded || content.isLeft, content.isCancelled && !content.isLeft)
    }
    if isCancelled { listener.continuation.finish() }
    return isCancelled || !hasEnded
  }

  /// Takes a listener out.
  ///
  /// - Returns: whether it was the last, with which the recording ends.
  func remove(_ listener: ManagedControl.Listener) -> Bool {
    let (isLeft, reader) = content.withLock { content -> (Bool, SourceReader?) in
      guard content.listeners.contains(where: { $0 === listener }) else { return (false, nil) }
      content.listeners.removeAll { $0 === listener }
      guard content.listeners.isEmpty else { return (false, nil) }
      content.isLeft = true
      content.isCancelled = true
      return (true, content.reader)
    }
    reader?.close()
    return isLeft
  }

  func cancel() {
    let (reader, listeners) = content.withLock { content in
      content.isCancelled = true
      defer { content.listeners = [] }
      return (content.reader, content.listeners)
    }
    reader?.close()
    for listener in listeners { listener.continuation.finish() }
  }

  /// Waits until the source is open, or will not be.
  func untilOpen() async {
    await withCheckedContinuation { continuation in
      let isOver = content.withLock { content in
        if content.isOpen || content.hasEnded { return true }
        content.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  private var isWanted: Bool { content.withLock { !$0.listeners.isEmpty } }

  /// Whether somebody listens; where nobody does it is too late to begin.
  private var isWantedAtTheEnd: Bool {
    content.withLock { content in
      content.hasEnded = content.listeners.isEmpty
      return !content.hasEnded
    }
  }
  private var isCancelled: Bool { content.withLock { $0.isCancelled } }

  private func run() {
    var failure: SessionResult?
    do {
      try record()
    } catch {
      // A source that cannot be opened while nobody listens is left to the next attempt.
      failure = .error(error, AudioSignature.nothing(try? contents.get()))
    }
    let (listeners, waiting) = content.withLock { content in
      content.hasEnded = true
      defer {
        content.listeners = []
        content.waiting = []
      }
      return (content.listeners, content.waiting)
    }
    // Who has got the failure must find the session idle.
    control.end(self)
    for continuation in waiting { continuation.resume() }
    for listener in listeners {
      if let failure { listener.continuation.yield(failure) }
      listener.continuation.finish()
    }
  }

  private var contents: Result<CatalogContents, LiveError> {
    Result { () throws(LiveError) in try begun.catalog.contents() }
  }

  private func record() throws {
    let reader = SourceReader(try begun.source(), capacity: 256, overrun: begun.overrun)
    content.withLock { $0.reader = reader }
    defer { reader.closeAndWait() }
    guard !isCancelled else { return }
    try reader.open()
    let contents = try contents.get()
    let waiting = content.withLock { content in
      content.isOpen = true
      defer { content.waiting = [] }
      return content.waiting
    }
    for continuation in waiting { continuation.resume() }
    // Sound that came before anybody asked, no more than a query can hold.
    var kept: [Piece] = []
    var keptDuration = 0.0
    var engine: SessionEngine?
    while !isCancelled, let piece = try reader.next() {
      if engine == nil, isWanted {
        engine = try makeEngine(contents)
        for piece in kept where !isCancelled {
          if send(try engine?.take(piece.buffer, at: piece.delivery) ?? []) { return }
        }
        kept = []
      }
      switch piece {
      case .remark, .interrupted: break
      case .lost(let duration):
        kept = []
        keptDuration = 0
        if let query = engine?.querySignature() {
          tellGoing(.error(Self.gap(duration), query))
          if send(try engine?.skip(duration) ?? []) { return }
        }
      case .sound(let buffer):
        let piece = Piece(buffer: buffer, delivery: clock.now)
        if engine != nil {
          do {
            if send(try engine?.take(piece.buffer, at: piece.delivery) ?? []) { return }
          } catch let error as PCMFormatError {
            throw LiveError(.invalidAudioFormat, error.description)
          }
        } else {
          kept.append(piece)
          keptDuration += buffer.duration.value
          while let first = kept.first?.buffer,
            keptDuration - first.duration.value >= contents.configuration.longestQuery
          {
            keptDuration -= first.duration.value
            kept.removeFirst()
          }
        }
      }
    }
    guard !isCancelled else { return }
    if engine == nil, isWantedAtTheEnd {
      engine = try makeEngine(contents)
      for piece in kept {
        if send(try engine?.take(piece.buffer, at: piece.delivery) ?? []) { return }
      }
    }
    _ = send(try engine?.finish() ?? [])
  }

  private func makeEngine(_ contents: CatalogContents) throws -> SessionEngine {
    let options = begun.options
    return try SessionEngine(
      contents, isStrict: options.isStrict, repeatInterval: options.repeatInterval,
      clock: options.clock)
  }

  private static func gap(_ lost: Seconds?) -> LiveError {
    LiveError(
      .audioDiscontinuity,
      "sound was lost" + (lost.map { ": \($0)" } ?? "")
        + "; it came faster than it was searched, or the source had a gap")
  }

  /// Tells those who go on listening; to who waits for one result it is not the result.
  private func tellGoing(_ result: SessionResult) {
    let listeners = content.withLock { $0.listeners }
    for listener in listeners where !listener.isSingle { listener.continuation.yield(result) }
  }

  /// Hands on results.
  ///
  /// - Returns: whether that was all that anybody waited for.
  @discardableResult
  private func send(_ reports: [SessionReport]) -> Bool {
    for report in reports {
      guard case .result(let result) = report else {
        if case .ended(let match) = report { control.ended.send(match) }
        continue
      }
      let (told, isDone) = content.withLock { content in
        let told = content.listeners
        content.listeners.removeAll(where: \.isSingle)
        return (told, !told.isEmpty && content.listeners.isEmpty)
      }
      // Who has got the result must find the session idle.
      if isDone { control.end(self) }
      for listener in told {
        listener.continuation.yield(result)
        if listener.isSingle { listener.continuation.finish() }
      }
      if isDone { return true }
    }
    return false
  }
}
