public import Fingerprinting

/// What a track is for.
public enum TrackRole: String, Hashable, Codable, Sendable, CaseIterable {
  /// Enrolled in catalogs; queries are cut from it.
  case reference
  /// Never enrolled; queries cut from it must not be claimed.
  case outOfCatalogue = "out_of_catalogue"
  /// Mixed into queries.
  case noise
}

/// What may be learnt from a track.
public enum Split: String, Hashable, Codable, Sendable, CaseIterable {
  /// Settings are chosen on it.
  case tuning
  /// Thresholds are fitted on it.
  case calibration
  /// Figures are reported on it, and nothing is chosen.
  case test
}

/// Where a track's file comes from.
public struct TrackOrigin: Hashable, Codable, Sendable {
  /// The package that holds it.
  public var package: String
  /// The package's version.
  public var version: String
  /// The file's path in the package.
  public var path: String

  /// Joins the parts.
  public init(package: String, version: String, path: String) {
    self.package = package
    self.version = version
    self.path = path
  }
}

/// One sound file of a corpus.
public struct CorpusTrack: Hashable, Codable, Sendable {
  /// The track's name in the corpus.
  public var id: TrackID
  /// The recording that the file holds; the same for another coding or cut of it.
  ///
  /// Splits are made, and intervals clustered, by recording.
  public var recording: String
  /// What people call it.
  public var title: String
  /// Who made it, where known.
  public var artist: String?
  /// SHA-256 of the file, in hexadecimal.
  public var sha256: String
  /// How long the sound lasts when it is read to the end.
  public var duration: Seconds
  /// The licence, as an SPDX expression where there is one.
  public var licence: String
  /// Where the file comes from, where it was fetched from a package.
  public var origin: TrackOrigin?
  /// The file's path below the corpus's audio folder, written as `FilePath` describes paths.
  public var file: String
  /// What the track is for.
  public var role: TrackRole
  /// What may be learnt from it; absent for noise and for references that are never asked about.
  public var split: Split?
  /// The kind of noise, such as `speech` (which babble is mixed of) or `rain`; absent for music.
  public var kind: String?
  /// Recordings that hold some of the same sound, such as a common loop.
  public var sharesAudioWith: [String]
  /// What else a reader should know.
  public var notes: String?

  /// Joins the parts.
  public init(
    id: TrackID, recording: String, title: String, artist: String? = nil, sha256: String,
    duration: Seconds, licence: String, origin: TrackOrigin? = nil, file: String, role: TrackRole,
    split: Split?, kind: String? = nil, sharesAudioWith: [String] = [], notes: String? = nil
  ) {
    self.id = id
    self.recording = recording
    self.title = title
    self.artist = artist
    self.sha256 = sha256
    self.duration = duration
    self.licence = licence
    self.origin = origin
    self.file = file
    self.role = role
    self.split = split
    self.kind = kind
    self.sharesAudioWith = sharesAudioWith
    self.notes = notes
  }

  /// Reads a track; the recording defaults to the track's name and shared recordings to none.
  public init(from decoder: any Decoder) throws {
    try refuseUnknownKeys(of: decoder, known: CodingKeys.allCases.map(\.stringValue))
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let id = try container.decode(TrackID.self, forKey: .id)
    self.init(
      id: id,
      recording: try container.decodeIfPresent(String.self, forKey: .recording) ?? id.rawValue,
      title: try container.decode(String.self, forKey: .title),
      artist: try container.decodeIfPresent(String.self, forKey: .artist),
      sha256: try container.decode(String.self, forKey: .sha256),
      duration: try container.decode(Seconds.self, forKey: .duration),
      licence: try container.decode(String.self, forKey: .licence),
      origin: try container.decodeIfPresent(TrackOrigin.self, forKey: .origin),
      file: try container.decode(String.self, forKey: .file),
      role: try container.decode(TrackRole.self, forKey: .role),
      split: try container.decodeIfPresent(Split.self, forKey: .split),
      kind: try container.decodeIfPresent(String.self, forKey: .kind),
      sharesAudioWith: try container.decodeIfPresent([String].self, forKey: .sharesAudioWith) ?? [],
      notes: try container.decodeIfPresent(String.self, forKey: .notes))
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, recording, title, artist, sha256, duration, licence, origin, file, role, split, kind
    case sharesAudioWith, notes
  }
}

/// Fails on a key that no setting has, so that a misspelt one is not silently ignored.
func refuseUnknownKeys(of decoder: any Decoder, known: [String]) throws {
  let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
  guard let unknown = keys.sorted().first(where: { !known.contains($0) }) else { return }
  throw DecodingError.dataCorrupted(
    DecodingError.Context(
      codingPath: decoder.codingPath,
      debugDescription: "unknown key '\(unknown)'; \(nearestNames(to: unknown, among: known))"))
}

/// Any key of an object.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
