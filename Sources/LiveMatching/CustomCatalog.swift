public import Catalogs
internal import Fingerprinting
public import Foundation
internal import Indexing
internal import Scoring
internal import Synchronization

/// References of one's own, in memory: grow it, then give it to sessions.
///
/// A session sees what the catalog held when the session was made; what is added later is for
/// later sessions.
public final class CustomCatalog: ReferenceCatalog {
  private struct State {
    var references: [CatalogReference] = []
    /// The index of the first references, where a file brought it along.
    var index: (any SignatureIndex)?
    var indexed = 0
    var names: Set<TrackID> = []
    var decisions = CatalogDecisions()
  }

  /// The strategy that makes the signatures.
  public let strategy: LiveStrategy
  /// When streams are searched, and what counts as found.
  public let configuration: StreamMatcherConfiguration
  private let state = Mutex(State())

  /// An empty catalog.
  ///
  /// - Parameters:
  ///   - strategy: makes the signatures.
  ///   - configuration: when streams are searched, and what counts as found.
  public init(
    _ strategy: LiveStrategy, configuration: StreamMatcherConfiguration = .standard
  ) {
    self.strategy = strategy
    self.configuration = configuration
  }

  /// Seconds of the shortest query that is answered.
  public var minimumQuerySignatureDuration: TimeInterval {
    max(configuration.shortestQuery, strategy.strategy.requirements.shortestQuery.value)
  }

  /// Seconds of the longest query that is answered.
  public var maximumQuerySignatureDuration: TimeInterval { configuration.longestQuery }

  /// The references that it holds.
  public var count: Int { state.withLock { $0.references.count } }

  /// Adds a reference.
  ///
  /// - Parameters:
  ///   - signature: of the whole recording, in query or stored form.
  ///   - mediaItems: what listeners are told; each may be about a part of it.
  /// - Throws: `LiveError` with the code `signatureInvalid` for a signature of another strategy, or
  ///   one that nothing could ever match.
  public func addReferenceSignature(
    _ signature: AudioSignature, representing mediaItems: [MediaItem]
  ) throws {
    try check(signature)
    let stored = strategy.strategy.thinned(signature.signature)
    state.withLock { state in
      // Identical references are two: both are returned where they match.
      var number = state.references.count
      let stem = mediaItems.lazy.compactMap { $0.identifier ?? $0.title }.first
      var name = TrackID(stem ?? "reference \(number + 1)")
      while state.names.contains(name) {
        number += 1
        name = TrackID((stem.map { $0 + " " } ?? "reference ") + "\(number + 1)")
      }
      state.names.insert(name)
      state.references.append(
        CatalogReference(id: name, signature: stored, mediaItems: mediaItems))
    }
  }

  private func check(_ signature: AudioSignature) throws(LiveError) {
    guard signature.identity == strategy.identity else {
      throw LiveError(
        .signatureInvalid,
        "expected a signature of \(strategy.identity), found one of \(signature.identity); make it "
          + "with the catalog's strategy")
    }
    guard !signature.signature.isEmpty else {
      throw LiveError(
        .signatureInvalid, "a signature of silence, or of too even a sound, could never be matched")
    }
  }

