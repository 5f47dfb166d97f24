public import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Adds a line to a file, or leaves the file as it was.
///
/// The line is with the system when this returns, so that it is kept when the program is killed.
/// Several programs may add to a file at a time. Half a line that a machine without power has left is
/// ended first.
///
/// - Parameters:
///   - line: the text, with its line end.
///   - path: the file, which need not exist.
///   - beginning: what a file begins with that is empty or does not exist.
/// - Throws: `FileError`; the file is as it was then.
public func appendLine(
  _ line: String, to path: FilePath, beginning: String = ""
) throws(FileError) {
  let file = path.withCString { open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
  guard file >= 0 else { throw FileError(path, .write, code: errno) }
  defer { close(file) }
  while flock(file, LOCK_EX) != 0, errno == EINTR {}
  let size = lseek(file, 0, SEEK_END)
  var text = size == 0 ? beginning + line : line
  var last: UInt8 = 0
  if size > 0, pread(file, &last, 1, size - 1) == 1, last != UInt8(ascii: "\n") {
    text = "\n" + line
  }
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else {
      let code = count < 0 ? errno : EIO
      _ = ftruncate(file, size)
      throw FileError(path, .write, code: code)
    }
    bytes = bytes.dropFirst(count)
  }
}

/// Makes a folder, with those above it, in which files can be made.
///
/// - Parameter path: a folder that may exist.
/// - Throws: `FileError` where nothing can be written there.
public func makeWritableFolder(_ path: FilePath) throws(FileError) {
  try makeFolder(path)
  guard path.withCString({ access($0, W_OK | X_OK) }) == 0 else {
    throw FileError(path, .write, code: errno)
  }
}
