internal import Foundation

/// Where a program writes: results to one, everything else to the other.
public enum StandardStream: Sendable {
  /// Results.
  case output
  /// Progress, remarks and complaints.
  case errors

  private var descriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .errors: STDERR_FILENO
    }
  }

  /// Writes a text.
  ///
  /// Results that cannot be written are no results: the program then ends with
  /// `ExitCode.failed` and says why. Remarks that nobody can read are left out.
  ///
  /// - Parameter text: what is written, as it is.
  public func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        let reason = errno
        if reason == EINTR { continue }
        guard self == .output else { return }
        StandardStream.errors.write(
          "standard output cannot be written: \(String(cString: strerror(reason)))\n")
        exit(ExitCode.failed.rawValue)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Gives the standard streams that the caller has closed to nobody, so that no file that is
  /// opened later can take their places and be written to by mistake.
  ///
  /// Must be called before any file is opened.
  public static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Standard output must fail to be written, so that lost results do not pass unnoticed.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
