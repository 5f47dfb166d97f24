internal import AudioFiles
public import Fingerprinting
internal import Foundation

/// A corpus made of any folder of sound files.
public struct FolderCorpus: Sendable {
  /// How tracks are divided.
  public struct Options: Hashable, Sendable {
    /// The share of recordings that are never enrolled, 0 … 1.
    public var outOfCatalogueShare: Double
    /// The share of recordings for choosing settings, 0 … 1.
    public var tuningShare: Double
    /// The share of recordings for fitting thresholds, 0 … 1; what is left is for testing.
    public var calibrationShare: Double
    /// Makes all tracks noise of this kind instead.
    public var noiseKind: String?
    /// The licence that the user states.
    public var licence: String
    /// How the files are named and labelled.
    public var layout: CorpusLayout

    /// Joins the options.
    public init(
      outOfCatalogueShare: Double = 0.25, tuningShare: Double = 0.25,
      calibrationShare: Double = 0.25, noiseKind: String? = nil, licence: String = "unknown",
      layout: CorpusLayout = .folder
    ) {
      self.outOfCatalogueShare = outOfCatalogueShare
      self.tuningShare = tuningShare
      self.calibrationShare = calibrationShare
      self.noiseKind = noiseKind
      self.licence = licence
      self.layout = layout
    }
  }

  /// The manifest of what was found; its audio folder is the folder itself.
  public let manifest: CorpusManifest
  /// What was passed over and why, by path.
  public let skipped: [(path: FilePath, reason: String)]
  /// Files with the very same bytes as the track whose place they would take, by path.
  public let copies: [(path: FilePath, of: TrackID)]
  /// What the user should know: odd files, and parts of the corpus that came out empty.
  public let warnings: [String]

  /// Lists a folder: every file that can be read as sound becomes a track.
  ///
  /// Role and split follow from the file's digest alone, so that they stay when files are added,
  /// renamed or moved. Files with the same bytes are one track.
  ///
  /// - Parameters:
  ///   - name: the corpus's name.
  ///   - folder: the folder; it is read at any depth.
  ///   - options: how tracks are divided.
  ///   - jobs: files read at once.
  ///   - progress: told the number of files read and to be read, in order.
  /// - Returns: the manifest, and what a user should be told.
  /// - Throws: `CorpusError` where the name cannot be used, `ConfigurationError` where shares make
  ///   no sense, and what reading the folder throws.
  public static func make(
    named name: String, from folder: FilePath, options: Options = Options(), jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> FolderCorpus {
    try options.validate()
    let root = try absolute(folder)
    let labels = try options.layout.labels(in: root)
    let listing = try audioFiles(below: root)
    var skipped = listing.skipped.map { (path: $0.path, reason: $0.reason) }
    var copies: [(path: FilePath, of: TrackID)] = []
    var warnings: [String] = []
    var tracks: [CorpusTrack] = []
    var known: [String: TrackID] = [:]
    try await orderedForEach(listing.files, width: jobs) { file in
      Reading(of: file)
    } consume: { place, reading in
      let file = listing.files[place]
      progress(place + 1, listing.files.count)
      switch reading {
      case .failed(let reason): skipped.append((file, reason))
      case .read(let sha256, let duration, let remarks):
        warnings += remarks.map { "\(file): \($0)" }
        if let first = known[sha256] {
          copies.append((file, first))
          return
        }
        let below = FilePath(bytes: Array(file.bytes.dropFirst(root.bytes.count + 1)))
        let track = options.track(
          file: below, sha256: sha256, duration: duration, labels: labels)
        if options.layout == .fma, labels[Options.stem(of: below)] == nil {
          warnings.append(
            "\(file): tracks.csv does not know it; title, licence and split are not from there")
        }
        known[sha256] = track.id
        tracks.append(track)
      }
    }
    var manifest = CorpusManifest(
      name: name, description: "Made of the folder \(root).", tracks: tracks)
    manifest.audioFolder = root.description
    try manifest.validate()
    return FolderCorpus(
      manifest: manifest, skipped: skipped.sorted { $0.path < $1.path }, copies: copies,
      warnings: warnings + options.emptyParts(of: tracks))
  }

  /// The folder's path from the root, so that the corpus can be opened from anywhere.
  private static func absolute(_ folder: FilePath) throws(CorpusError) -> FilePath {
    guard let resolved = folder.withCString({ realpath($0, nil) }) else {
      throw .missing(path: folder, remedy: "name a folder with sound files")
    }
    defer { free(resolved) }
    let path = FilePath(
      bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    guard fileStatus(path).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
      throw .inaccessible(path: folder, reason: "it is not a folder")
    }
    return path
  }

  private enum Reading: Sendable {
    case read(sha256: String, duration: Seconds, warnings: [String])
    case failed(String)

    init(of file: FilePath) {
      do {
        let report = try decodeMono(file, at: nil) { _ in }
        self = .read(
          sha256: try fileDigest(file), duration: report.readDuration, warnings: report.warnings)
      } catch {
        self = .failed("\(error)")
      }
    }
  }
}

extension FolderCorpus.Options {
  func validate() throws(ConfigurationError) {
    for (name, share) in [
      ("out-of-catalogue", outOfCatalogueShare), ("tuning", tuningShare),
      ("calibration", calibrationShare), ("tuning and calibration", tuningShare + calibrationShare),
    ] where !(0...1).contains(share) {
      throw ConfigurationError("the share of \(name) must lie in 0 to 1, found \(share)")
    }
  }

  /// The name without folder and ending, by which labels are found.
  static func stem(of file: FilePath) -> String {
    let name = file.lastComponent.description
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The track of a file, placed by its digest.
  func track(
    file: FilePath, sha256: String, duration: Seconds, labels: [String: TrackLabel] = [:]
  ) -> CorpusTrack {
    var generator = Seed(0).deriving(sha256).generator
    let role = generator.unit() < outOfCatalogueShare ? TrackRole.outOfCatalogue : .reference
    let draw = generator.unit()
    let split: Split =
      draw < tuningShare ? .tuning : draw < tuningShare + calibrationShare ? .calibration : .test
    let isNoise = noiseKind != nil
    let stem = Self.stem(of: file)
    let label = labels[stem]
    return CorpusTrack(
      id: TrackID(file.description), recording: file.description,
      title: label?.title ?? stem, artist: label?.artist, sha256: sha256, duration: duration,
      licence: label?.licence ?? licence, file: file.description,
      role: isNoise ? .noise : role, split: isNoise ? nil : label?.split ?? split,
      kind: noiseKind)
  }

  /// The parts that an experiment needs and that chance left empty.
  func emptyParts(of tracks: [CorpusTrack]) -> [String] {
    guard noiseKind == nil else { return [] }
    let wanted: [(TrackRole, Split, Double)] = [
      (.reference, .test, 1 - outOfCatalogueShare), (.outOfCatalogue, .test, outOfCatalogueShare),
      (.outOfCatalogue, .calibration, outOfCatalogueShare * calibrationShare),
    ]
    return wanted.filter { role, split, share in
      share > 0 && !tracks.contains { $0.role == role && $0.split == split }
    }.map { role, split, _ in
      "no track is \(role.rawValue)/\(split.rawValue); add files or change the shares"
    }
  }
}
