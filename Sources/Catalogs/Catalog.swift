public import AudioFiles
public import Fingerprinting

/// A file of recordings that can be recognised: signatures made by one strategy with one
/// configuration, and what is known of each recording.
///
/// Laws: what `add` has reported is kept, whatever happens to the program; adding again what is
/// there changes nothing; the order of the recordings is the order in which they were given, for
/// any number of jobs.
public actor Catalog {
  /// The usual end of the file's name.
  public static let fileExtension = "soundmark-catalog"

  /// The file.
  public nonisolated let path: FilePath
  /// The strategy that made the signatures.
  public nonisolated let identity: ComponentIdentity
  /// The strategy's complete configuration as canonical JSON.
  public nonisolated let configuration: String
  let store: CatalogStore

  /// Makes a catalog, or opens one that the same strategy made.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - identity: the strategy.
  ///   - configuration: the strategy's complete configuration as canonical JSON.
  ///   - busyTimeout: how long to wait for another program that writes, in milliseconds.
  /// - Throws: `CatalogError.identityMismatch` where the file is the catalog of another strategy,
  ///   `SQLiteError` where it is something else or cannot be written.
  public init(
    creating path: FilePath, identity: ComponentIdentity, configuration: String,
    busyTimeout: Int = 10_000
  ) throws {
    store = try CatalogStore(
      creating: path, identity: identity, configuration: configuration, busyTimeout: busyTimeout)
    self.path = path
    self.identity = store.identity
    self.configuration = store.configuration
  }

  /// Opens a catalog that exists.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - forWriting: whether it is going to be changed.
  ///   - busyTimeout: how long to wait for another program that writes, in milliseconds.
  /// - Throws: `SQLiteError` where it is no catalog, is too new or cannot be opened.
  public init(opening path: FilePath, forWriting: Bool = false, busyTimeout: Int = 10_000) throws {
    store = try CatalogStore(opening: path, forWriting: forWriting, busyTimeout: busyTimeout)
    self.path = path
    identity = store.identity
    configuration = store.configuration
  }

  /// Adds files, and leaves out what is there already; what listeners are told of it is renewed.
  ///
  /// Of a new recording without media items, they are told what the file's own tags say.
  ///
  /// A file that cannot be read does not stop the others. Each is committed when its turn has come;
  /// a run that was stopped can be begun again and does only the rest.
  ///
  /// - Parameters:
  ///   - sources: the files, in the order that the recordings are to have.
  ///   - strategy: the one that made the catalog.
  ///   - decoder: which decoder may be used.
  ///   - jobs: files in work at once; changes nothing else.
  ///   - progress: told of every file, in their order.
  /// - Returns: what became of every file, in their order.
  /// - Throws: `CatalogError.identityMismatch`, `SQLiteError` where nothing more can be written, or
  ///   `CancellationError`.
  @discardableResult
  public func add(
    _ sources: [CatalogSource], with strategy: any FingerprintStrategy,
    decoder: DecoderChoice = .automatic, jobs: Int = 1,
    progress: @Sendable (CatalogProgress) -> Void = { _ in }
  ) async throws -> [CatalogAddition] {
    guard strategy.identity == identity else {
      throw CatalogError.identityMismatch(path, catalog: identity, strategy: strategy.identity)
    }
    var additions: [CatalogAddition] = []
    var duration = Seconds.zero
    try await orderedForEach(sources, width: jobs) { source in
      try await self.examine(source, with: strategy, decoder: decoder)
    } consume: { place, examined in
      let source = sources[place]
      var addition: CatalogAddition
      switch examined {
      case .known(let sha256):
        let outcome = try store.link(source, sha256: sha256)
        addition = CatalogAddition(
          path: source.path,
          outcome: outcome
            ?? .failed(
              reason: "another program removed it meanwhile; add it again", isMissing: false))
      case .new(let contents, let name, let warnings):
        var named = source
        named.id = named.id ?? name
        addition = CatalogAddition(path: source.path, outcome: try store.add(named, contents))
        // Whether a copy is known before it is read depends on the jobs; what is said does not.
        switch addition.outcome {
        case .added, .changed:
          addition.warnings = warnings
          duration = duration + contents.duration
        default: break
        }
      case .unusable(let outcome, let warnings):
        addition = CatalogAddition(path: source.path, outcome: outcome, warnings: warnings)
      }
      switch addition.outcome {
      case .unchanged(let id), .duplicate(of: let id):
        if let asked = source.id, asked != id {
          addition.warnings.append("it has the name '\(id)' already; '\(asked)' was not used")
        }
      default: break
      }
      additions.append(addition)
      progress(
        CatalogProgress(
          done: additions.count, total: sources.count, duration: duration, latest: addition))
    }
    return additions
  }

  private enum Examined: Sendable {
    case known(sha256: String)
    case new(CatalogStore.Contents, name: TrackID?, warnings: [String])
    case unusable(CatalogAddition.Outcome, warnings: [String])
  }

  private func holds(_ sha256: String) throws -> Bool { try store.holds(sha256) }

  /// Reads a file; only the question whether it is known is asked on the actor.
  private nonisolated func examine(
    _ source: CatalogSource, with strategy: any FingerprintStrategy, decoder: DecoderChoice
  ) async throws -> Examined {
    do {
      if let examined = try await signatureFile(source, with: strategy) { return examined }
      let sha256 = try digest(of: source.path)
      if try await holds(sha256) { return .known(sha256: sha256) }
      let (signature, report) = try enrolledSignature(
        of: source.path, with: strategy, decoder: decoder)
      guard !signature.isEmpty else {
        return .unusable(
          .unusable(reason: whyNothingCanBeMatched(report, strategy)),
          warnings: report.warnings)
      }
      let warnings = try report.warnings + doubts(about: signature, report, strategy)
      let contents = CatalogStore.Contents(
        sha256: sha256, duration: report.readDuration, report: report,
        signature: signature.encoded,
        tags: source.mediaItems.isEmpty ? MediaItem(tagsOf: source.path) : nil)
      return .new(contents, name: nil, warnings: warnings)
    } catch let error as AudioFileError {
      return .unusable(
        .failed(reason: error.description, isMissing: error.isMissingInput), warnings: [])
    } catch let error as StrategyError {
      return .unusable(.failed(reason: error.description, isMissing: false), warnings: [])
    }
  }

  /// Reads a signature file; nil where the file is none.
  private nonisolated func signatureFile(
    _ source: CatalogSource, with strategy: any FingerprintStrategy
  ) async throws -> Examined? {
    guard try SignatureFile.begins(firstBytes(of: source.path, atMost: 8)) else { return nil }
    func failed(_ reason: String) -> Examined {
      .unusable(.failed(reason: "'\(source.path)': \(reason)", isMissing: false), warnings: [])
    }
    let file: SignatureFile
    do {
      file = try SignatureFile(decoding: firstBytes(of: source.path, atMost: .max))
    } catch let error as SignatureFileError {
      return failed(error.description)
    }
    guard file.identity == identity else {
      return failed("it was made with \(file.identity), the catalog with \(identity)")
    }
    guard !file.signature.isEmpty else { return failed("its signature is empty") }
    let contents = CatalogStore.Contents(
      CatalogReference(
        id: TrackID(file.source ?? source.path.description),
        signature: strategy.thinned(file.signature)), strategy: identity)
    guard try await !holds(contents.sha256) else { return .known(sha256: contents.sha256) }
    return .new(contents, name: file.source.map { TrackID($0) }, warnings: [])
  }

  /// The recordings in the order of their adding.
  public func tracks() throws -> [CatalogTrack] { try store.tracks() }

  /// Hands out every signature in the order of adding.
  ///
  /// - Parameter body: takes a recording's name and its stored signature.
  /// - Throws: `CatalogError.damaged` where one is not as it was written, or what `body` throws.
  public func forEachSignature(_ body: @Sendable (TrackID, Signature) throws -> Void) throws {
    try store.forEachSignature(body)
  }

  /// The recordings that a file is of: those enrolled from its path, and those whose file has the
  /// same bytes.
  public func tracks(of file: FilePath) throws -> [TrackID] {
    // What cannot be read has a path still.
    try store.tracks(of: file.absolute, sha256: try? digest(of: file))
  }

  /// Removes a recording with all its paths.
  public func remove(_ id: TrackID) throws { try store.remove(id) }

  /// Forgets a file, which need not exist any more, and its recording where it was the last that
  /// held it.
  public func remove(file: FilePath) throws { try store.remove(file) }

  /// Forgets the files that do not exist any more, and recordings that no file is left of.
  ///
  /// - Returns: the paths forgotten, in the order of their bytes.
  /// - Throws: `SQLiteError` where the catalog cannot be changed.
  public func removeMissing() throws -> [FilePath] { try store.prune() }

  /// Gives the room of what was removed back to the disk.
  public func vacuum() throws { try store.vacuum() }

  /// The index of all recordings, mapped from the file beside the catalog, which is made first
  /// where it does not exist or is of other contents.
  ///
  /// - Parameter strategy: the one that made the catalog.
  /// - Returns: the index.
  /// - Throws: `CatalogError` where the strategy is another or a signature is damaged.
  public func index(for strategy: any FingerprintStrategy) throws -> any SignatureIndex {
    try CatalogIndex(store: store).open(for: strategy)
  }

  /// The catalog as a recognizer.
  ///
  /// - Parameters:
  ///   - strategy: the one that made the catalog.
  ///   - limit: the most candidates that an answer has.
  /// - Returns: a recognizer that no longer needs the catalog.
  /// - Throws: as `index(for:)`.
  public func recognizer(
    with strategy: any FingerprintStrategy, limit: Int = 5
  ) throws -> StrategyRecognizer {
    try StrategyRecognizer(strategy: strategy, index: index(for: strategy), limit: limit)
  }
}
