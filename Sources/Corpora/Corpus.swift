internal import AudioFiles
public import Fingerprinting
internal import Foundation

/// A corpus on this machine: its manifest, and which of its files are really here.
public struct Corpus: Sendable {
  /// All tracks as listed.
  public let manifest: CorpusManifest
  /// The folder that the tracks' files are in.
  public let audioFolder: FilePath
  /// The truth about recorded queries; absent where the corpus has none.
  public let queriesFile: FilePath?
  /// Tracks whose files are here, by ID; of verified ones with the durations that were found.
  public let present: [CorpusTrack]
  /// What the manifest says wrongly of verified tracks, by ID: each with its words.
  public let misstatements: [(track: TrackID, words: String)]
  /// Tracks whose files are not here or are not the listed ones, by ID.
  public let absent: [AbsentTrack]
  /// The digest of what is present: a partial corpus is another corpus.
  public let digest: String

  /// Opens a corpus and looks at each file.
  ///
  /// - Parameters:
  ///   - name: a folder of the datasets folder, or the path of a manifest (anything with a slash,
  ///     or ending in `.json5`).
  ///   - datasetsFolder: the folder with a folder for each corpus.
  ///   - cache: the folder with the audio of corpora.
  ///   - verify: whether each file's digest and duration are checked; otherwise a file that is there
  ///     counts as the listed one.
  /// - Returns: the corpus; tracks may be absent, even all.
  /// - Throws: `CorpusError` where the manifest is missing or not valid.
  public static func open(
    _ name: String, datasetsFolder: FilePath = FilePath("Datasets"),
    cache: FilePath = AudioCache.folder(), verify: Bool = true
  ) throws(CorpusError) -> Corpus {
    let path = manifestPath(of: name, datasetsFolder: datasetsFolder)
    return try Corpus(
      manifest: try CorpusManifest.read(path), at: path, cache: cache, verify: verify)
  }

  /// The manifest file that a name on the command line or in a plan means.
  ///
  /// - Parameters:
  ///   - name: a folder of the datasets folder, or the path of a manifest.
  ///   - datasetsFolder: the folder with a folder for each corpus.
  /// - Returns: the file's path; it need not exist.
  public static func manifestPath(of name: String, datasetsFolder: FilePath) -> FilePath {
    if name.hasSuffix(".json5") || name.hasSuffix(".json") { return FilePath(name) }
    let folder = name.utf8.contains(0x2f) ? FilePath(name) : datasetsFolder.appending(name)
    return folder.appending("corpus.json5")
  }

  /// Looks at each file of a manifest.
  ///
  /// - Parameters:
  ///   - manifest: the tracks.
  ///   - path: the manifest's file, which a relative audio folder starts from.
  ///   - cache: the folder with the audio of corpora.
  ///   - verify: whether each file's digest and duration are checked.
  /// - Throws: `CorpusError` where the manifest is not valid.
  public init(
    manifest: CorpusManifest, at path: FilePath, cache: FilePath = AudioCache.folder(),
    verify: Bool = true
  ) throws(CorpusError) {
    try manifest.validate(at: path)
    let folder =
      manifest.audioFolder.map { $0.path(beside: path) } ?? cache.appending(manifest.name)
    var present: [CorpusTrack] = []
    var absent: [AbsentTrack] = []
    var misstatements: [(track: TrackID, words: String)] = []
    for track in manifest.tracks {
      if let reason = Self.absence(of: track, in: folder, verify: verify) {
        absent.append(AbsentTrack(track: track, reason: reason))
        continue
      }
      present.append(track)
      // A file without sound is found out by whoever needs the sound.
      if verify,
        let found = try? durationOtherThanStated(
          of: Self.path(of: track, in: folder), track.duration)
      {
        present[present.count - 1].duration = found
        misstatements.append(
          (
            track.id,
            "the manifest says \(rounded(track.duration)) s, \(rounded(found)) s were found; the "
              + "latter holds"
          ))
      }
    }
    self.manifest = manifest
    self.audioFolder = folder
    self.queriesFile = manifest.queries.map { $0.path(beside: path) }
    self.present = present
    self.misstatements = misstatements
    self.absent = absent
    self.digest = CorpusManifest.digest(of: present)
  }

