public import AudioCapture
internal import AudioFiles
internal import Catalogs
public import Fingerprinting
public import Foundation
public import LiveMatching
internal import Strategies

extension LiveStrategy {
  /// The strategies that catalogs may have been made with.
  static let known: [StrategyEntry] = [
    .strategy(ConstellationStrategy.self), .strategy(ChromaStrategy.self),
    .strategy(SpectralBandsStrategy.self),
  ]

  /// The strategy that is used where nothing else is said: constellation with its standard settings.
  public static let standard: LiveStrategy = {
    let configuration = ConstellationConfiguration.standard
    do {
      let strategy = try ConstellationStrategy(configuration)
      return LiveStrategy(
        strategy, configuration: String(decoding: configuration.canonicalJSON, as: UTF8.self))
    } catch {
      // The standard settings are checked by every run of the tests.
      preconditionFailure("the standard settings cannot be used: \(error)")
    }
  }()

  /// The strategy that a catalog or a signature was made with.
  ///
  /// - Parameters:
  ///   - identity: as it is kept there.
  ///   - configuration: the complete configuration as canonical JSON, as it is kept there.
  /// - Throws: `LiveError` with the code `customCatalogInvalid` where there is no such strategy here,
  ///   or one of another revision.
  public init(_ identity: ComponentIdentity, configuration: String) throws(LiveError) {
    let strategy: any FingerprintStrategy
    do {
      let settings = try JSONDecoder().decode(JSONValue.self, from: Data(configuration.utf8))
      guard let entry = Self.known.first(where: { $0.name == identity.name }) else {
        throw LiveError(.customCatalogInvalid, "unknown strategy '\(identity.name)'")
      }
      strategy = try entry.make(settings)
    } catch let error as LiveError {
      throw error
    } catch {
      throw LiveError(.customCatalogInvalid, "settings that cannot be used: \(error)")
    }
    guard strategy.identity == identity else {
      throw LiveError(
        .customCatalogInvalid,
        "made with \(identity), this program has \(strategy.identity); make it again")
    }
    self.init(strategy, configuration: configuration)
  }
}

extension CustomCatalog {
  /// An empty catalog of the standard strategy.
  public convenience init() { self.init(.standard) }

  /// The catalog of a file, with the strategy that made it and its calibration.
  ///
  /// - Parameters:
  ///   - url: a catalog file.
  ///   - configuration: when streams are searched, and what counts as found; unless given the
  ///     standard, with the operating points of the environment `live` that the file keeps.
  /// - Throws: `LiveError` with the code `customCatalogInvalidURL` where there is no such file,
  ///   `customCatalogInvalid` where it cannot be used.
  public convenience init(
    contentsOf url: URL, configuration: StreamMatcherConfiguration? = nil
  ) throws {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw LiveError(.customCatalogInvalidURL, "\(url.path): no such file")
    }
    do {
      try self.init(configuration: configuration) {
        try CatalogSnapshot(reading: FilePath(url.path), strategy: $0)
      }
    } catch {
      throw LiveError(.customCatalogInvalid, "\(url.path): \(error)")
    }
  }

  /// Reads what `data()` gave, or the bytes of a catalog file, with the strategy that made it.
  ///
  /// - Parameter dataRepresentation: all bytes.
  /// - Throws: `LiveError` with the code `customCatalogInvalid`.
  public convenience init(dataRepresentation: Data) throws {
    do {
      try self.init(configuration: nil) {
        try CatalogSnapshot(decoding: Array(dataRepresentation), strategy: $0)
      }
    } catch {
      throw LiveError(.customCatalogInvalid, "no catalog: \(error)")
    }
  }

  private convenience init(
    configuration: StreamMatcherConfiguration?,
    _ read: ((ComponentIdentity, String) throws -> any FingerprintStrategy) throws
      -> CatalogSnapshot
  ) throws {
    var found: LiveStrategy?
    let snapshot = try read { identity, text in
      let strategy = try LiveStrategy(identity, configuration: text)
      found = strategy
      return strategy.strategy
    }
    let strategy = found ?? .standard
    let settings = try configuration ?? strategy.settings(snapshot.decisions)
    self.init(strategy, configuration: settings, holding: snapshot)
  }
}

extension SignatureGenerator {
  /// Starts a signature of the standard strategy.
  public convenience init() { self.init(.standard) }

  /// The signature of a whole file, made with the standard strategy.
  ///
  /// - Parameter url: a sound file.
  /// - Returns: the signature in query form.
  /// - Throws: `AudioFileError` where there is no sound to be had.
  public static func signature(from url: URL) async throws -> AudioSignature {
    try await signature(from: FilePath(url.path), with: .standard)
  }
}

extension Session {
  /// A session on the default catalog; see `DefaultCatalog`.
  ///
  /// Where there is none, every attempt ends with an error that says where one was looked for.
  public convenience init() { self.init(catalog: DefaultCatalog()) }
}

extension ManagedSession {
  /// A session on the default catalog that records from the default microphone.
  public convenience init() { self.init(catalog: DefaultCatalog()) }

  /// A session that records from a device.
  ///
  /// - Parameters:
  ///   - catalog: what is asked.
  ///   - device: what is recorded; the default microphone unless given.
  public convenience init(
    catalog: any ReferenceCatalog, device: PulseSource.Device = .defaultSource
  ) {
    // A sound server does not wait for long: what it cannot keep is told as lost.
    self.init(catalog: catalog, overrun: .drop) { PulseSource(device) }
  }
}
