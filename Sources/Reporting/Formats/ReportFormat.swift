public import Fingerprinting

/// A way to write a report.
public protocol ReportFormat: Sendable {
  /// The name on the command line, such as `markdown`.
  var name: String { get }
  /// One line on what is written.
  var summary: String { get }
  /// Whether it shows what other formats have written, and so must come after them.
  var showsOthers: Bool { get }
  /// Writes the report's files.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - folder: an existing folder.
  /// - Returns: what could not be done, in words; empty where all was written.
  /// - Throws: where a file cannot be written.
  func write(_ report: Report, to folder: FilePath) throws -> [String]
}

extension ReportFormat {
  /// Most formats stand alone.
  public var showsOthers: Bool { false }
}

extension Report {
  /// Writes the report in several formats, in the order that they need.
  ///
  /// - Parameters:
  ///   - formats: in any order.
  ///   - folder: an existing folder.
  /// - Returns: what could not be done, in words.
  /// - Throws: where a file cannot be written.
  public func write(_ formats: [any ReportFormat], to folder: FilePath) throws -> [String] {
    let ordered = formats.filter { !$0.showsOthers } + formats.filter(\.showsOthers)
    return try ordered.flatMap { try $0.write(self, to: folder) }
  }
}
