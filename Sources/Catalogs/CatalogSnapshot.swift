public import Fingerprinting
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
    index = try CatalogIndex(store: store).open(for: strategy)
    decisions = try CatalogDecisions(of: store)
  }

  /// Writes recordings as a new catalog file, or adds them to one of the same strategy.
  ///
  /// - Parameters:
  ///   - references: signatures in stored form with what is known of them.
  ///   - path: the file.
  ///   - identity: the strategy that made the signatures.
  ///   - configuration: its complete configuration as canonical JSON.
  ///   - decisions: operating points and calibrations that are kept with them.
  /// - Throws: `CatalogError` or `SQLiteError`.
  public static func write(
    _ references: [CatalogReference], to path: FilePath, madeWith identity: ComponentIdentity,
    configuration: String, decisions: CatalogDecisions = CatalogDecisions()
  ) throws {
    let store = try CatalogStore(
      creating: path, identity: identity, configuration: configuration, busyTimeout: 10_000)
    _ = try store.add(references)
    for file in decisions.points { try store.keep(file.points, file.provenance) }
    if let calibrations = decisions.calibrations { try store.setCalibrations(calibrations) }
  }
}
