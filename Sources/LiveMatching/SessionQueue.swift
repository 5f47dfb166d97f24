internal import Dispatch
internal import Fingerprinting
internal import Synchronization

/// The work of a session in its order, on a thread that no caller waits on for long: who brings more
/// sound than may wait is held up until there is room again.
final class SessionQueue: Sendable {
  /// Seconds of sound that may wait before who brings more is held up.
  static let mostWaiting = 30.0

  private let queue = DispatchQueue(label: "soundmark.session")
  private let key = DispatchSpecificKey<ObjectIdentifier>()
  /// Seconds of sound that wait to be searched.
  private let waiting = Mutex(0.0)

  init() { queue.setSpecific(key: key, value: ObjectIdentifier(self)) }

  /// Whether the caller is work of this queue, which may not wait for it.
  private var isInside: Bool { DispatchQueue.getSpecific(key: key) == ObjectIdentifier(self) }

  private var isFull: Bool { waiting.withLock { $0 > Self.mostWaiting } }

  /// Waits until sound may be brought, and holds up the thread.
  func waitForRoom() {
    guard isFull, !isInside else { return }
    let room = DispatchSemaphore(value: 0)
    // The work that waits comes first in this queue, so that there is room when its turn comes.
    queue.async { room.signal() }
    room.wait()
  }

  /// Waits until sound may be brought, and holds up the task alone.
  func roomToCome() async {
    guard isFull, !isInside else { return }
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Adds work that is done in its turn.
  ///
  /// - Parameters:
  ///   - duration: how much sound it is about.
  ///   - work: what is to be done.
  func add(_ duration: Seconds = .zero, _ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0 += duration.value }
    queue.async { [self] in
      work()
      waiting.withLock { $0 = max(0, $0 - duration.value) }
    }
  }
}
