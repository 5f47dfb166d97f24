internal import Dispatch
internal import Foundation

/// Runs work that Ctrl-C (or a polite kill) cancels: what is committed stays, the rest is left.
///
/// A second Ctrl-C ends the program at once.
///
/// - Parameter work: checks for cancellation often.
/// - Returns: what the work returns.
/// - Throws: what the work throws; `CancellationError` where it was interrupted.
func interruptible<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task { try await work() }
  let sources = [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      if task.isCancelled { _exit(128 + number) }
      Terminal.remark("\nstopping; what is done is kept (press again to stop at once)")
      task.cancel()
    }
    source.resume()
    return (number, source)
  }
  defer {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
  return try await task.value
}
