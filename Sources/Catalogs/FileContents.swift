internal import AudioFiles
internal import Checksums
internal import Fingerprinting
internal import Foundation

/// SHA-256 of a regular file's bytes.
func digest(of path: FilePath) throws -> String {
  // Without O_NONBLOCK the opening of a pipe would wait for its writer.
  let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  guard descriptor >= 0 else {
    throw errno == ENOENT
      ? AudioFileError.notFound(path)
      : AudioFileError.notReadable(path, reason: String(cString: strerror(errno)))
  }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw AudioFileError.notARegularFile(
      path, kind: status.st_mode & S_IFMT == S_IFDIR ? "folder" : "device")
  }
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
