internal import AudioFiles
internal import Checksums
internal import Fingerprinting
internal import Foundation

/// Opens a regular file; nothing that blocks, such as a pipe.
private func openForReading(_ path: FilePath) throws -> CInt {
  // Without O_NONBLOCK the opening of a pipe would wait for its writer.
  let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  guard descriptor >= 0 else {
    throw errno == ENOENT
      ? AudioFileError.notFound(path)
      : AudioFileError.notReadable(path, reason: String(cString: strerror(errno)))
  }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    close(descriptor)
    throw AudioFileError.notARegularFile(
      path, kind: status.st_mode & S_IFMT == S_IFDIR ? "folder" : "device")
  }
  return descriptor
}

/// SHA-256 of a regular file's bytes.
func digest(of path: FilePath) throws -> String {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var digest = SHA256()
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
  defer { block.deallocate() }
  while true {
    // Long files take seconds; Ctrl-C is not to wait for them.
    try Task.checkCancellation()
    let count = read(descriptor, block.baseAddress, block.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      throw AudioFileError.notReadable(path, reason: String(cString: strerror(errno)))
    }
    guard count > 0 else { return digest.finishHex() }
    digest.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
  }
}

extension FilePath {
  /// The path from the root, without `.` and doubled slashes; links are left as they are.
  var absolute: FilePath {
    var whole = bytes
    if whole.first != 0x2f {
      var here = [CChar](repeating: 0, count: 1 << 14)
      // Where the working folder has been removed, the path stays relative.
      guard getcwd(&here, here.count) != nil else { return self }
      whole = here.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + [0x2f] + bytes
    }
    let parts = whole.split(separator: 0x2f).filter { $0 != [0x2e] }
    return FilePath(bytes: [0x2f] + Array(parts.joined(separator: [0x2f])))
  }
}

/// The beginning of a regular file, or all of it.
func firstBytes(of path: FilePath, atMost limit: Int) throws -> [UInt8] {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: min(limit, 1 << 16))
  while bytes.count < limit {
    let count = read(descriptor, &block, min(block.count, limit - bytes.count))
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      throw AudioFileError.notReadable(path, reason: String(cString: strerror(errno)))
    }
    guard count > 0 else { break }
    bytes += block[..<count]
  }
  return bytes
}
