internal import AudioFiles
internal import Checksums
public import Fingerprinting
internal import Foundation

/// A recording of which there is a signature, and no sound.
public struct CatalogReference: Hashable, Sendable {
  /// Its name in answers.
  public var id: TrackID
  /// Its signature in stored form.
  public var signature: Signature
  /// How much sound it is of; what the signature covers unless told.
  public var duration: Seconds
  /// What listeners are told.
  public var mediaItems: [MediaItem]

  /// Joins the parts.
  public init(
    id: TrackID, signature: Signature, duration: Seconds? = nil, mediaItems: [MediaItem] = []
  ) {
    self.id = id
    self.signature = signature
    self.duration = duration ?? signature.duration
    self.mediaItems = mediaItems
  }
}

extension Catalog {
  /// Adds recordings by their signatures: all of them, or none where something fails.
  ///
  /// One whose signature is there already, under whatever name, is left out; items given with it
  /// replace those of the recording that is there.
  ///
  /// - Parameters:
  ///   - references: signatures that the catalog's strategy made, in stored form.
  ///   - strategy: the strategy that made them.
  /// - Returns: how many were not there before.
  /// - Throws: `CatalogError.identityMismatch` for another strategy, `.conflict` where a name is that
  ///   of another recording, `.unusable` for a signature that could never be matched.
  @discardableResult
  public func add(
    _ references: [CatalogReference], madeWith strategy: ComponentIdentity
  ) throws -> Int {
    guard strategy == identity else {
      throw CatalogError.identityMismatch(path, catalog: identity, strategy: strategy)
    }
    return try store.add(references)
  }

  /// Adds everything that other catalogs hold: all of it, or nothing where something fails.
  ///
  /// A recording that is there under the same name, with the same file or the same signature, is
  /// kept once. So is one with the same file under two names: the name that was there first stays.
  /// Of a recording that is kept once, the files are joined, and so are the items: those that were
  /// there, then those that are new. A name that stands for two different recordings is an error.
  /// Operating points and calibrations come along where this catalog has none of the kind.
  ///
  /// - Parameters:
  ///   - others: catalogs of the same strategy and settings, in the order in which their recordings
  ///     are to follow.
  ///   - progress: told how many recordings have been looked at.
  /// - Returns: for each catalog, how many recordings were added and how many were there already.
  /// - Throws: `CatalogError.conflict` naming both recordings, `.identityMismatch`, `.damaged`.
  @discardableResult
  public func merge(
    _ others: [Catalog], progress: @Sendable (Int) -> Void = { _ in }
  ) throws -> [CatalogMergeCount] {
    // Their contents are read by connections of this actor's own.
    let stores = try others.map {
      try CatalogStore(opening: $0.path, forWriting: false, busyTimeout: 10_000)
    }
    return try store.merge(stores, progress: progress)
  }
}

/// What became of the recordings of a catalog that was merged into another.
public struct CatalogMergeCount: Hashable, Sendable {
  /// Recordings that are new.
  public var added = 0
  /// Recordings that were there already.
  public var known = 0
}
