import Checksums
public import Fingerprinting
import Foundation

/// A growing bit-frame index.
public struct BitFrameIndexBuilder: ~Copyable, SignatureIndexBuilder {
  private let configuration: BitFrameConfiguration
  private let identity: ComponentIdentity
  private var frameDuration: Seconds?
  private var words: [UInt32] = []
  private var tracks: [TrackID] = []
  private var trackEnds: [Int] = []
  private var known: Set<TrackID> = []
  private var signatureBytes = 0

  /// Starts an index.
  ///
  /// - Parameters:
  ///   - configuration: how frames are looked up.
  ///   - identity: the strategy whose signatures will come.
  public init(_ configuration: BitFrameConfiguration, builtWith identity: ComponentIdentity) {
    self.configuration = configuration
    self.identity = identity
  }

  /// Adds a signature; marks of unreliable bits are ignored.
  ///
  /// - Parameters:
  ///   - signature: bit frames of the same frame duration as those before.
  ///   - track: a name not yet used.
  /// - Throws: `IndexError` for another family, a known track, or more frames than 31 bits count.
  public mutating func insert(
    _ signature: Signature, as track: TrackID
  ) throws(IndexError) {
    guard case .frames(let frames) = signature else {
      throw .familyMismatch(expected: .frames, found: signature.family)
    }
    guard !known.contains(track) else { throw .duplicateTrack(track) }
    guard frames.words.count <= Int(Int32.max) - words.count else {
      throw .capacity("the index counts 31 bits of frames; divide the tracks between two")
    }
    if let frameDuration, frameDuration != frames.frameDuration {
      throw .capacity(
        "the index counts in frames of \(frameDuration); those of '\(track)' last "
          + "\(frames.frameDuration): use one configuration for all tracks")
    }
    frameDuration = frames.frameDuration
    known.insert(track)
    tracks.append(track)
    words.append(contentsOf: frames.words)
    trackEnds.append(words.count)
    let stored = BitFrameSignature(
      frameDuration: frames.frameDuration, words: frames.words, unreliableBits: [])
    signatureBytes += Signature.frames(stored).encodedByteCount
  }

  /// Sorts the places by key.
  ///
  /// - Throws: `IndexError` when the metadata cannot be written.
  /// - Returns: the frozen index.
  public consuming func freeze() throws(IndexError) -> any SignatureIndex {
    let lookedUp = configuration.keyShifts.map { shift in places(shift: shift) }
    let metadata = BitFrameImage.Metadata(
      builtWith: identity, configuration: configuration, frameDuration: frameDuration ?? .zero,
      signatureBytes: signatureBytes, placeCounts: lookedUp.map(\.count), tracks: tracks,
      trackEnds: trackEnds)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let text = try? encoder.encode(metadata) else {
      throw .capacity("the index's metadata cannot be written as JSON")
    }
    let words = words
    let keyBits = configuration.keyBits
    var tables: [BitFrameImage.Table] = []
    var offset = BitFrameImage.aligned(BitFrameImage.headerBytes + words.count * 4)
    for places in lookedUp {
      let table = BitFrameImage.Table(at: offset, keyBits: keyBits, placeCount: places.count)
      tables.append(table)
      offset = table.end
    }
    let metadataOffset = offset
    let byteCount = metadataOffset + text.count
    let shifts = configuration.keyShifts
    let image = BitFrameImage(byteCount: byteCount) { memory in
      Self.store(words, at: memory + BitFrameImage.headerBytes)
      for (index, table) in tables.enumerated() {
        Self.fill(
          table, of: memory, places: lookedUp[index], words: words, shift: shifts[index],
          keyBits: keyBits)
      }
      text.copyBytes(
        to: UnsafeMutableRawBufferPointer(start: memory + metadataOffset, count: text.count))
      Self.writeHeader(
        to: memory, metadataBytes: text.count, offset: metadataOffset, wordCount: words.count,
        byteCount: byteCount)
    }
    return BitFrameIndex(image: image, metadata: metadata, tables: tables)
  }

  /// The places that a key can be looked up at: every so many frames, without void ones and those
  /// whose key is the one looked up before.
  private borrowing func places(shift: Int) -> [UInt32] {
    let mask = UInt32((1 << configuration.keyBits) - 1)
    var places: [UInt32] = []
    var start = 0
    for end in trackEnds {
      var before: UInt32?
      for place in stride(from: start, to: end, by: configuration.referenceStride) {
        let word = words[place]
        guard word != configuration.voidWord else {
          before = nil
          continue
        }
        let key = word >> UInt32(shift) & mask
        if key != before { places.append(UInt32(place)) }
        before = key
      }
      start = end
    }
    return places
  }

  private static func store(_ numbers: [UInt32], at memory: UnsafeMutableRawPointer) {
    for (index, number) in numbers.enumerated() {
      memory.storeBytes(of: number.littleEndian, toByteOffset: index * 4, as: UInt32.self)
    }
  }

  /// Sorts places by key, equal keys in order of place.
  private static func fill(
    _ table: BitFrameImage.Table, of memory: UnsafeMutableRawPointer, places: [UInt32],
    words: [UInt32], shift: Int, keyBits: Int
  ) {
    let mask = UInt32((1 << keyBits) - 1)
    var starts = [UInt32](repeating: 0, count: (1 << keyBits) + 1)
    for place in places { starts[Int(words[Int(place)] >> UInt32(shift) & mask) + 1] += 1 }
    for key in 1..<starts.count { starts[key] += starts[key - 1] }
    store(starts, at: memory + table.starts)
    for place in places {
      let word = words[Int(place)]
      let key = Int(word >> UInt32(shift) & mask)
      let slot = Int(starts[key]) * 4
      starts[key] += 1
      memory.storeBytes(of: place.littleEndian, toByteOffset: table.places + slot, as: UInt32.self)
      memory.storeBytes(of: word.littleEndian, toByteOffset: table.words + slot, as: UInt32.self)
    }
  }

  private static func writeHeader(
    to memory: UnsafeMutableRawPointer, metadataBytes: Int, offset: Int, wordCount: Int,
    byteCount: Int
  ) {
    func put(_ number: some FixedWidthInteger, _ offset: Int) {
      memory.storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number).self)
    }
    for (index, byte) in BitFrameImage.magic.enumerated() { put(byte, index) }
    put(BitFrameImage.version, 8)
    put(BitFrameImage.checksum(of: memory, byteCount: byteCount), 12)
    put(UInt64(offset), 16)
    put(UInt64(metadataBytes), 24)
    put(UInt64(wordCount), 32)
    put(UInt64(byteCount), 40)
    let head = UnsafeRawBufferPointer(start: memory, count: 48)
    put(CRC32.checksum(of: Array(head)), 48)
  }
}
