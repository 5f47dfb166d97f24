internal import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a file beside the place and moves it there, so that nobody sees half of it.
///
/// What is no regular file, such as `/dev/stdout`, is written to: moving would take its place away.
func replaceFile(_ path: FilePath, with bytes: [UInt8]) throws(AudioFileError) {
  var status = stat()
  if path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT != S_IFREG {
    return try write(bytes, into: path)
  }
  let partial = FilePath(bytes: path.bytes + Array(".partial-\(getpid())".utf8))
  let descriptor = partial.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
  guard descriptor >= 0 else {
    throw .notWritable(path, reason: String(cString: strerror(errno)))
  }
  let written = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  let failure = errno
  let closed = close(descriptor) == 0
  guard written, closed, partial.withCString({ old in path.withCString { rename(old, $0) } }) == 0
  else {
    let code = written ? errno : failure
    _ = partial.withCString { unlink($0) }
    throw .notWritable(path, reason: String(cString: strerror(code)))
  }
}

/// Writes to what is there already.
private func write(_ bytes: [UInt8], into path: FilePath) throws(AudioFileError) {
  let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
  guard descriptor >= 0 else {
    throw .notWritable(path, reason: String(cString: strerror(errno)))
  }
  let written = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  let failure = errno
  guard close(descriptor) == 0, written else {
    throw .notWritable(path, reason: String(cString: strerror(written ? errno : failure)))
  }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
  var done = 0
  while done < bytes.count, let start = bytes.baseAddress {
    let count = write(descriptor, start + done, bytes.count - done)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    done += count
  }
  return true
}
