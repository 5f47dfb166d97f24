public import Foundation
@_exported public import SoundmarkLive

// Names of the shape that recognition code on other platforms is written in.

/// A session.
public typealias SHSession = Session
/// Who is told of a session's results.
public typealias SHSessionDelegate = SessionDelegate
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
/// A field of a media item.
public typealias SHMediaItemProperty = MediaItemProperty
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

extension MediaItem {
  /// The publisher's own name for the item.
  public var shazamID: String? { identifier }
  /// The name that a music store has for it.
  public var appleMusicID: String? { storeID }
  /// Its page at a music store.
  public var appleMusicURL: URL? { storeURL }
}
