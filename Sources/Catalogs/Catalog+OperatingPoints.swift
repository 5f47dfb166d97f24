public import Fingerprinting
public import Scoring

extension Catalog {
  /// The decision thresholds that are kept with the catalog, in byte order of their names.
  public func operatingPoints() throws -> [OperatingPoint] {
    try store.operatingPoints().flatMap(\.points)
  }

  /// A decision threshold that is kept with the catalog.
  ///
  /// - Parameter name: its name.
  /// - Returns: the threshold.
  /// - Throws: `OperatingPointsError` with the names that there are.
  public func operatingPoint(named name: String) throws -> OperatingPoint {
    let points = try operatingPoints()
    guard let point = points.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw OperatingPointsError(
        "catalog '\(path)' has no operating point '\(name)'; "
          + (points.isEmpty
            ? "it has none at all: 'catalog update --operating-points FILE' keeps some with it"
            : nearestNames(to: name, among: points.map(\.name))))
    }
    return point
  }

  /// Keeps decision thresholds with the catalog; each takes the place of one with its name.
  ///
  /// - Parameters:
  ///   - file: thresholds, also of other strategies.
  ///   - name: the one that is meant; all that speak of the catalog's strategy unless given.
  ///   - source: where the file is, for messages.
  /// - Returns: the names of those that are kept now.
  /// - Throws: `OperatingPointsError` where none was set for the catalog's strategy.
  @discardableResult
  public func keep(
    _ file: OperatingPointsFile, named name: String? = nil, from source: FilePath
  ) throws -> [String] {
    var points = file.points
    if let name { points = [try file.point(named: name, in: source)] }
    let own = points.filter { store.belongs($0.strategy) }
    guard !own.isEmpty else {
      let others = points.map { "'\($0.name)' (\($0.strategy))" }.joined(separator: ", ")
      throw OperatingPointsError(
        "'\(source)' has no operating point for \(identity), with which catalog '\(path)' was made; "
          + (others.isEmpty ? "it has none at all" : "it has \(others)"))
    }
    try store.keep(own, file.provenance)
    return own.map(\.name)
  }

  /// Forgets a decision threshold.
  ///
  /// - Parameter name: its name.
  /// - Throws: `OperatingPointsError` with the names that there are.
  public func removeOperatingPoint(named name: String) throws {
    guard try store.removeOperatingPoint(named: name) else {
      _ = try operatingPoint(named: name)
      return
    }
  }
}
