public import Fingerprinting
internal import Foundation

/// Reads a source on a thread of its own, a few pieces in advance.
///
/// When the reader is let go, its source is stopped and closed.
public final class SourceReader: Sendable {
  /// What happens to pieces that nobody has taken in time.
  public enum Overrun: Sendable {
    /// The source waits: right for files and pipes.
    case wait
    /// They are dropped, and the gap is told: right for what cannot wait.
    case drop
  }

  private let shared: Shared

  /// A piece, and when it came.
  public struct Arrival: Sendable {
    /// What the source delivered.
    public var piece: SourcePiece
    /// When it did.
    public var time: WallTime

    /// Joins the parts.
    public init(piece: SourcePiece, time: WallTime) {
      self.piece = piece
      self.time = time
    }
  }

  /// Prepares a reader.
  ///
  /// - Parameters:
  ///   - source: what is read.
  ///   - capacity: the pieces of sound that may wait to be taken.
  ///   - overrun: what happens when there are more.
  ///   - clock: says when pieces come.
  public init(
    _ source: any PCMSource, capacity: Int = 64, overrun: Overrun = .wait,
    clock: SourceClock = .machine
  ) {
    shared = Shared(source, capacity: max(1, capacity), overrun: overrun, clock: clock)
  }

  deinit { shared.close() }

  /// Opens the source and waits until it is open.
  ///
  /// - Throws: why it cannot be opened.
  public func open() throws { try shared.open() }

  /// Waits for the next piece.
  ///
  /// - Returns: the piece; nil at the end, and after `close()`.
  /// - Throws: why the source delivers no more.
  public func next() throws -> SourcePiece? { try shared.next()?.piece }

  /// Waits for the next piece.
  ///
  /// - Returns: the piece and when it came; nil at the end, and after `close()`.
  /// - Throws: why the source delivers no more.
  public func nextArrival() throws -> Arrival? { try shared.next() }

  /// Stops reading; does not wait.
  public func close() { shared.close() }

  /// Stops reading and waits until the source is closed.
  public func closeAndWait() {
    shared.close()
    shared.waitForEnd()
  }
}

/// What reader and reading thread share.
///
/// `@unchecked Sendable`: the condition guards all state that changes.
private final class Shared: @unchecked Sendable {
  private let source: any PCMSource
  private let stop = StopSignal()
  private let condition = NSCondition()
  private let capacity: Int
  private let overrun: SourceReader.Overrun
  private let clock: SourceClock
  private var pieces: [SourceReader.Arrival] = []
  /// Sound dropped since the last piece that was kept.
  private var dropped = Seconds.zero
  private var isRunning = false
  private var isOpen = false
  private var ending: Result<Void, any Error>?

  init(_ source: any PCMSource, capacity: Int, overrun: SourceReader.Overrun, clock: SourceClock) {
    self.clock = clock
    self.source = source
    self.capacity = capacity
    self.overrun = overrun
  }

  func open() throws {
    condition.lock()
    defer { condition.unlock() }
    if !isRunning {
      isRunning = true
      Thread.detachNewThread { self.run() }
    }
    while !isOpen, ending == nil { condition.wait() }
    if case .failure(let error) = ending, !isOpen { throw error }
  }

  private func run() {
    let result = Result {
      try source.deliver(until: stop, opened: noteOpen) { put($0) }
    }
    condition.lock()
    ending = result
    condition.broadcast()
    condition.unlock()
  }

  private func noteOpen() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  private func put(_ piece: SourcePiece) {
    condition.lock()
    defer { condition.unlock() }
    let time = clock.wall()
    if overrun == .drop, pieces.count >= capacity {
      switch piece {
      case .sound(let buffer):
        dropped = dropped + buffer.duration
        return
      case .lost(let duration?):
        dropped = dropped + duration
        return
      // Words are few, and tell why sound is missing.
      case .lost(nil), .interrupted, .remark:
        pieces.append(SourceReader.Arrival(piece: piece, time: time))
        return
      }
    }
    while pieces.count >= capacity, !stop.isStopped { condition.wait() }
    guard !stop.isStopped else { return }
    if dropped > .zero {
      pieces.append(SourceReader.Arrival(piece: .lost(dropped), time: time))
      dropped = .zero
    }
    pieces.append(SourceReader.Arrival(piece: piece, time: time))
    condition.broadcast()
  }

  func next() throws -> SourceReader.Arrival? {
    condition.lock()
    defer { condition.unlock() }
    while pieces.isEmpty, ending == nil, !stop.isStopped { condition.wait() }
    guard !stop.isStopped else { return nil }
    if !pieces.isEmpty {
      condition.broadcast()
      return pieces.removeFirst()
    }
    try ending?.get()
    return nil
  }

  func close() {
    stop.stop()
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  func waitForEnd() {
    condition.lock()
    while isRunning, ending == nil { condition.wait() }
    condition.unlock()
  }
}
