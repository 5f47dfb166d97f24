internal import Files
public import Fingerprinting
internal import Indexing
internal import SQLite
internal import Scoring

/// What a catalog file holds at a moment, read at once and independent of the file from then on.
public struct CatalogSnapshot: Sendable {
  /// The strategy that made the signatures.
  public let identity: ComponentIdentity
  /// The strategy's complete configuration as canonical JSON.
  public let configuration: String
  /// The recordings with their signatures, in order.
  public let references: [CatalogReference]
  /// The index of all of them.
  public let index: any SignatureIndex
  /// The operating points and calibrations that are kept with them.
  public let decisions: CatalogDecisions

  /// Reads a catalog.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - strategy: gives the strategy that an identity and a configuration name.
  /// - Throws: `SQLiteError` where it is no catalog, `CatalogError` where something in it is damaged
  ///   or the strategy is another, and what `strategy` throws.
  public init(
    reading path: FilePath,
    strategy: (ComponentIdentity, String) throws -> any FingerprintStrategy
  ) throws {
    let store = try CatalogStore(opening: path, forWriting: false, busyTimeout: 10_000)
    try self.init(store, strategy: strategy) { try CatalogIndex(store: store).open(for: $0) }
  }

  /// Reads the bytes of a catalog file, as `bytes(of:madeWith:configuration:decisions:)` makes them.
  ///
  /// - Parameters:
  ///   - bytes: all of them.
  ///   - strategy: gives the strategy that an identity and a configuration name.
  /// - Throws: as `init(reading:strategy:)`.
  public init(
    decoding bytes: [UInt8],
    strategy: (ComponentIdentity, String) throws -> any FingerprintStrategy
  ) throws {
    let store = try CatalogStore(bytes: bytes, name: FilePath("bytes of a catalog"))
    try self.init(store, strategy: strategy) { strategy in
      guard strategy.identity == store.identity else {
        throw CatalogError.identityMismatch(
          store.path, catalog: store.identity, strategy: strategy.identity)
      }
      var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
      try store.forEachSignature { try builder.insert($1, as: $0) }
      return try builder.freeze()
    }
  }

  private init(
    _ store: CatalogStore, strategy: (ComponentIdentity, String) throws -> any FingerprintStrategy,
    index: (any FingerprintStrategy) throws -> any SignatureIndex
  ) throws {
    identity = store.identity
    configuration = store.configuration
    let strategy = try strategy(store.identity, store.configuration)
    let tracks = Dictionary(
      try store.tracks().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var references: [CatalogReference] = []
    try store.forEachSignature { id, signature in
      references.append(
        CatalogReference(
          id: id, signature: signature, duration: tracks[id]?.duration,
          mediaItems: tracks[id]?.mediaItems ?? []))
    }
    self.references = references
    self.index = try index(strategy)
    decisions = try CatalogDecisions(of: store)
  }

  /// The bytes of a catalog file that holds recordings; the same for the same recordings.
  ///
  /// - Parameters:
  ///   - references: signatures in stored form with what is known of them, each under a name of its
  ///     own; identical ones are kept as often as they are there.
  ///   - identity: the strategy that made the signatures.
  ///   - configuration: its complete configuration as canonical JSON.
  ///   - decisions: operating points and calibrations that are kept with them.
  /// - Returns: the bytes.
  /// - Throws: `CatalogError`, `MediaItemError` for an item that cannot be kept, or `SQLiteError`.
  public static func bytes(
    of references: [CatalogReference], madeWith identity: ComponentIdentity,
    configuration: String, decisions: CatalogDecisions = CatalogDecisions()
  ) throws -> [UInt8] {
    let store = try CatalogStore(
      inMemory: FilePath("catalog"), identity: identity, configuration: configuration)
    try store.fill(references)
    for file in decisions.points { try store.keep(file.points, file.provenance) }
    if let calibrations = decisions.calibrations { try store.setCalibrations(calibrations) }
    return try store.connection.bytes()
  }

  /// Writes recordings as a catalog file, in place of what is there.
  ///
  /// Who reads, and whoever looks after a power cut or a full disk, finds the old file or the new
  /// one.
  ///
  /// - Parameters:
  ///   - references: as `bytes(of:madeWith:configuration:decisions:)` takes them.
  ///   - path: the file.
  ///   - identity: the strategy that made the signatures.
  ///   - configuration: its complete configuration as canonical JSON.
  ///   - decisions: operating points and calibrations that are kept with them.
  /// - Throws: as `bytes(of:madeWith:configuration:decisions:)`, or `FileError`; the file is as it
  ///   was then.
  public static func write(
    _ references: [CatalogReference], to path: FilePath, madeWith identity: ComponentIdentity,
    configuration: String, decisions: CatalogDecisions = CatalogDecisions()
  ) throws {
    try replaceFile(
      path,
      with: bytes(
        of: references, madeWith: identity, configuration: configuration, decisions: decisions))
  }
}
