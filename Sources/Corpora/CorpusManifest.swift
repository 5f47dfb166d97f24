internal import Checksums
public import Fingerprinting
internal import Foundation

/// The list of a corpus's tracks: what `corpus.json5` holds.
///
/// Law: the order of the lines changes nothing. Tracks are sorted by ID when they are read, and
/// written in that order.
public struct CorpusManifest: Hashable, Codable, Sendable {
  /// The corpus's name: also the name of its folder.
  public var name: String
  /// Raised whenever tracks or labels change.
  public var version: Int
  /// What the corpus is, for people.
  public var description: String
  /// The folder with the audio, relative to the manifest's folder unless absolute; absent where
  /// it is the corpus's folder in the audio cache.
  public var audioFolder: String?
  /// The truth about recorded queries, a CSV file relative to the manifest's folder unless absolute;
  /// absent where there are none.
  public var queries: String?
  /// The tracks, in byte order of their IDs.
  public private(set) var tracks: [CorpusTrack]

  /// Joins the parts; tracks may come in any order.
  public init(
    name: String, version: Int = 1, description: String, audioFolder: String? = nil,
    queries: String? = nil, tracks: [CorpusTrack]
  ) {
    self.name = name
    self.version = version
    self.description = description
    self.audioFolder = audioFolder
    self.queries = queries
    self.tracks = tracks.sorted { $0.id < $1.id }
  }

  /// Reads a manifest whose tracks may come in any order.
  public init(from decoder: any Decoder) throws {
    try refuseUnknownKeys(of: decoder, known: CodingKeys.allCases.map(\.stringValue))
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      version: try container.decode(Int.self, forKey: .version),
      description: try container.decode(String.self, forKey: .description),
      audioFolder: try container.decodeIfPresent(String.self, forKey: .audioFolder),
      queries: try container.decodeIfPresent(String.self, forKey: .queries),
      tracks: try container.decode([CorpusTrack].self, forKey: .tracks))
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, version, description, audioFolder, queries, tracks
  }

  /// Reads and validates a manifest file: JSON5, comments allowed.
  ///
  /// - Parameter path: the file.
  /// - Returns: the manifest.
  /// - Throws: `CorpusError` naming the file and every problem.
  public static func read(_ path: FilePath) throws(CorpusError) -> CorpusManifest {
    let manifest: CorpusManifest = try readJSON5(
      path, orElse: "name a corpus of the datasets folder, or a manifest file")
    try manifest.validate(at: path)
    return manifest
  }

  /// Writes the canonical text to a file, replacing it.
  ///
  /// - Parameter path: the file.
  /// - Throws: `CorpusError` where the file cannot be written.
  public func write(to path: FilePath) throws(CorpusError) {
    try writeFile(Data(canonicalText.utf8), to: path)
  }

  /// The manifest as JSON with sorted keys, one line a track, so that differences read well.
  public var canonicalText: String {
    var lines = ["{"]
    if let audioFolder { lines.append("  \"audioFolder\": \(canonicalJSON(audioFolder)),") }
    lines.append("  \"description\": \(canonicalJSON(description)),")
    lines.append("  \"name\": \(canonicalJSON(name)),")
    if let queries { lines.append("  \"queries\": \(canonicalJSON(queries)),") }
    lines.append("  \"tracks\": [")
    for (position, track) in tracks.enumerated() {
      let comma = position == tracks.count - 1 ? "" : ","
      lines.append("    \(canonicalJSON(track))\(comma)")
    }
    lines.append("  ],")
    lines.append("  \"version\": \(version)")
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The digest of all tracks: that of the corpus when every file is present.
  public var digest: String { Self.digest(of: tracks) }

  /// SHA-256 over all of `tracks` that can change a result: not over titles, licences and notes.
  static func digest(of tracks: [CorpusTrack]) -> String {
    var text = ""
    for track in tracks.sorted(by: { $0.id < $1.id }) {
      let shared = track.sharesAudioWith.sorted { bytesPrecede($0, $1) }
      text += canonicalJSON(
        [
          track.id.rawValue, track.recording, track.sha256, track.role.rawValue,
          track.split?.rawValue ?? "", track.kind ?? "", "\(track.duration.value)",
        ] + shared)
      text += "\n"
    }
    return SHA256.hexDigest(of: Data(text.utf8))
  }

  /// Checks what makes results wrong: above all, that no recording is in two splits.
  ///
  /// - Parameter path: the file to name in the error.
  /// - Throws: `CorpusError.invalid` with every problem found.
  public func validate(at path: FilePath = FilePath("corpus.json5")) throws(CorpusError) {
    var problems: [String] = []
    if name.isEmpty || name.utf8.contains(0x2f) || name.hasPrefix(".") {
      problems.append(
        "the name '\(name)' cannot name a folder; use letters, digits, '-' and '_'")
    }
    for (track, next) in zip(tracks, tracks.dropFirst()) where track.id == next.id {
      problems.append("two tracks are called '\(track.id)'; IDs must differ")
    }
    let recordings = Dictionary(grouping: tracks) { TrackID($0.recording) }
    for track in tracks { problems += track.problems(knownRecordings: recordings) }
    for recording in recordings.keys.sorted() {
      let members = recordings[recording] ?? []
      for member in members.dropFirst() {
        guard let first = members.first, member.split != first.split || member.role != first.role
        else { continue }
        problems.append(
          "recording '\(recording)' is \(first.place) as '\(first.id)' and \(member.place) as "
            + "'\(member.id)'; a recording must stay in one role and one split")
      }
    }
    if !problems.isEmpty { throw .invalid(path: path, problems: problems) }
  }
}

extension CorpusTrack {
  /// Role and split in words.
  var place: String { role.rawValue + (split.map { "/\($0.rawValue)" } ?? "") }

  /// A year of sound: what is longer is a mistake, and its samples could not be counted.
  private static let longest = 31_557_600.0

  /// What is wrong with this track alone.
  func problems(knownRecordings: [TrackID: [CorpusTrack]]) -> [String] {
    var problems: [String] = []
    func check(_ condition: Bool, _ problem: String) {
      if !condition { problems.append("track '\(id)': \(problem)") }
    }
    check(!id.rawValue.isEmpty, "the ID is empty")
    check(!recording.isEmpty, "the recording is empty")
    check(
      sha256.utf8.count == 64
        && sha256.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) },
      "sha256 must be 64 hexadecimal digits in lower case, found '\(sha256)'")
    check(
      duration.value > 0 && duration.value <= Self.longest,
      "the duration must be above 0 and at most a year (\(Self.longest) s), found \(duration)")
    let components = file.split(separator: "/", omittingEmptySubsequences: false)
    check(
      !components.contains { $0.isEmpty || $0 == "." || $0 == ".." },
      "the file must be a path below the audio folder, found '\(file)'")
    check(role != .noise || split == nil, "noise belongs to no split")
    check(
      role != .outOfCatalogue || split != nil,
      "an out-of-catalogue track needs a split: tuning, calibration or test")
    for other in sharesAudioWith where knownRecordings[TrackID(other)] == nil {
      problems.append("track '\(id)' shares audio with '\(other)', a recording that is not listed")
    }
    return problems
  }
}
