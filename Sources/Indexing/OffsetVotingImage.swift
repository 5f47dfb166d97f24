import Checksums
import Fingerprinting
import Foundation

/// The one layout of an offset-voting index, in memory as in its file.
///
/// All numbers are little-endian. A header of 128 bytes is followed by sections, each beginning at
/// a multiple of 64 bytes:
///
/// | offset | bytes | header field |
/// |---|---|---|
/// | 0 | 8 | `SMVOTES3` |
/// | 8 | 4 | lane checksum of all bytes from 16 on |
/// | 12 | 4 | 0 |
/// | 16 | 8 | bytes of the file |
/// | 24 | 8 | bytes of the text |
/// | 32 | 8 | tracks |
/// | 40 | 8 | peaks |
/// | 48 | 8 | rows: one more than the highest bin |
/// | 56 | 8 | cells: possible hashes |
/// | 64 | 8 | postings |
/// | 72 | 8 | frames of the common time line |
/// | 80 | 8 | bytes of the encoded signatures |
/// | 88 | 8 | frame duration, a double |
/// | 96 | 8 | duration of all tracks, a double |
/// | 104 | 8 | lists: cells that have postings |
///
/// Sections: the text (JSON: identity, settings, track names), per track its first frame on the
/// common time line, its number of frames and its first peak (three 32-bit numbers, and one of 0),
/// peak frames on the common time line (32 bits), peak bins (16 bits), a bit for each cell that has
/// a list (words of 64 bits, with one clear bit more), per word the lists before it (32 bits), per
/// list its first posting (32 bits, one more at the end), the postings: anchor frames on the common
/// time line (32 bits).
struct OffsetVotingImage: Sendable {
  static let magic: [UInt8] = Array("SMVOTES3".utf8)
  static let headerBytes = 128

  /// What the text section holds.
  struct Text: Codable {
    var identity: ComponentIdentity
    var configuration: OffsetVotingConfiguration
    var tracks: [TrackID]
  }

  /// The numbers of the header.
  struct Counts {
    var textBytes = 0
    var tracks = 0
    var peaks = 0
    var rows = 0
    var cells = 0
    var postings = 0
    var timelineFrames = 0
    var signatureBytes = 0
    var frameDuration = 0.0
    var duration = 0.0
    var lists = 0

    /// Words of one bit a cell, and one bit more.
    var cellWords: Int { cells / 64 + 1 }

    /// Where each section begins, and where the last ends; nil when that cannot be.
    var sections: [Int]? {
      // Nothing may overflow below: 2^40 entries of any kind are far beyond 32-bit postings.
      let all = [
        textBytes, tracks, peaks, rows, cells, postings, timelineFrames, signatureBytes, lists,
      ]
      guard all.allSatisfy({ $0 >= 0 && $0 < 1 << 40 }) else { return nil }
      var offsets = [OffsetVotingImage.headerBytes]
      let sizes = [
        textBytes, tracks * 16, peaks * 4, peaks * 2, cellWords * 8, cellWords * 4,
        (lists + 1) * 4, postings * 4,
      ]
      for bytes in sizes {
        offsets.append((offsets[offsets.count - 1] + bytes + 63) / 64 * 64)
      }
      return offsets
    }
  }

  let memory: MappedFile
  let counts: Counts
  private let offsets: [Int]