  /// Adds what a catalog file holds; its calibration too, where there is none yet.
  ///
  /// - Parameter url: a file that `write(to:)` or `soundmark catalog create` made.
  /// - Throws: `LiveError` with the code `customCatalogInvalidURL` where there is no such file,
  ///   `customCatalogInvalid` where it is no catalog, or one of another strategy.
  public func add(from url: URL) throws {
    let path = FilePath(url.path)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw LiveError(.customCatalogInvalidURL, "\(path): no such file")
    }
    let snapshot: CatalogSnapshot
    do {
      snapshot = try CatalogSnapshot(reading: path) { identity, _ in
        guard identity == strategy.identity else {
          throw CatalogError.identityMismatch(
            path, catalog: identity, strategy: strategy.identity)
        }
        return strategy.strategy
      }
    } catch {
      throw LiveError(.customCatalogInvalid, "\(error)")
    }
    state.withLock { state in
      if state.references.isEmpty {
        state.index = snapshot.index
        state.indexed = snapshot.references.count
      }
      state.decisions.add(snapshot.decisions)
      for reference in snapshot.references {
        // The same catalog added twice: what is there under its name stays.
        guard state.names.insert(reference.id).inserted else { continue }
        state.references.append(reference)
      }
    }
  }

  /// Writes a catalog file; a folder gets `Signatures.soundmark-catalog`.
  ///
  /// - Parameter url: the file; what is there is replaced.
  /// - Throws: `LiveError` with the code `customCatalogInvalidURL` where it cannot be written.
  public func write(to url: URL) throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? url.appending(path: "Signatures.soundmark-catalog") : url
    do {
      if exists, FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
      let state = state.withLock { $0 }
      try CatalogSnapshot.write(
        state.references, to: FilePath(file.path), madeWith: strategy.identity,
        configuration: strategy.configuration, decisions: state.decisions)
    } catch {
      throw LiveError(.customCatalogInvalidURL, "\(file.path): cannot be written: \(error)")
    }
  }

  /// What the catalog holds at this moment.
  public func contents() throws(LiveError) -> CatalogContents {
    let state = self.state.withLock { $0 }
    let items = Dictionary(
      state.references.map { ($0.id, $0.mediaItems) }, uniquingKeysWith: { first, _ in first })
    let calibration = state.decisions.calibration(of: strategy.identity)
    if let index = state.index, state.indexed == state.references.count {
      return CatalogContents(
        strategy: strategy, index: index, mediaItems: items, configuration: configuration,
        calibration: calibration)
    }
    do {
      var builder = try IndexBuilder(
        strategy.strategy.indexing, builtWith: strategy.identity)
      for reference in state.references {
        try builder.insert(reference.signature, as: reference.id)
      }
      let index = try builder.freeze()
      // Sessions that follow share it, until something is added.
      self.state.withLock { now in
        guard now.references.count == state.references.count else { return }
        now.index = index
        now.indexed = state.references.count
      }
      return CatalogContents(
        strategy: strategy, index: index, mediaItems: items, configuration: configuration,
        calibration: calibration)
    } catch {
      throw LiveError(.customCatalogInvalid, "\(error)")
    }
  }

  // MARK: Bytes

  private struct Contents: Codable {
    var format = "soundmark custom catalog"
    var version = 1
    var identity: ComponentIdentity
    var configuration: String
    var references: [Reference]

    struct Reference: Codable {
      var id: TrackID
      var duration: Seconds
      var signature: Data
      var mediaItems: [MediaItem]
    }
  }

  /// The catalog as bytes: JSON with the signatures in base 64.
  public var dataRepresentation: Data {
    let contents = Contents(
      identity: strategy.identity, configuration: strategy.configuration,
      references: state.withLock { $0.references }.map { reference in
        Contents.Reference(
          id: reference.id, duration: reference.duration,
          signature: Data(reference.signature.encoded), mediaItems: reference.mediaItems)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(contents)) ?? Data()
  }

  /// Reads what `dataRepresentation` wrote.
  ///
  /// - Parameters:
  ///   - dataRepresentation: all bytes.
  ///   - strategy: the strategy that made the signatures.
  ///   - configuration: when streams are searched, and what counts as found.
  /// - Throws: `LiveError` with the code `customCatalogInvalid`.
  public convenience init(
    dataRepresentation: Data, _ strategy: LiveStrategy,
    configuration: StreamMatcherConfiguration = .standard
  ) throws {
    self.init(strategy, configuration: configuration)
    do {
      let contents = try JSONDecoder().decode(Contents.self, from: dataRepresentation)
      guard contents.version == 1, contents.identity == strategy.identity else {
        throw LiveError(
          .customCatalogInvalid,
          "expected a catalog of \(strategy.identity), found version \(contents.version) of "
            + "\(contents.identity)")
      }
      for reference in contents.references {
        let signature = try Signature(decoding: Array(reference.signature))
        state.withLock { state in
          guard state.names.insert(reference.id).inserted else { return }
          state.references.append(
            CatalogReference(
              id: reference.id, signature: signature, duration: reference.duration,
              mediaItems: reference.mediaItems))
        }
      }
    } catch let error as LiveError {
      throw error
    } catch {
      throw LiveError(.customCatalogInvalid, "no catalog: \(error)")
    }
  }
}
