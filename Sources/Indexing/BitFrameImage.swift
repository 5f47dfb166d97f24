import Checksums
import Fingerprinting
import Foundation

/// The bytes of a bit-frame index, in memory or mapped from its file; never changed once made.
///
/// All numbers are little-endian, all sections begin at multiples of 64 bytes:
///
/// | offset | bytes | |
/// |---|---|---|
/// | 0 | 8 | `SMBITFRM` |
/// | 8 | 4 | version of this layout |
/// | 12 | 4 | CRC-32 of the metadata |
/// | 16 | 8 | offset of the metadata |
/// | 24 | 8 | bytes of the metadata |
/// | 32 | 8 | words |
/// | 40 | 8 | bytes of the whole |
/// | 48 | 4 | CRC-32 of the 48 bytes before |
///
/// Then the words of all tracks on end; then for each key its table: where the places of each key
/// value begin (one more than there are values), the places, and the word at each place; last
/// the metadata as JSON.
///
/// `@unchecked Sendable`: the memory is written before the initialiser returns and only read after.
final class BitFrameImage: @unchecked Sendable {
  static let magic = Array("SMBITFRM".utf8)
  static let version: UInt32 = 1
  static let headerBytes = 64

  /// What the index is, besides its numbers.
  struct Metadata: Codable {
    var builtWith: ComponentIdentity
    var configuration: BitFrameConfiguration
    var frameDuration: Seconds
    var signatureBytes: Int
    /// Places of each key's table.
    var placeCounts: [Int]
    var tracks: [TrackID]
    /// The word after the last of each track.
    var trackEnds: [Int]
  }

  /// The offsets of a table's parts.
  struct Table {
    var starts: Int
    var places: Int
    var words: Int
    var end: Int

    init(at offset: Int, keyBits: Int, placeCount: Int) {
      starts = offset
      places = BitFrameImage.aligned(starts + ((1 << keyBits) + 1) * 4)
      words = BitFrameImage.aligned(places + placeCount * 4)
      end = BitFrameImage.aligned(words + placeCount * 4)
    }
  }

  let base: UnsafeRawPointer
  let byteCount: Int
  private let isMapped: Bool

  /// Zeroed memory, which `body` fills.
  init(byteCount: Int, filledBy body: (UnsafeMutableRawPointer) -> Void) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    body(memory)
    base = UnsafeRawPointer(memory)
    self.byteCount = byteCount
    isMapped = false
  }

  /// Maps a file.
  init(mapping path: FilePath) throws(IndexError) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.failure("it cannot be opened", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure("it has no size", path) }
    let size = Int(status.st_size)
    guard size >= Self.headerBytes else {
      throw .unusableFile(
        path: path.description,
        reason: "expected at least \(Self.headerBytes) bytes, found \(size); build it again")
    }
    guard let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      mapped != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw Self.failure("it cannot be mapped", path) }
    base = UnsafeRawPointer(mapped)
    byteCount = size
    isMapped = true
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: base), byteCount)
    } else {
      base.deallocate()
    }
  }

  /// The offset of the next section.
  static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }

  func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: type))
  }

  func words(at offset: Int) -> UnsafePointer<UInt32> {
    (base + offset).assumingMemoryBound(to: UInt32.self)
  }

  /// Writes the bytes beside the path and moves them there, so that no half index is ever seen.
  func write(to path: FilePath) throws(IndexError) {
    let part = FilePath(bytes: path.bytes + Array(".part".utf8))
    let descriptor = part.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw Self.failure("it cannot be created", part) }
    var written = 0
    while written < byteCount {
      let count = Foundation.write(descriptor, base + written, byteCount - written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = Self.failure("it cannot be written", part)
        close(descriptor)
        _ = part.withCString { unlink($0) }
        throw error
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw Self.failure("it cannot be written", part) }
    let moved = part.withCString { from in path.withCString { rename(from, $0) } }
    guard moved == 0 else { throw Self.failure("it cannot be put in place", path) }
  }

  private static func failure(_ what: String, _ path: FilePath) -> IndexError {
    .unusableFile(path: path.description, reason: "\(what): \(String(cString: strerror(errno)))")
  }
}
