import Files
import Fingerprinting
import Foundation

/// The bytes of an index, in memory of its own or mapped from a file; never written once shared.
///
/// Sendable because nobody writes to it after its maker has handed it on, and the memory lives as
/// long as the object.
final class MappedFile: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let count: Int
  private let isMapped: Bool

  /// Zeroed memory, aligned to 64 bytes.
  init(zeroedBytes count: Int) {
    base = .allocate(byteCount: max(64, count), alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, count))
    self.count = count
    isMapped = false
  }

  /// Maps a regular file, for reading only.
  init(_ path: FilePath) throws(IndexError) {
    func unusable(_ reason: String) -> IndexError {
      .unusableFile(path: path.description, reason: reason)
    }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw unusable("\(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw unusable("\(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable("it is not a regular file") }
    guard status.st_size > 0, let size = Int(exactly: status.st_size) else {
      throw unusable("it is empty; build the index again")
    }
    guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      memory != MAP_FAILED
    else { throw unusable("it cannot be mapped: \(String(cString: strerror(errno)))") }
    base = memory
    count = size
    isMapped = true
  }

  /// Writes the bytes to a file at once, so that no half index is ever seen.
  func write(to path: FilePath) throws(IndexError) {
    do throws(FileError) {
      try replaceFile(path, with: UnsafeRawBufferPointer(start: base, count: count))
    } catch {
      throw .unusableFile(path: path.description, reason: "it cannot be written: \(error.reason)")
    }
  }

  deinit {
    if isMapped { munmap(base, count) } else { base.deallocate() }
  }
}
