internal import Dispatch
internal import Foundation

/// Runs work that Ctrl-C (or a polite kill, or a terminal that hangs up) cancels: what is committed
/// stays, the rest is left.
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
  let sources = [SIGINT, SIGTERM, SIGHUP].compactMap {
    number -> (Int32, any DispatchSourceSignal)? in
    // Who asked for a program that outlives its terminal gets one.
    let before = signal(number, SIG_IGN)
    if number == SIGHUP,
      unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    {
      return nil
    }
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
