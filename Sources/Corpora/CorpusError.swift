public import Fingerprinting

/// What can go wrong with a corpus.
public enum CorpusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file or folder that must exist does not.
  case missing(path: FilePath, remedy: String)
  /// A file or folder that cannot be read or written, and why.
  case inaccessible(path: FilePath, reason: String)
  /// A manifest or recipe whose text or contents cannot be used; every problem found.
  case invalid(path: FilePath, problems: [String])

  /// Whether an input was not there at all, as opposed to being unusable.
  public var isMissingInput: Bool {
    if case .missing = self { true } else { false }
  }

  /// The error in words.
  public var description: String {
    switch self {
    case .missing(let path, let remedy): "'\(path)' does not exist; \(remedy)"
    case .inaccessible(let path, let reason): "'\(path)' cannot be used: \(reason)"
    case .invalid(let path, let problems):
      "'\(path)' is not valid:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
    }
  }
}
