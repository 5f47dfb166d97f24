public import Fingerprinting
public import Scoring

/// What is kept with a catalog to decide by: operating points and calibrations.
public struct CatalogDecisions: Sendable {
  /// The environment of the points that live listening goes by unless it is told others.
  public static let liveEnvironment = "live"

  /// Operating points, each in a file of its own, in byte order of their names.
  public private(set) var points: [OperatingPointsFile] = []
  /// What scores are worth.
  public private(set) var calibrations: CalibrationFile?

  /// Nothing to decide by.
  public init() {}

  /// Joins the parts.
  ///
  /// - Parameters:
  ///   - points: operating points, in files of any number.
  ///   - calibrations: what scores are worth.
  public init(points: [OperatingPointsFile], calibrations: CalibrationFile?) {
    self.points = points
    self.calibrations = calibrations
  }

  init(of store: CatalogStore) throws {
    points = try store.operatingPoints()
    calibrations = try store.calibrations()
  }

  /// What a recognizer's scores are worth; nil where that is not known.
  public func calibration(of recognizer: ComponentIdentity) -> Calibration? {
    calibrations?.calibrations.first { $0.recognizer == recognizer }
  }

  /// The points that live listening with a strategy goes by, by query length.
  public func livePoints(of strategy: ComponentIdentity) -> [OperatingPoint] {
    points.flatMap(\.points)
      .filter { $0.environment == Self.liveEnvironment && $0.strategy == strategy }
      .sorted { ($0.queryLength ?? .zero) < ($1.queryLength ?? .zero) }
  }

  /// Takes over what another catalog decides by, where this one has nothing of the kind.
  public mutating func add(_ other: CatalogDecisions) {
    let names = Set(points.flatMap(\.points).map(\.name))
    points += other.points.filter { file in
      !file.points.contains { names.contains($0.name) }
    }
    calibrations = calibrations ?? other.calibrations
  }
}

extension Catalog {
  /// What is kept with the catalog to decide by.
  public func decisions() throws -> CatalogDecisions { try CatalogDecisions(of: store) }
}
