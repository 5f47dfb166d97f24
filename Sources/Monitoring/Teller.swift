internal import Foundation

/// Tells events to a program, one at a time and in order, on a thread of its own: whoever hands them
/// over never waits.
public final class Teller: Sendable {
  private let shared: Shared

  /// Begins.
  ///
  /// - Parameters:
  ///   - program: what is run for each event.
  ///   - limit: how long that may take.
  ///   - capacity: events that may wait; more are dropped, which is remarked.
  ///   - remark: gets words for people, on any thread.
  public init(
    _ program: EventProgram, limit: Duration = .seconds(10), capacity: Int = 256,
    remark: @escaping @Sendable (String) -> Void
  ) {
    shared = Shared(program, limit: limit, capacity: capacity, remark: remark)
    let shared = shared
    Thread.detachNewThread { shared.run() }
  }

  deinit { shared.end() }

  /// Hands an event over.
  ///
  /// - Parameter event: one JSON object.
  public func tell(_ event: String) { shared.put(event) }

  /// Waits until all events are told, but no longer than the limit; what is left is dropped, which
  /// is remarked.
  public func finish() { shared.finish() }
}

/// What the teller and its thread share.
///
/// `@unchecked Sendable`: the condition guards all state that changes.
private final class Shared: @unchecked Sendable {
  private let program: EventProgram
  private let limit: Duration
  private let remark: @Sendable (String) -> Void
  private let condition = NSCondition()
  private var queue: EventQueue
  /// When all must be over; nil while more may come.
  private var deadline: ContinuousClock.Instant?
  private var hasEnded = false
  /// The failure that was remarked last, until it goes well again.
  private var latestFailure: String?
  private var failures = 0

  init(
    _ program: EventProgram, limit: Duration, capacity: Int,
    remark: @escaping @Sendable (String) -> Void
  ) {
    self.program = program
    self.limit = limit
    self.remark = remark
    queue = EventQueue(capacity: max(1, capacity))
  }

  func put(_ event: String) {
    condition.lock()
    let isFirstDropped = deadline == nil && queue.put(event)
    condition.broadcast()
    condition.unlock()
    if isFirstDropped { remark("\(program.name): too slow; events are dropped") }
  }

  func run() {
    while let (event, dropped) = next() {
      if dropped > 0 { remark("\(program.name): \(dropped) events were dropped") }
      let failure = program.tell(event, limit: limitNow)
      if let failure, failure != latestFailure { remark("\(program.name): \(failure)") }
      if failure != nil { failures += 1 }
      latestFailure = failure
    }
    condition.lock()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  private func next() -> (event: String, dropped: Int)? {
    condition.lock()
    defer { condition.unlock() }
    while queue.waiting.isEmpty, deadline == nil { condition.wait() }
    return queue.take()
  }

  /// How long telling may take: no longer than until the end.
  private var limitNow: Duration {
    condition.lock()
    defer { condition.unlock() }
    return deadline.map { max(.zero, min(limit, $0 - .now)) } ?? limit
  }

  func end() {
    condition.lock()
    deadline = deadline ?? .now + limit
    condition.broadcast()
    condition.unlock()
  }

  func finish() {
    end()
    condition.lock()
    // Programs are stopped a little later than at their time.
    let latest = Date(timeIntervalSinceNow: limit / .seconds(1) + 1)
    while !hasEnded, condition.wait(until: latest) {}
    let left = queue.waiting.count + queue.dropped
    let isOver = hasEnded
    while queue.take() != nil {}
    condition.unlock()
    if left > 0 { remark("\(program.name): \(left) events were dropped at the end") }
    if isOver, failures > 1 { remark("\(program.name): failed for \(failures) events") }
  }
}
