/// Is told of a session's results; both methods may be left out.
///
/// They are called one at a time, on no particular thread; exactly one for every attempt.
public protocol SessionDelegate: AnyObject {
  /// Something matches.
  func session(_ session: Session, didFind match: Match)
  /// Nothing matches, or the attempt failed: then there is an error.
  func session(
    _ session: Session, didNotFindMatchFor signature: AudioSignature, error: (any Error)?)
}

extension SessionDelegate {
  /// Does nothing.
  public func session(_ session: Session, didFind match: Match) {}
  /// Does nothing.
  public func session(
    _ session: Session, didNotFindMatchFor signature: AudioSignature, error: (any Error)?
  ) {}
}
