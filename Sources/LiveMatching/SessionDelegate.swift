/// Is told of a session's results; every method may be left out.
///
/// They are called one at a time and in order: on the main actor where the conformance is isolated to
/// it, as it is by default in a module whose default isolation is the main actor; otherwise on no
/// particular thread. A conformance that is isolated to another actor is not called.
public protocol SessionDelegate: AnyObject {
  /// Something matches.
  func session(_ session: Session, didFind match: Match)
  /// Nothing matches, or the attempt failed: then there is an error.
  ///
  /// This or a match is told exactly once for every attempt.
  func session(
    _ session: Session, didNotFindMatchFor signature: AudioSignature, error: (any Error)?)
  /// A match in the stream is over.
  func session(_ session: Session, didEnd match: EndedMatch)
}

extension SessionDelegate {
  /// Does nothing.
  public func session(_ session: Session, didFind match: Match) {}
  /// Does nothing.
  public func session(
    _ session: Session, didNotFindMatchFor signature: AudioSignature, error: (any Error)?
  ) {}
  /// Does nothing.
  public func session(_ session: Session, didEnd match: EndedMatch) {}
}