  /// A corpus of fewer tracks.
  init(_ corpus: Corpus, keeping present: [CorpusTrack]) {
    manifest = corpus.manifest
    audioFolder = corpus.audioFolder
    queriesFile = corpus.queriesFile
    self.present = present
    misstatements = corpus.misstatements
    absent = corpus.absent
    digest = CorpusManifest.digest(of: present)
  }

  private static func absence(
    of track: CorpusTrack, in folder: FilePath, verify: Bool
  ) -> AbsenceReason? {
    let path = Self.path(of: track, in: folder)
    guard fileStatus(path) != nil else { return .missing }
    guard isRegularFile(path) else { return .unreadable("it is not a regular file") }
    guard verify else { return nil }
    do {
      let found = try fileDigest(path)
      return found == track.sha256 ? nil : .changed(found: found)
    } catch {
      return .unreadable("\(error)")
    }
  }

  private static func path(of track: CorpusTrack, in folder: FilePath) -> FilePath {
    FilePath(bytes: folder.bytes + [0x2f] + FilePath(escaped: track.file).bytes)
  }

  /// Where a track's file is, or would be.
  public func path(of track: CorpusTrack) -> FilePath { Self.path(of: track, in: audioFolder) }

  /// The present tracks of a role, of one split or of all, by ID.
  public func tracks(role: TrackRole, split: Split? = nil) -> [CorpusTrack] {
    present.filter { $0.role == role && (split == nil || $0.split == split) }
  }

  /// The present tracks that no reference shares audio with: whose queries must not be claimed.
  ///
  /// - Parameter split: the split, or all of them.
  /// - Returns: out-of-catalogue tracks, by ID, that neither name nor are named by a present
  ///   reference as sharing audio.
  public func negatives(split: Split? = nil) -> [CorpusTrack] {
    let references = present.filter { $0.role == .reference }
    let enrolled = Set(references.map { TrackID($0.recording) })
    let named = Set(references.flatMap(\.sharesAudioWith).map { TrackID($0) })
    return tracks(role: .outOfCatalogue, split: split).filter { track in
      !named.contains(TrackID(track.recording))
        && !track.sharesAudioWith.contains { enrolled.contains(TrackID($0)) }
    }
  }

  /// The number of present tracks by `role/split`.
  public var counts: [String: Int] {
    present.reduce(into: [:]) { $0[$1.place, default: 0] += 1 }
  }
}

/// Hundredths are enough for people.
private func rounded(_ time: Seconds) -> Double { (time.value * 100).rounded() / 100 }

extension String {
  /// The path that this text means in a file: relative to the file's folder unless absolute.
  func path(beside file: FilePath) -> FilePath {
    let written = FilePath(escaped: self)
    let parent = file.bytes.dropLast(file.lastComponent.bytes.count)
    return written.bytes.first == 0x2f ? written : FilePath(bytes: parent + written.bytes)
  }
}

/// A track that cannot be used here.
public struct AbsentTrack: Hashable, Sendable {
  /// The track.
  public let track: CorpusTrack
  /// Why it cannot be used.
  public let reason: AbsenceReason
}

/// Why a track cannot be used here.
public enum AbsenceReason: Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing
  /// The file is not the one that the manifest lists.
  case changed(found: String)
  /// The file cannot be read, and why.
  case unreadable(String)

  /// The reason in words.
  public var description: String {
    switch self {
    case .missing: "missing"
    case .changed(let found): "changed: its SHA-256 is \(found)"
    case .unreadable(let why): "unreadable: \(why)"
    }
  }
}
