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
    var isOpen = false
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let catalog: any ReferenceCatalog
  private let options: Session.Options
  private let source: @Sendable () throws -> any PCMSource
  private let overrun: SourceReader.Overrun
  private let control: ManagedControl
  private let content = Mutex(Content())

  init(
    catalog: any ReferenceCatalog, options: Session.Options,
    source: @escaping @Sendable () throws -> any PCMSource, overrun: SourceReader.Overrun,
    control: ManagedControl
  ) {
    self.catalog = catalog
    self.options = options
    self.source = source
    self.overrun = overrun
    self.control = control
  }

  func start() { Thread.detachNewThread { self.run() } }

  /// Hands results to a listener from now on.
  ///
  /// - Returns: false where the recording has ended by itself: another one must begin.
  func add(_ listener: ManagedControl.Listener) -> Bool {
    let (hasEnded, isCancelled) = content.withLock { content in
      if !content.hasEnded, !content.isCancelled { content.listeners.append(listener) }
      return (content.hasEnded, content.isCancelled)
    }
    if isCancelled { listener.continuation.finish() }
    return isCancelled || !hasEnded
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
      failure = .error(error, AudioSignature.nothing(contents))
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
    Result { () throws(LiveError) in try catalog.contents() }
  }

  private func record() throws {
    let reader = SourceReader(try source(), capacity: 256, overrun: overrun)
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
    var kept: [PCMBuffer] = []
    var keptDuration = 0.0
    var engine: SessionEngine?
    while !isCancelled, let piece = try reader.next() {
      if engine == nil, isWanted {
        engine = try SessionEngine(
          contents, isStrict: options.isStrict, repeatInterval: options.repeatInterval,
          clock: options.clock)
        for buffer in kept where !isCancelled {
          if send(try engine?.take(buffer) ?? []) { return }
        }
        kept = []
      }
      switch piece {
      case .remark, .interrupted: break
      case .lost(let duration):
        kept = []
        keptDuration = 0
        if engine != nil, send(try engine?.skip(duration) ?? []) { return }
      case .sound(let buffer):
        if engine != nil {
          do {
            if send(try engine?.take(buffer) ?? []) { return }
          } catch let error as PCMFormatError {
            throw LiveError(.invalidAudioFormat, error.description)
          }
        } else {
          kept.append(buffer)
          keptDuration += buffer.duration.value
          while let first = kept.first,
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
      engine = try SessionEngine(contents, isStrict: options.isStrict, clock: options.clock)
      for buffer in kept { if send(try engine?.take(buffer) ?? []) { return } }
    }
    _ = send(try engine?.finish() ?? [])
  }

  /// Hands on results.
  ///
  /// - Returns: whether that was all that anybody waited for.
  @discardableResult
  private func send(_ results: [SessionResult]) -> Bool {
    for result in results {
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
