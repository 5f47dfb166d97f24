internal import Catalogs
internal import Files
internal import Fingerprinting
internal import Scoring

/// An operating point as the command line names it: `FILE#NAME`, a file that has one point, or the
/// name of one that is kept with the catalog.
enum PointReference {
  /// Finds the point.
  ///
  /// - Parameters:
  ///   - reference: as it was given.
  ///   - catalog: the catalog that is asked.
  /// - Returns: the point.
  /// - Throws: `OperatingPointsError` where it is neither in the file nor in the catalog.
  static func point(
    at reference: FilePath, in catalog: Catalog
  ) async throws -> OperatingPoint {
    let isFile =
      parts(of: reference).name != nil || !InputFiles.present([reference]).there.isEmpty
    return isFile
      ? try OperatingPointsFile.point(at: reference)
      : try await catalog.operatingPoint(named: reference.description)
  }

  /// File and name of `FILE#NAME`; the name may be missing.
  static func parts(of reference: FilePath) -> (file: FilePath, name: String?) {
    guard let sign = reference.bytes.lastIndex(of: UInt8(ascii: "#")) else {
      return (reference, nil)
    }
    return (
      FilePath(bytes: Array(reference.bytes[..<sign])),
      String(decoding: reference.bytes[(sign + 1)...], as: UTF8.self)
    )
  }
}
