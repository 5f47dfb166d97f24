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
/// | 12 | 4 | lane checksum of all bytes from 52 on |
/// | 16 | 8 | offset of the metadata |
/// | 24 | 8 | bytes of the metadata |
/// | 32 | 8 | words |
/// | 40 | 8 | bytes of the whole |
/// | 48 | 4 | CRC-32 of the 48 bytes before |
///
/// Then the words of all tracks on end; then for each key its table: where the places of each key
/// value begin (one more than there are values), the places, and the word at each place; last
/// the metadata as JSON.
final class BitFrameImage: Sendable {
  static let magic = Array("SMBITFRM".utf8)
  static let version: UInt32 = 2
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

  let memory: MappedFile
  var base: UnsafeRawPointer { UnsafeRawPointer(memory.base) }
  var byteCount: Int { memory.count }

  /// Zeroed memory, which `body` fills.
  init(byteCount: Int, filledBy body: (UnsafeMutableRawPointer) -> Void) {
    memory = MappedFile(zeroedBytes: byteCount)
    body(memory.base)
  }

  /// Maps a file.
  init(mapping path: FilePath) throws(IndexError) {
    memory = try MappedFile(path)
    guard byteCount >= Self.headerBytes else {
      throw .unusableFile(
        path: path.description,
        reason: "expected at least \(Self.headerBytes) bytes, found \(byteCount); build the index "
          + "again")
    }
  }

  /// The lane checksum of all that the header's own does not cover: no page of a damaged file is ever
  /// searched.
  static func checksum(of memory: UnsafeRawPointer, byteCount: Int) -> UInt32 {
    LaneChecksum.value(of: UnsafeRawBufferPointer(start: memory + 52, count: byteCount - 52))
  }

  /// The offset of the next section.
  static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }

  func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: type))
  }

  func words(at offset: Int) -> UnsafePointer<UInt32> {
    (base + offset).assumingMemoryBound(to: UInt32.self)
  }
}
