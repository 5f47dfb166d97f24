/// How a program ended, for scripts.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// It did what was asked.
  case done = 0
  /// It did what was asked, and the answer is no.
  case negative = 1
  /// It could not do it.
  case failed = 2
  /// The command line was not understood.
  case usage = 64
  /// Some input is not what it should be.
  case badData = 65
  /// Some input does not exist.
  case inputMissing = 66
}
