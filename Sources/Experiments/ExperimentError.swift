public import Fingerprinting

/// Why an experiment cannot be run, or its results cannot be read.
public enum ExperimentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file or folder that is not there, and what to do.
  case missing(path: FilePath, remedy: String)
  /// A file that is not what it should be: the place in it, what was expected and what was found.
  case invalid(path: FilePath, problem: String)
  /// A plan that asks for something impossible.
  case unusablePlan(String)
  /// A file or folder that cannot be read or written.
  case inaccessible(path: FilePath, reason: String)

  /// Whether an input is missing, rather than wrong.
  public var isMissingInput: Bool {
    if case .missing = self { true } else { false }
  }

  /// The error in words.
  public var description: String {
    switch self {
    case .missing(let path, let remedy): "there is no '\(path)'; \(remedy)"
    case .invalid(let path, let problem): "'\(path)': \(problem)"
    case .unusablePlan(let problem): problem
    case .inaccessible(let path, let reason): "cannot use '\(path)': \(reason)"
    }
  }
}
