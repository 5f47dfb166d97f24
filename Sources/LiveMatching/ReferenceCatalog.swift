public import Catalogs
public import Fingerprinting
public import Foundation
public import Scoring

/// Something that sessions can ask: references, and what listeners are told of them.
public protocol ReferenceCatalog: AnyObject, Sendable {
  /// Seconds of the shortest query that is answered.
  var minimumQuerySignatureDuration: TimeInterval { get }
  /// Seconds of the longest query that is answered.
  var maximumQuerySignatureDuration: TimeInterval { get }
  /// What the catalog holds at this moment; a session asks for it once, when it is made.
  ///
  /// - Returns: the contents.
  /// - Throws: `LiveError` where they cannot be had.
  func contents() throws(LiveError) -> CatalogContents
}

/// What a catalog holds at a moment.
public struct CatalogContents: Sendable {
  /// The strategy that made the signatures.
  public let strategy: LiveStrategy
  /// The index of all references.
  public let index: any SignatureIndex
  /// What listeners are told of each reference.
  public let mediaItems: [TrackID: [MediaItem]]
  /// When streams are searched, and what counts as found.
  public let configuration: StreamMatcherConfiguration
  /// What scores are worth; matches have no confidence without it.
  public let calibration: Calibration?

  /// Joins the parts; without a calibration, the one that ships with the strategy counts.
  public init(
    strategy: LiveStrategy, index: any SignatureIndex, mediaItems: [TrackID: [MediaItem]],
    configuration: StreamMatcherConfiguration = .standard, calibration: Calibration? = nil
  ) {
    self.strategy = strategy
    self.index = index
    self.mediaItems = mediaItems
    self.configuration = configuration
    self.calibration =
      calibration ?? strategy.decisions.calibration(of: strategy.identity)
      ?? strategy.strategy.fittedDecisions?.calibration
  }
}
