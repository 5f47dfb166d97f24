internal import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file that has been found to be a regular one, so that nothing can block on it.
final class RegularFile {
  let path: FilePath
  let size: Int64
  private let descriptor: CInt

  init(_ path: FilePath) throws(AudioFileError) {
    // Without O_NONBLOCK the opening of a pipe would wait for its writer.
    let opened = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard opened >= 0 else {
      let code = errno
      if code == ENOENT { throw .notFound(path) }
      // A socket cannot even be opened.
      if code == ENXIO { throw .notARegularFile(path, kind: "socket or device") }
      throw .notReadable(path, reason: String(cString: strerror(code)))
    }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .notARegularFile(path, kind: fileKind(status.st_mode))
    }
    self.path = path
    size = Int64(status.st_size)
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Reads bytes at a place; fewer than asked for only at the end of the file or on an error.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count, let start = buffer.baseAddress {
      let count = pread(
        descriptor, start + done, buffer.count - done, off_t(offset + Int64(done)))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// The bytes at a place, as many as there are up to `count`.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    let available = Int(min(Int64(count), size - offset))
    return [UInt8](unsafeUninitializedCapacity: available) { buffer, filled in
      filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

/// What a file is that is no regular one.
func fileKind(_ mode: mode_t) -> String {
  switch mode & S_IFMT {
  case S_IFDIR: "folder"
  case S_IFIFO: "pipe"
  case S_IFSOCK: "socket"
  case S_IFCHR, S_IFBLK: "device"
  default: "special file"
  }
}
