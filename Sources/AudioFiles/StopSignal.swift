internal import Foundation
internal import Synchronization

/// Ends a delivery from any thread, even one that waits for a descriptor.
public final class StopSignal: Sendable {
  private let isSet = Atomic(false)
  private let reading: Int32
  private let writing: Int32

  /// Makes a signal that is not given yet.
  public init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, waiting ends at its next time-out instead.
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Gives the signal; again has no effect.
  public func stop() {
    guard !isSet.exchange(true, ordering: .sequentiallyConsistent), writing >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Whether the signal was given.
  public var isStopped: Bool { isSet.load(ordering: .sequentiallyConsistent) }

  /// Waits until a descriptor can be read, the signal is given or the time is over.
  ///
  /// - Parameters:
  ///   - descriptor: what is waited for; nil waits for signal and time alone.
  ///   - time: how long to wait.
  /// - Returns: whether the descriptor can be read, or has ended.
  public func wait(for descriptor: Int32?, atMost time: Duration) -> Bool {
    let deadline = ContinuousClock.now + time
    while !isStopped {
      let left = deadline - .now
      guard left > .zero else { return false }
      let milliseconds = Int32(clamping: max(1, Int(left / .milliseconds(1))))
      var waited = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
      if let descriptor {
        waited.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
      let count = poll(
        &waited, nfds_t(waited.count), reading < 0 ? min(50, milliseconds) : milliseconds)
      if count > 0, descriptor != nil, waited[1].revents != 0 { return !isStopped }
    }
    return false
  }
}
