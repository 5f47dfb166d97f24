public import Fingerprinting
internal import Foundation

/// Calibrations with their provenance, as a small file in JSON5 that is kept beside a plan or a
/// catalog.
public struct CalibrationFile: Hashable, Sendable {
  /// What the calibrations can be traced to.
  public struct Provenance: Hashable, Codable, Sendable {
    /// The experiment's name.
    public var experiment: String
    /// The digest of the plan whose answers were used.
    public var planDigest: String
    /// The split that the queries came from.
    public var split: String
    /// The corpora with the digests of the tracks that were present.
    public var corpora: [String: String]
    /// The labels of the conditions, whose mix the probabilities presume.
    public var conditions: [String]
    /// Queries of enrolled recordings, and of others: the mix that the probabilities presume.
    public var enrolled: Int
    /// Queries of recordings that are not enrolled.
    public var notEnrolled: Int
    /// The recordings that the queries were cut from.
    public var recordings: Int
    /// Versions of the program and of the libraries behind the answers.
    public var versions: [String: String]

    /// Joins the parts.
    public init(
      experiment: String, planDigest: String, split: String, corpora: [String: String],
      conditions: [String], enrolled: Int, notEnrolled: Int, recordings: Int,
      versions: [String: String]
    ) {
      self.experiment = experiment
      self.planDigest = planDigest
      self.split = split
      self.corpora = corpora
      self.conditions = conditions
      self.enrolled = enrolled
      self.notEnrolled = notEnrolled
      self.recordings = recordings
      self.versions = versions
    }
  }

  /// What the calibrations can be traced to.
  public var provenance: Provenance
  /// One for each recognizer.
  public var calibrations: [Calibration]

  private static let format = "soundmark-calibration"
  private static let version = 1

  private struct Fields: Codable {
    var format: String
    var version: Int
    var provenance: Provenance
    var calibrations: [Calibration]
  }

  private struct Head: Decodable {
    var format: String?
    var version: Int?
  }

  /// Joins the parts.
  public init(provenance: Provenance, calibrations: [Calibration]) {
    self.provenance = provenance
    self.calibrations = calibrations
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: JSON5.
  ///   - path: the file to name in errors.
  /// - Throws: `CalibrationError` naming the file, what was expected and what was found.
  public init(text: String, path: FilePath) throws(CalibrationError) {
    try self.init(json5: Array(text.utf8), path: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: JSON5.
  ///   - path: the file to name in errors.
  /// - Throws: `CalibrationError` naming the file, what was expected and what was found.
  public init(json5 bytes: [UInt8], path: FilePath) throws(CalibrationError) {
    func refused(_ problem: String) -> CalibrationError {
      CalibrationError("'\(path)': \(problem); 'soundmark calibrate' writes such files")
    }
    do {
      let head: Head = try JSON5.decode(from: bytes)
      guard head.format == Self.format else {
        throw CalibrationError("expected a calibration file, with format: \"\(Self.format)\"")
      }
      guard head.version == Self.version else {
        throw CalibrationError(
          "expected version \(Self.version), found \(head.version.map { "\($0)" } ?? "none")")
      }
      let fields: Fields = try JSON5.decode(from: bytes)
      provenance = fields.provenance
      calibrations = fields.calibrations
    } catch {
      throw refused("\(error)")
    }
    for (place, calibration) in calibrations.enumerated()
    where calibrations[..<place].contains(where: { $0.recognizer == calibration.recognizer }) {
      throw refused("there are two calibrations of \(calibration.recognizer)")
    }
  }

  /// The file's text; reading it gives the same calibrations.
  public var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let fields = Fields(
        format: Self.format, version: Self.version, provenance: provenance,
        calibrations: calibrations)
      return """
        // What scores are worth: log odds of a right answer = intercept + scoreWeight × score
        // + marginWeight × margin, for each recognizer and query length.
        // Written by 'soundmark calibrate'. It holds for the very recognizers that it names.
        \(String(decoding: try encoder.encode(fields), as: UTF8.self))

        """
    }
  }

  /// The calibration of a recognizer.
  ///
  /// - Parameters:
  ///   - recognizer: its identity.
  ///   - path: the file to name in errors.
  /// - Returns: the calibration fitted for this very recognizer.
  /// - Throws: `CalibrationError` naming the recognizers that are there.
  public func calibration(
    of recognizer: ComponentIdentity, path: FilePath
  ) throws(CalibrationError) -> Calibration {
    guard let found = calibrations.first(where: { $0.recognizer == recognizer }) else {
      let known = calibrations.map { "'\($0.label)' (\($0.recognizer))" }
      throw CalibrationError(
        "'\(path)' holds no calibration of \(recognizer); it has "
          + (known.isEmpty ? "none" : known.joined(separator: ", "))
          + ": calibrate this recognizer with 'soundmark calibrate'")
    }
    return found
  }
}
