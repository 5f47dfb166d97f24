public import Foundation
public import LiveMatching

/// The catalog that sessions ask where none is given: a file at a fixed place.
///
/// The place is `$SOUNDMARK_CATALOG`; else `soundmark/default.soundmark-catalog` in
/// `$XDG_DATA_HOME`, or in `~/.local/share` where that is not set.
public final class DefaultCatalog: ReferenceCatalog {
  /// The file.
  public let url: URL
  private let configuration: StreamMatcherConfiguration?

  /// The catalog at the default place; it is read when a session is made.
  ///
  /// - Parameters:
  ///   - environment: the variables to go by; this process's unless given.
  ///   - configuration: when streams are searched, and what counts as found; what the file keeps
  ///     unless given.
  public init(
    environment: [String: String]? = nil, configuration: StreamMatcherConfiguration? = nil
  ) {
    url = Self.place(environment: environment ?? ProcessInfo.processInfo.environment)
    self.configuration = configuration
  }

  /// Where the default catalog is, or would be.
  ///
  /// - Parameter environment: the variables to go by.
  /// - Returns: the file's URL.
  public static func place(environment: [String: String]) -> URL {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let own = value("SOUNDMARK_CATALOG") { return URL(fileURLWithPath: own) }
    let data =
      value("XDG_DATA_HOME").map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: value("HOME") ?? NSHomeDirectory()).appending(path: ".local/share")
    return data.appending(path: "soundmark/default.soundmark-catalog")
  }

  /// Seconds of the shortest query that is answered.
  public var minimumQuerySignatureDuration: TimeInterval {
    (configuration ?? .standard).shortestQuery
  }
  /// Seconds of the longest query that is answered.
  public var maximumQuerySignatureDuration: TimeInterval {
    (configuration ?? .standard).longestQuery
  }

  /// What the file holds now.
  ///
  /// - Returns: the contents.
  /// - Throws: `LiveError` with the code `customCatalogInvalidURL` where there is no such file.
  public func contents() throws(LiveError) -> CatalogContents {
    do {
      return try CustomCatalog(contentsOf: url, configuration: configuration).contents()
    } catch let error as LiveError where error.code == .customCatalogInvalidURL {
      throw LiveError(
        .customCatalogInvalidURL,
        "no default catalog at \(url.path); make one with 'soundmark catalog create', or name "
          + "another in $SOUNDMARK_CATALOG")
    } catch let error as LiveError {
      throw error
    } catch {
      throw LiveError(.customCatalogInvalid, "\(error)")
    }
  }
}
