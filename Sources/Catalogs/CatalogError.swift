public import Fingerprinting

/// What can go wrong with a catalog, beyond what its database says.
public enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The catalog was made by another strategy, or with other settings.
  case identityMismatch(FilePath, catalog: ComponentIdentity, strategy: ComponentIdentity)
  /// The settings given are not those of the strategy given.
  case foreignConfiguration(strategy: ComponentIdentity)
  /// What is kept of a recording is not as it was written.
  case damaged(FilePath, track: TrackID, reason: String)
  /// There is no such recording or path in it.
  case notFound(FilePath, what: String, hint: String)
  /// One name stands for two different recordings.
  case conflict(TrackID, first: String, second: String)
  /// A signature in which nothing could ever match.
  case unusable(FilePath, track: TrackID)
  /// A table of media items that is no CSV with a header.
  case noTable(FilePath, problem: String)
  /// A table of media items with something in it that cannot be meant.
  case mediaItems(FilePath, line: Int, column: String?, problem: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .identityMismatch(let path, let catalog, let strategy):
      "catalog '\(path)' was made with \(catalog), this is \(strategy); make the catalog again, or "
        + "use the strategy and settings it was made with"
    case .foreignConfiguration(let strategy):
      "the configuration given is not that of \(strategy)"
    case .damaged(let path, let track, let reason):
      "catalog '\(path)': what it holds of '\(track)' cannot be used (\(reason)); remove the track "
        + "and add it again"
    case .notFound(let path, let what, let hint):
      "catalog '\(path)' has no \(what); \(hint)"
    case .conflict(let track, let first, let second):
      "'\(track)' stands for two different recordings: one in \(first), the other in \(second); "
        + "remove one of them, or add it under another name"
    case .unusable(let path, let track):
      "catalog '\(path)': the signature of '\(track)' is empty and could never be matched; leave it "
        + "out"
    case .noTable(let path, let problem): "'\(path)', \(problem)"
    case .mediaItems(let path, let line, let column, let problem):
      "'\(path)', line \(line)" + (column.map { ", column '\($0)'" } ?? "") + ": \(problem)"
    }
  }
}
