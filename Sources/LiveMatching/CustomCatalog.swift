public import Catalogs
internal import Files
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

    /// Takes a name, with a number behind it where it is taken already.
    mutating func freeName(_ stem: String) -> TrackID {
      var number = references.count
      var name = TrackID(stem)
      while !names.insert(name).inserted {
        number += 1
        name = TrackID("\(stem) \(number)")
      }
      return name
    }
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
  ///   - configuration: when streams are searched, and what counts as found; what ships with the
  ///     strategy unless given.
  public init(_ strategy: LiveStrategy, configuration: StreamMatcherConfiguration? = nil) {
    self.strategy = strategy
    self.configuration = configuration ?? (try? strategy.settings()) ?? .standard
  }

  /// A catalog that holds what was read.
  ///
  /// - Parameters:
  ///   - strategy: the strategy that made the signatures.
  ///   - configuration: when streams are searched, and what counts as found.
  ///   - snapshot: what was read, made with that strategy.
  public convenience init(
    _ strategy: LiveStrategy, configuration: StreamMatcherConfiguration? = nil,
    holding snapshot: CatalogSnapshot
  ) {
    self.init(strategy, configuration: configuration)
    take(snapshot)
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
  ///   one that nothing could ever match; with the code `customCatalogInvalid` for an item that
  ///   could not be kept in a file, which names item and field.
  public func addReferenceSignature(
    _ signature: AudioSignature, representing mediaItems: [MediaItem]
  ) throws {
    try check(signature)
    for item in mediaItems {
      do {
        try item.validate()
      } catch {
        throw LiveError(.customCatalogInvalid, "\(error)")
      }
    }
    let stored = strategy.strategy.thinned(signature.signature)
    state.withLock { state in
      // Identical references are two: both are returned where they match.
      let stem = mediaItems.lazy.compactMap { $0.identifier ?? $0.title }.first
      let name = state.freeName(stem ?? "reference \(state.references.count + 1)")
      // How it was matched is nothing that a reference has.
      let reference = CatalogReference(
        id: name, signature: stored, mediaItems: mediaItems.map(\.item))
      state.references.append(reference)
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

  /// Adds what a catalog file holds; its calibration and operating points too, where there are none
  /// yet.
  ///
  /// A recording is known by its signature. One that is there already stays as it is, and gets the
  /// media items that are new; another one that has a name that is taken gets a name of its own.
  ///
  /// - Parameter url: a file that `write(to:)` or `soundmark catalog create` made, or that holds what
  ///   `data()` gave.
  /// - Throws: `LiveError` with the code `customCatalogInvalidURL` where there is no such file,
  ///   `customCatalogInvalid` where it is no catalog, or one of another strategy.
  public func add(from url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw LiveError(.customCatalogInvalidURL, "\(url.path): no such file")
    }
    do {
      take(try CatalogSnapshot(reading: FilePath(url.path), strategy: ownStrategy))
    } catch {
      throw LiveError(.customCatalogInvalid, "\(error)")
    }
  }

  /// The strategy of a catalog, which must be this one's.
  private func ownStrategy(
    _ identity: ComponentIdentity, _ configuration: String
  ) throws -> any FingerprintStrategy {
    guard identity == strategy.identity else {
      throw LiveError(
        .customCatalogInvalid,
        "expected a catalog of \(strategy.identity), found one of \(identity)")
    }
    return strategy.strategy
  }

  private func take(_ snapshot: CatalogSnapshot) {
    state.withLock { state in
      if state.references.isEmpty {
        state.index = snapshot.index
        state.indexed = snapshot.references.count
      }
      state.decisions.add(snapshot.decisions)
      let known = Dictionary(
        state.references.enumerated().map { ($1.signature, $0) },
        uniquingKeysWith: { first, _ in first })
      for reference in snapshot.references {
        if let place = known[reference.signature] {
          let items = state.references[place].mediaItems
          state.references[place].mediaItems += reference.mediaItems.filter { !items.contains($0) }
          continue
        }
        var reference = reference
        reference.id = state.freeName(reference.id.rawValue)
        state.references.append(reference)
      }
    }
  }

  /// Writes a catalog file; a folder gets `Signatures.soundmark-catalog`.
  ///
  /// It is written beside the old one and takes its place at once: whatever happens meanwhile, the
  /// old file or the new one is there, whole.
  ///
  /// - Parameter url: the file; what is there is replaced.
  /// - Throws: `LiveError` with the code `customCatalogInvalidURL` where it cannot be written, or
  ///   `customCatalogInvalid` where something cannot be kept; the file is as it was then.
  public func write(to url: URL) throws {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? url.appending(path: "Signatures.soundmark-catalog") : url
    let state = state.withLock { $0 }
    do {
      try CatalogSnapshot.write(
        state.references, to: FilePath(file.path), madeWith: strategy.identity,
        configuration: strategy.configuration, decisions: state.decisions)
    } catch let error as FileError {
      throw LiveError(.customCatalogInvalidURL, "\(error)")
    } catch {
      throw LiveError(.customCatalogInvalid, "\(file.path): cannot be written: \(error)")
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

  /// The catalog as bytes: those of a catalog file, with calibration and operating points.
  ///
  /// - Returns: the bytes; the same for the same contents.
  /// - Throws: `LiveError` with the code `customCatalogInvalid` where memory does not suffice.
  public func data() throws(LiveError) -> Data {
    let state = state.withLock { $0 }
    do {
      return Data(
        try CatalogSnapshot.bytes(
          of: state.references, madeWith: strategy.identity,
          configuration: strategy.configuration, decisions: state.decisions))
    } catch {
      throw LiveError(.customCatalogInvalid, "\(error)")
    }
  }

  /// The catalog as bytes, as `data()` gives them.
  ///
  /// What a catalog holds can always be written: what cannot be is refused when it is added. Where
  /// memory does not suffice there are none, and `data()` says so.
  public var dataRepresentation: Data { (try? data()) ?? Data() }

  /// Reads what `data()` gave, or the bytes of a catalog file.
  ///
  /// - Parameters:
  ///   - dataRepresentation: all bytes.
  ///   - strategy: the strategy that made the signatures.
  ///   - configuration: when streams are searched, and what counts as found; what ships with the
  ///     strategy unless given.
  /// - Throws: `LiveError` with the code `customCatalogInvalid`.
  public convenience init(
    dataRepresentation: Data, _ strategy: LiveStrategy,
    configuration: StreamMatcherConfiguration? = nil
  ) throws {
    self.init(strategy, configuration: configuration)
    do {
      take(try CatalogSnapshot(decoding: Array(dataRepresentation), strategy: ownStrategy))
    } catch let error as LiveError {
      throw error
    } catch {
      throw LiveError(.customCatalogInvalid, "no catalog: \(error)")
    }
  }
}
