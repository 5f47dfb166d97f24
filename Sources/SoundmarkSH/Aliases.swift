public import Catalogs
public import LiveMatching

// Names of the shape that recognition code on other platforms is written in.

/// A session.
public typealias SHSession = Session
/// Who is told of a session's results.
public typealias SHSessionDelegate = SessionDelegate
/// A match in a stream that is over.
public typealias SHEndedMatch = EndedMatch
/// A session that records by itself.
public typealias SHManagedSession = ManagedSession
/// A signature.
public typealias SHSignature = AudioSignature
/// Makes signatures of sound that comes in pieces.
public typealias SHSignatureGenerator = SignatureGenerator
/// What sessions can ask.
public typealias SHCatalog = ReferenceCatalog
/// References of one's own.
public typealias SHCustomCatalog = CustomCatalog
/// What listeners are told.
public typealias SHMediaItem = MediaItem
/// A media item and how it was matched.
public typealias SHMatchedMediaItem = MatchedMediaItem
/// What a query was found to be.
public typealias SHMatch = Match
/// From one number up to, but not including, another.
public typealias SHRange = Range<Double>
/// What can go wrong.
public typealias SHError = LiveError
/// The name of the group of errors.
public let SHErrorDomain = LiveError.domain

extension Session {
  /// How an attempt ended.
  public typealias Result = SessionResult
  /// Results, one after the other.
  public typealias Results = SessionResults
}
