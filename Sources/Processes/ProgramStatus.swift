/// How a program ended.
public enum ProgramStatus: Hashable, Sendable, CustomStringConvertible {
  /// By itself, with an exit code.
  case exited(Int32)
  /// By a signal.
  case signalled(Int32)

  /// Whether the exit code was 0.
  public var isSuccess: Bool { self == .exited(0) }

  /// The ending in words.
  public var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}
