public import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system refused to do with a file or folder.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was to be done.
  public enum Action: String, Hashable, Sendable {
    /// Reading a file.
    case read
    /// Writing a file.
    case write
    /// Making a folder.
    case make
  }

  /// The file or folder.
  public let path: FilePath
  /// What was to be done.
  public let action: Action
  /// The system's words.
  public let reason: String
  /// Whether there is nothing at the path.
  public let isMissing: Bool

  init(_ path: FilePath, _ action: Action, code: CInt) {
    self.path = path
    self.action = action
    reason = String(cString: strerror(code))
    isMissing = code == ENOENT || code == ENOTDIR
  }

  init(_ path: FilePath, _ action: Action, reason: String) {
    self.path = path
    self.action = action
    self.reason = reason
    isMissing = false
  }

  /// The file, what was to be done and what the system says.
  public var description: String { "cannot \(action.rawValue) '\(path)': \(reason)" }
}
