public import Fingerprinting

/// A file to be added to a catalog.
public struct CatalogSource: Hashable, Sendable {
  /// The file.
  public var path: FilePath
  /// Its name in answers; the path as given where there is none.
  public var id: TrackID?
  /// What listeners are told; where there is none, what the catalog says of it stays.
  public var mediaItems: [MediaItem]

  /// Joins the parts.
  public init(_ path: FilePath, id: TrackID? = nil, mediaItems: [MediaItem] = []) {
    self.path = path
    self.id = id
    self.mediaItems = mediaItems
  }
}

/// What became of a file that was to be added.
public struct CatalogAddition: Hashable, Sendable {
  /// The file as given.
  public var path: FilePath
  /// What became of it.
  public var outcome: Outcome
  /// What was odd about it.
  public var warnings: [String] = []

  /// The recording that holds it now, where there is one.
  public var track: TrackID? {
    switch outcome {
    case .added(let track), .changed(let track), .unchanged(let track), .duplicate(of: let track):
      track
    case .unusable, .failed: nil
    }
  }

  /// The ways it can go.
  public enum Outcome: Hashable, Sendable {
    /// It is a new recording.
    case added(TrackID)
    /// It has new contents; the recording keeps its name and what listeners are told of it.
    case changed(TrackID)
    /// It was there already.
    case unchanged(TrackID)
    /// Another file has the same bytes: one recording with one more path.
    case duplicate(of: TrackID)
    /// It holds nothing that could be matched, and was not added.
    case unusable(reason: String)
    /// It could not be read, and was not added.
    case failed(reason: String, isMissing: Bool)
  }
}

/// How far the adding of files has come.
public struct CatalogProgress: Hashable, Sendable {
  /// Files done with.
  public var done: Int
  /// Files in all.
  public var total: Int
  /// Sound enrolled so far.
  public var duration: Seconds
  /// The last file done with.
  public var latest: CatalogAddition
}