  /// Zeroed memory for an image of this size, its header written except for the checksum.
  init(new counts: Counts) throws(IndexError) {
    guard let offsets = counts.sections, let end = offsets.last else {
      throw .capacity("an index of this size cannot be addressed; split the catalog")
    }
    memory = MappedFile(zeroedBytes: end)
    self.counts = counts
    self.offsets = offsets
    let header = memory.base
    for (index, byte) in Self.magic.enumerated() {
      header.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    let numbers: [Int] = [
      end, counts.textBytes, counts.tracks, counts.peaks, counts.rows, counts.cells,
      counts.postings, counts.timelineFrames, counts.signatureBytes,
    ]
    for (index, number) in numbers.enumerated() {
      header.storeBytes(
        of: UInt64(number).littleEndian, toByteOffset: 16 + 8 * index, as: UInt64.self)
    }
    header.storeBytes(
      of: counts.frameDuration.bitPattern.littleEndian, toByteOffset: 88, as: UInt64.self)
    header.storeBytes(
      of: counts.duration.bitPattern.littleEndian, toByteOffset: 96, as: UInt64.self)
    header.storeBytes(
      of: UInt64(counts.lists).littleEndian, toByteOffset: 104, as: UInt64.self)
  }

  /// Checks what the memory holds; afterwards no search can leave it.
  init(checking memory: MappedFile, path: FilePath) throws(IndexError) {
    func unusable(_ reason: String) -> IndexError {
      .unusableFile(path: path.description, reason: reason + "; build the index again")
    }
    guard memory.count >= Self.headerBytes else {
      throw unusable("expected a header of \(Self.headerBytes) bytes, found \(memory.count) bytes")
    }
    let bytes = UnsafeRawBufferPointer(start: memory.base, count: memory.count)
    guard bytes.prefix(Self.magic.count).elementsEqual(Self.magic) else {
      throw unusable("it does not begin as an index of this kind does")
    }
    func number(_ offset: Int) -> Int {
      Int(
        exactly: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        ?? -1
    }
    func double(_ offset: Int) -> Double {
      Double(
        bitPattern: UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    guard number(16) == memory.count else {
      throw unusable("expected \(number(16)) bytes, found \(memory.count)")
    }
    let stored = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    guard stored == Self.checksum(of: bytes) else { throw unusable("its checksum does not hold") }
    counts = Counts(
      textBytes: number(24), tracks: number(32), peaks: number(40), rows: number(48),
      cells: number(56), postings: number(64), timelineFrames: number(72),
      signatureBytes: number(80), frameDuration: double(88), duration: double(96),
      lists: number(104))
    guard let offsets = counts.sections, offsets.last == memory.count else {
      throw unusable("its sections do not add up to its size")
    }
    self.memory = memory
    self.offsets = offsets
    guard isConsistent else { throw unusable("its sections contradict each other") }
  }

  /// Writes the checksum: nothing may be written after it.
  func seal() {
    let sum = Self.checksum(of: UnsafeRawBufferPointer(start: memory.base, count: memory.count))
    memory.base.storeBytes(of: sum.littleEndian, toByteOffset: 8, as: UInt32.self)
  }

  private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    LaneChecksum.value(of: UnsafeRawBufferPointer(rebasing: bytes[16...]))
  }

  /// The text section's bytes.
  var text: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory.base + offsets[0], count: counts.textBytes)
  }
  /// Per track: first frame on the common time line, frames, first peak, 0.
  var trackNumbers: UnsafeMutablePointer<UInt32> { section(1) }
  /// Frames of all peaks on the common time line, ascending.
  var peakFrames: UnsafeMutablePointer<UInt32> { section(2) }
  /// Bins of all peaks.
  var peakBins: UnsafeMutablePointer<UInt16> { section(3) }
  /// Which cells have postings.
  var cellTable: CellTable {
    CellTable(bits: section(4), ranks: section(5), listStarts: section(6))
  }
  /// Anchor frames on the common time line.
  var postings: UnsafeMutablePointer<UInt32> { section(7) }

  private func section<Element>(_ index: Int) -> UnsafeMutablePointer<Element> {
    (memory.base + offsets[index]).assumingMemoryBound(to: Element.self)
  }

  private var isConsistent: Bool {
    guard counts.postings < UInt32.max, counts.timelineFrames < UInt32.max,
      counts.rows <= 1 << 16, counts.frameDuration.isFinite, counts.frameDuration > 0,
      counts.duration.isFinite
    else { return false }
    var next = 0
    var firstPeak = 0
    for track in 0..<counts.tracks {
      let first = Int(trackNumbers[4 * track])
      let frames = Int(trackNumbers[4 * track + 1])
      let peak = Int(trackNumbers[4 * track + 2])
      guard first >= next, peak >= firstPeak, peak <= counts.peaks else { return false }
      next = first + frames
      firstPeak = peak
    }
    guard next <= counts.timelineFrames else { return false }
    return peaksAreOrdered && cellTable.isConsistent(with: counts) && postingsAreInside
  }

  // Large files are opened often: loops without branches run at the speed of memory.

  private var peaksAreOrdered: Bool {
    let (frames, bins) = (peakFrames, peakBins)
    guard counts.peaks > 0 else { return true }
    var disorder: UInt32 = 0
    for peak in 1..<max(1, counts.peaks) {
      disorder |= frames[peak] < frames[peak - 1] ? 1 : 0
    }
    var highest: UInt16 = 0
    for peak in 0..<counts.peaks { highest = max(highest, bins[peak]) }
    return disorder == 0 && Int(highest) < counts.rows
      && Int(frames[counts.peaks - 1]) <= counts.timelineFrames
  }

  private var postingsAreInside: Bool {
    let postings = postings
    var latest: UInt32 = 0
    for posting in 0..<counts.postings { latest = max(latest, postings[posting]) }
    return Int(latest) <= counts.timelineFrames
  }
}
