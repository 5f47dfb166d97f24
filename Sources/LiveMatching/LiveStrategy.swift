public import Catalogs
public import Fingerprinting

/// A strategy together with all of its settings as text, as files keep them, and what is known of its
/// scores.
public struct LiveStrategy: Sendable {
  /// Turns sound into signatures.
  public let strategy: any FingerprintStrategy
  /// The complete configuration as canonical JSON.
  public let configuration: String
  /// A calibration and operating points for catalogs that have none of their own; without a
  /// calibration here, the one counts that comes with the strategy.
  public let decisions: CatalogDecisions

  /// Joins the parts.
  public init(
    _ strategy: any FingerprintStrategy, configuration: String,
    decisions: CatalogDecisions = CatalogDecisions()
  ) {
    self.strategy = strategy
    self.configuration = configuration
    self.decisions = decisions
  }

  /// What results are traced to.
  public var identity: ComponentIdentity { strategy.identity }

  /// When streams are searched, and what counts as found, where nothing else is said: the standard,
  /// with the operating points for live listening that are kept with a catalog, or else ship with the
  /// strategy.
  ///
  /// - Parameter decisions: what is kept with the catalog.
  /// - Returns: the settings.
  /// - Throws: `OperatingPointsError` where two points contradict each other.
  public func settings(
    _ decisions: CatalogDecisions = CatalogDecisions()
  ) throws -> StreamMatcherConfiguration {
    let own = decisions.livePoints(of: identity)
    let points = own.isEmpty ? self.decisions.livePoints(of: identity) : own
    return try StreamMatcherConfiguration.standard.accepting(at: points)
  }
}
