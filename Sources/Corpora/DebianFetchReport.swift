public import Fingerprinting
public import Processes

/// What a fetch did.
///
/// Nothing is left out: each listed track was there, was fetched, or failed.
public struct DebianFetchReport: Hashable, Sendable {
  /// How many tracks were there before, with the right digest.
  public var alreadyPresent: Int
  /// The tracks that were fetched and verified, in order of packages.
  public var fetched: [TrackID] = []
  /// The tracks that are still absent, by ID.
  public var failures: [DebianFetchFailure] = []
  /// What else the user should know.
  public var warnings: [String] = []

  /// Whether every listed track is here now.
  public var isComplete: Bool { failures.isEmpty }
}

/// A track that could not be fetched.
public struct DebianFetchFailure: Hashable, Sendable {
  /// The track.
  public var track: TrackID
  /// Why, and what to do.
  public var reason: String
}

/// Where a fetch is.
public struct DebianFetchProgress: Hashable, Sendable {
  /// The package that comes now.
  public var package: String
  /// Its number, from 1.
  public var number: Int
  /// The number of packages.
  public var count: Int
  /// The number of tracks that it is asked for.
  public var tracks: Int
}

/// Why nothing more can be fetched.
public enum DebianFetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system has no Debian package tools.
  case noPackageTools(missing: String, audioFolder: FilePath)
  /// The audio folder cannot be written.
  case folder(CorpusError)
  /// A tool could not be run to its end.
  case program(ProgramError)

  /// The error in words, with what to do.
  public var description: String {
    switch self {
    case .noPackageTools(let missing, let audioFolder):
      "'\(missing)' is not on PATH: this corpus comes from Debian packages; fetch it on Debian or "
        + "Ubuntu (a container will do) and copy it to '\(audioFolder)'"
    case .folder(let error): error.description
    case .program(let error): error.description
    }
  }
}
