/// Why a program gave no result.
public enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No executable file of that name is on PATH.
  case notFound(program: String)
  /// The system refused to start it.
  case cannotStart(program: String, reason: String)
  /// It wrote nothing for so long, or did not end in time, and was stopped.
  case timedOut(program: String, limit: Duration)
  /// It wrote more than was allowed, and was stopped.
  case outputTooLong(program: String, limit: Int)
  /// The surrounding task was cancelled, and the program stopped.
  case cancelled(program: String)

  /// The error in words, with what to do.
  public var description: String {
    switch self {
    case .notFound(let program):
      "'\(program)' is not on PATH: install it, or correct PATH"
    case .cannotStart(let program, let reason):
      "'\(program)' cannot be started: \(reason)"
    case .timedOut(let program, let limit):
      "'\(program)' made no progress within \(limit) and was stopped; try it by hand"
    case .outputTooLong(let program, let limit):
      "'\(program)' wrote more than the \(limit) bytes expected and was stopped"
    case .cancelled(let program):
      "'\(program)' was stopped because the work was cancelled"
    }
  }
}
