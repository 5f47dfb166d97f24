public import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a regular file; nothing that blocks, such as a pipe, is read.
///
/// - Parameter path: the file.
/// - Returns: all of it.
/// - Throws: `FileError`.
public func readFile(_ path: FilePath) throws(FileError) -> [UInt8] {
  // Without O_NONBLOCK the opening of a pipe would wait for its writer.
  let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  guard descriptor >= 0 else { throw FileError(path, .read, code: errno) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileError(path, .read, code: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw FileError(path, .read, reason: "it is not a regular file")
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(Int(clamping: min(Int64(status.st_size), 1 << 30)))
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &block, block.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw FileError(path, .read, code: errno) }
    guard count > 0 else { return bytes }
    bytes += block[..<count]
  }
}

/// Whether a path leads to a folder, links followed.
public func isFolder(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Makes a folder and the folders above it; what exists is left as it is.
///
/// - Parameter path: the folder.
/// - Throws: `FileError` naming the first folder that cannot be made.
public func makeFolder(_ path: FilePath) throws(FileError) {
  for end in path.bytes.indices.dropFirst() + [path.bytes.count]
  where end == path.bytes.count || path.bytes[end] == 0x2f {
    let ancestor = FilePath(bytes: Array(path.bytes[..<end]))
    if ancestor.withCString({ mkdir($0, 0o777) }) == 0 { continue }
    // The next question has a reason of its own.
    let code = errno
    guard isFolder(ancestor) else { throw FileError(ancestor, .make, code: code) }
  }
}
