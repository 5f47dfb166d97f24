public import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Replaces a file at once: whoever reads sees the old bytes or the new ones, never a part.
///
/// The bytes are written beside the file, as `NAME.partial`, brought to the disk and moved to its place.
/// Several programs may do so at a time: each waits for the one before it, and what a killed program has left is taken
/// over. Where the path is a link, what it leads to is replaced. What is no regular file, such as a
/// pipe, and whatever lies in `/dev` is written to: moving something there would take its place away.
///
/// - Parameters:
///   - path: the file, which need not exist.
///   - bytes: what it is to hold.
/// - Throws: `FileError`; the file is as it was then.
public func replaceFile(
  _ path: FilePath, with bytes: UnsafeRawBufferPointer
) throws(FileError) {
  let path = destination(of: path)
  var status = stat()
  let exists = path.withCString { stat($0, &status) } == 0
  if path.bytes.starts(with: Array("/dev/".utf8)) || exists && status.st_mode & S_IFMT != S_IFREG {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path, .write, code: errno) }
    let code = writeAll(bytes, to: descriptor)
    guard close(descriptor) == 0, code == 0 else {
      throw FileError(path, .write, code: code == 0 ? errno : code)
    }
    return
  }
  let draft = FilePath(bytes: path.bytes + Array(".partial".utf8))
  let descriptor = openDraft(draft)
  guard descriptor >= 0 else { throw FileError(path, .write, code: errno) }
  var code = writeAll(bytes, to: descriptor)
  if code == 0, fsync(descriptor) != 0 { code = errno }
  if code == 0, draft.withCString({ from in path.withCString { rename(from, $0) } }) != 0 {
    code = errno
  }
  // The lock is held until here, so it is this program's own draft.
  if code != 0 { _ = draft.withCString { unlink($0) } }
  let isClosed = close(descriptor) == 0
  guard code == 0, isClosed else { throw FileError(path, .write, code: code == 0 ? errno : code) }
}

/// Replaces a file at once, with an array of bytes.
///
/// - Parameters:
///   - path: the file, which need not exist.
///   - bytes: what it is to hold.
/// - Throws: `FileError`; the file is as it was then.
public func replaceFile(_ path: FilePath, with bytes: [UInt8]) throws(FileError) {
  let failure = bytes.withUnsafeBytes { bytes -> FileError? in
    do throws(FileError) {
      try replaceFile(path, with: bytes)
      return nil
    } catch {
      return error
    }
  }
  if let failure { throw failure }
}

/// What a link leads to; other paths as they are, those in `/dev` too: `/dev/stdout` may lead to a
/// file that is open already.
private func destination(of path: FilePath) -> FilePath {
  var status = stat()
  guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK,
    !path.bytes.starts(with: Array("/dev/".utf8)),
    let resolved = path.withCString({ realpath($0, nil) })
  else { return path }
  defer { free(resolved) }
  return FilePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
}

/// An empty file that no other program writes to; below 0, with `errno` set, where there is none to
/// be had.
private func openDraft(_ draft: FilePath) -> CInt {
  while true {
    let descriptor = draft.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { return descriptor }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    // Whoever had the lock may have moved the file away: then this is not a draft any more.
    var mine = stat()
    var there = stat()
    if fstat(descriptor, &mine) == 0, draft.withCString({ stat($0, &there) }) == 0,
      mine.st_ino == there.st_ino, mine.st_dev == there.st_dev
    {
      if ftruncate(descriptor, 0) == 0 { return descriptor }
      let code = errno
      close(descriptor)
      errno = code
      return -1
    }
    close(descriptor)
  }
}

/// The error's code; 0 where all was written.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
  var done = 0
  while done < bytes.count, let start = bytes.baseAddress {
    // Linux writes at most 2 GiB at once, other systems refuse more.
    let count = write(descriptor, start + done, min(bytes.count - done, 1 << 30))
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? errno : EIO }
    done += count
  }
  return 0
}
