/// How an attempt ended.
@frozen
public enum SessionResult: Sendable {
  /// Something matches.
  case match(Match)
  /// Nothing in the catalog matches what was asked.
  case noMatch(AudioSignature)
  /// The attempt failed, which says nothing of whether there is a match.
  case error(any Error, AudioSignature)
}
