internal import Files
public import Fingerprinting
internal import Foundation

/// Operating points under their names, with what they can be traced to: a JSON5 file.
///
/// Law: reading what was written gives the same value.
public struct OperatingPointsFile: Codable, Hashable, Sendable {
  /// What the points can be traced to.
  public struct Provenance: Codable, Hashable, Sendable {
    /// The experiment that they were fitted in.
    public var experiment: String
    /// SHA-256 of its plan.
    public var planDigest: String
    /// The digests of its corpora, by name.
    public var corpora: [String: String]
    /// Versions of program and libraries, by name.
    public var versions: [String: String]

    /// Joins the parts.
    public init(
      experiment: String, planDigest: String, corpora: [String: String],
      versions: [String: String]
    ) {
      self.experiment = experiment
      self.planDigest = planDigest
      self.corpora = corpora
      self.versions = versions
    }
  }

  /// The layout that this version of the program writes and reads.
  public static let currentVersion = 1

  /// The layout of the file.
  public private(set) var version: Int
  /// What the points can be traced to.
  public var provenance: Provenance
  /// The points; no two have one name.
  public var points: [OperatingPoint]

  /// Joins the parts.
  public init(provenance: Provenance, points: [OperatingPoint]) {
    version = Self.currentVersion
    self.provenance = provenance
    self.points = points
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: JSON5, comments allowed.
  ///   - path: the file to name in errors.
  /// - Throws: `OperatingPointsError` naming file and field.
  public init(text: String, path: FilePath) throws(OperatingPointsError) {
    try self.init(json5: Array(text.utf8), path: path)
  }

  private init(json5 bytes: [UInt8], path: FilePath) throws(OperatingPointsError) {
    do {
      self = try JSON5.decode(from: bytes)
    } catch let error as JSON5Fault {
      throw OperatingPointsError(
        "'\(path)': \(error); expected an operating-points file as 'soundmark tune' writes it")
    } catch {
      throw OperatingPointsError("'\(path)': \(error)")
    }
    guard version == Self.currentVersion else {
      throw OperatingPointsError(
        "'\(path)': expected version \(Self.currentVersion), found \(version); use the program "
          + "that wrote it, or tune again")
    }
    for (place, point) in points.enumerated() {
      guard !points[..<place].contains(where: { Self.isSame($0.name, point.name) }) else {
        throw OperatingPointsError("'\(path)': two operating points are called '\(point.name)'")
      }
    }
  }

  /// Reads a file.
  ///
  /// - Parameter path: the file.
  /// - Returns: its points.
  /// - Throws: `OperatingPointsError` naming file and field.
  public static func read(_ path: FilePath) throws(OperatingPointsError) -> OperatingPointsFile {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path)
    } catch {
      throw OperatingPointsError(
        "\(error); 'soundmark tune' writes operating points", isMissingInput: error.isMissing)
    }
    return try OperatingPointsFile(json5: bytes, path: path)
  }

  /// The text of the file: JSON with sorted keys below a comment.
  ///
  /// - Returns: JSON5.
  /// - Throws: `OperatingPointsError` where a number is not finite.
  public func text() throws(OperatingPointsError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let json = String(decoding: try encoder.encode(self), as: UTF8.self)
      return "// Decision thresholds; --operating-point FILE#NAME decides by one.\n\(json)\n"
    } catch {
      throw OperatingPointsError("operating points cannot be written: \(error)")
    }
  }

  /// Writes the file, replacing it at once.
  ///
  /// - Parameter path: the file.
  /// - Throws: `OperatingPointsError` where it cannot be written.
  public func write(to path: FilePath) throws(OperatingPointsError) {
    let bytes = Array(try text().utf8)
    do throws(FileError) {
      try replaceFile(path, with: bytes)
    } catch {
      throw OperatingPointsError("\(error)")
    }
  }

  /// The point of a name.
  ///
  /// - Parameters:
  ///   - name: as the file has it.
  ///   - path: the file to name in errors.
  /// - Returns: the point.
  /// - Throws: `OperatingPointsError` with the names that there are.
  public func point(
    named name: String, in path: FilePath
  ) throws(OperatingPointsError) -> OperatingPoint {
    guard let point = points.first(where: { Self.isSame($0.name, name) }) else {
      let names = points.map(\.name)
      throw OperatingPointsError(
        "'\(path)' has no operating point '\(name)'; "
          + (names.isEmpty ? "it has none at all" : nearestNames(to: name, among: names)))
    }
    return point
  }

  /// The point that a reference such as `points.json5#street` names.
  ///
  /// - Parameter reference: a file, `#`, and a name; the name may be left out where the file has
  ///   one point only.
  /// - Returns: the point.
  /// - Throws: `OperatingPointsError` where file or point is not there.
  public static func point(
    at reference: FilePath
  ) throws(OperatingPointsError) -> OperatingPoint {
    let bytes = reference.bytes
    guard let sign = bytes.lastIndex(of: UInt8(ascii: "#")) else {
      let file = try read(reference)
      guard file.points.count == 1, let point = file.points.first else {
        throw OperatingPointsError(
          "'\(reference)' has \(file.points.count) operating points; write FILE#NAME with one of "
            + file.points.map { "'\($0.name)'" }.joined(separator: ", "))
      }
      return point
    }
    let path = FilePath(bytes: Array(bytes[..<sign]))
    let name = String(decoding: bytes[(sign + 1)...], as: UTF8.self)
    return try read(path).point(named: name, in: path)
  }

  /// Names are compared by their bytes.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
