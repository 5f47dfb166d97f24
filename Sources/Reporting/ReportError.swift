/// Why no report can be made.
public enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A row speaks of something that provenance does not know.
  case unknownLabel(kind: String, found: String, known: [String])
  /// A file could not be written or read, and why.
  case file(path: String, reason: String)
  /// A file that is not there, and what to do.
  case missing(path: String, remedy: String)
  /// Something that cannot be done with this run, and what to do.
  case unusable(String)

  /// The error in words.
  public var description: String {
    switch self {
    case .unknownLabel(let kind, let found, let known):
      "a query row names the \(kind) '\(found)', but provenance knows only "
        + "\(known.map { "'\($0)'" }.joined(separator: ", ")); the files are of different runs"
    case .file(let path, let reason): "'\(path)': \(reason)"
    case .missing(let path, let remedy): "there is no '\(path)'; \(remedy)"
    case .unusable(let problem): problem
    }
  }
}
