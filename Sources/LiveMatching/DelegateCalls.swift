internal import Synchronization

/// Calls a delegate, one call at a time and in order, where its conformance belongs: on the main actor
/// where it is isolated to it, otherwise at once.
final class DelegateCalls: Sendable {
  /// Sendable because nothing is done with the object but to ask, where it may be called, whether it
  /// is a delegate there.
  private struct Held: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private struct Call: Sendable {
    let held: Held
    weak let session: Session?
    let report: SessionReport
  }

  private let held = Mutex(Held())
  /// Calls on their way to the main actor.
  private let calls = Mutex<AsyncStream<Call>.Continuation?>(nil)

  deinit { calls.withLock { $0 }?.finish() }

  var delegate: (any SessionDelegate)? {
    get { held.withLock { $0 }.object as? any SessionDelegate }
    set {
      let held = Held(object: newValue)
      self.held.withLock { $0 = held }
    }
  }

  func tell(_ report: SessionReport, of session: Session) {
    let held = held.withLock { $0 }
    guard let object = held.object else { return }
    if let delegate = Self.delegate(object) {
      Self.call(delegate, report, of: session)
    } else {
      mainCalls().yield(Call(held: held, session: session, report: report))
    }
  }

  /// The object as a delegate that may be called here; nil where it may be called elsewhere only.
  ///
  /// The language checks an isolated conformance in a cast from `Any`, and from nothing narrower.
  @inline(never)
  private static func delegate(_ object: Any) -> (any SessionDelegate)? {
    object as? any SessionDelegate
  }

  private func mainCalls() -> AsyncStream<Call>.Continuation {
    calls.withLock { calls in
      if let calls { return calls }
      let (stream, continuation) = AsyncStream.makeStream(of: Call.self)
      Task { @MainActor in
        for await call in stream {
          guard let object = call.held.object, let delegate = Self.delegate(object),
            let session = call.session
          else { continue }
          Self.call(delegate, call.report, of: session)
        }
      }
      calls = continuation
      return continuation
    }
  }

  private static func call(
    _ delegate: any SessionDelegate, _ report: SessionReport, of session: Session
  ) {
    switch report {
    case .result(.match(let match)): delegate.session(session, didFind: match)
    case .result(.noMatch(let signature)):
      delegate.session(session, didNotFindMatchFor: signature, error: nil)
    case .result(.error(let error, let signature)):
      delegate.session(session, didNotFindMatchFor: signature, error: error)
    case .ended(let match): delegate.session(session, didEnd: match)
    }
  }
}
