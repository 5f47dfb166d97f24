import Checksums
public import Fingerprinting
import Foundation

/// A frozen index of bit frames: found by parts of their words, verified by bit error rate.
///
/// A score is the distance of the bit error rate over the overlap from that of unrelated sound, in
/// standard deviations that the query's own correlation leads one to expect: it means the same
/// for short and long, steady and lively queries.
public struct BitFrameIndex: SignatureIndex {
  /// The identity of the strategy whose signatures it holds.
  public let builtWith: ComponentIdentity
  /// Its size.
  public let footprint: IndexFootprint
  /// The tracks it holds, in order of insertion.
  public let tracks: [TrackID]

  let configuration: BitFrameConfiguration
  let frameDuration: Seconds
  /// The word after the last of each track; the words of all tracks are on end.
  let trackEnds: [Int]
  let tables: [BitFrameTable]
  private let image: BitFrameImage

  /// The words of all tracks.
  var words: UnsafePointer<UInt32> { image.words(at: BitFrameImage.headerBytes) }

  init(
    image: BitFrameImage, metadata: BitFrameImage.Metadata, tables: [BitFrameImage.Table]
  ) {
    self.image = image
    builtWith = metadata.builtWith
    tracks = metadata.tracks
    trackEnds = metadata.trackEnds
    configuration = metadata.configuration
    frameDuration = metadata.frameDuration
    let wordCount = metadata.trackEnds.last ?? 0
    footprint = IndexFootprint(
      tracks: metadata.tracks.count, duration: metadata.frameDuration * Double(wordCount),
      signatureBytes: metadata.signatureBytes, indexBytes: image.byteCount)
    self.tables = tables.indices.map { index in
      BitFrameTable(
        shift: metadata.configuration.keyShifts[index], keyBits: metadata.configuration.keyBits,
        placeCount: metadata.placeCounts[index], starts: image.words(at: tables[index].starts),
        places: image.words(at: tables[index].places), words: image.words(at: tables[index].words))
    }
  }

  /// The tracks most like the query.
  ///
  /// - Parameters:
  ///   - query: bit frames in query form.
  ///   - limit: the most candidates wanted.
  /// - Throws: `IndexError` for a query of another family.
  /// - Returns: candidates by score, then name; the work done.
  public func search(_ query: Signature, limit: Int) throws(IndexError) -> SearchAnswer {
    guard case .frames(let frames) = query else {
      throw .familyMismatch(expected: .frames, found: query.family)
    }
    let prepared = BitFrameQuery(frames, voidWord: configuration.voidWord)
    guard prepared.usable >= configuration.shortestOverlap, limit > 0, !tracks.isEmpty else {
      return SearchAnswer(candidates: [], work: WorkCounters())
    }
    var search = BitFrameSearch(self, prepared)
    return search.answer(limit: limit)
  }

  /// Writes the index to a file.
  ///
  /// - Parameter path: the file; replaced as a whole when it exists.
  /// - Throws: `IndexError.unusableFile` when it cannot be written.
  public func write(to path: FilePath) throws(IndexError) { try image.memory.write(to: path) }

  /// Maps an index file and reads it once, at the speed of memory, to see that it is whole.
  ///
  /// - Parameters:
  ///   - path: a file written by `write(to:)`.
  ///   - identity: the strategy that will ask.
  ///   - configuration: how frames must be looked up.
  /// - Throws: `IndexError.identityMismatch` for another strategy's index,
  ///   `IndexError.unusableFile` for anything else that cannot be searched as asked.
  public init(
    mapping path: FilePath, builtWith identity: ComponentIdentity,
    configuration: BitFrameConfiguration
  ) throws(IndexError) {
    let image = try BitFrameImage(mapping: path)
    func require(_ holds: Bool, _ complaint: String) throws(IndexError) {
      if !holds {
        throw .unusableFile(
          path: path.description, reason: "\(complaint); build the index again")
      }
    }
    let head = Array(UnsafeRawBufferPointer(start: image.base, count: 48))
    try require(Array(head.prefix(8)) == BitFrameImage.magic, "it is no index of bit frames")
    let version = image.number(at: 8, as: UInt32.self)
    try require(
      version == BitFrameImage.version,
      "expected layout \(BitFrameImage.version), found \(version)")
    try require(
      image.number(at: 48, as: UInt32.self) == CRC32.checksum(of: head), "its header is damaged")
    let byteCount = image.number(at: 40, as: UInt64.self)
    try require(
      byteCount == UInt64(image.byteCount), "expected \(byteCount) bytes, found \(image.byteCount)")
    try require(
      image.number(at: 12, as: UInt32.self)
        == BitFrameImage.checksum(of: image.base, byteCount: image.byteCount),
      "its checksum does not hold")
    let offset = image.number(at: 16, as: UInt64.self)
    let size = image.number(at: 24, as: UInt64.self)
    try require(
      offset <= byteCount && size <= byteCount - offset, "its metadata lie outside the file")
    let text = Data(bytes: image.base + Int(offset), count: Int(size))
    guard let metadata = try? JSONDecoder().decode(BitFrameImage.Metadata.self, from: text)
    else {
      throw .unusableFile(
        path: path.description, reason: "its metadata cannot be read; build the index again")
    }
    guard metadata.builtWith == identity else {
      throw .identityMismatch(index: metadata.builtWith, strategy: identity)
    }
    try require(metadata.configuration == configuration, "it was built with other settings")
    let wordCount = image.number(at: 32, as: UInt64.self)
    let counts = metadata.placeCounts
    let ends = [0] + metadata.trackEnds
    try require(
      wordCount <= UInt64(Int32.max) && metadata.trackEnds.count == metadata.tracks.count
        && zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
        && UInt64(ends[ends.count - 1]) == wordCount
        && counts.count == configuration.keyShifts.count
        && counts.allSatisfy { (0...Int(wordCount)).contains($0) },
      "its metadata contradict themselves")
    var tables: [BitFrameImage.Table] = []
    var end = BitFrameImage.aligned(BitFrameImage.headerBytes + Int(wordCount) * 4)
    for count in counts {
      let table = BitFrameImage.Table(at: end, keyBits: configuration.keyBits, placeCount: count)
      tables.append(table)
      end = table.end
    }
    try require(UInt64(end) == offset, "its sections do not fill it")
    self.init(image: image, metadata: metadata, tables: tables)
    try require(self.tables.allSatisfy(\.isOrdered), "the starts of its keys are not in order")
  }
}

/// The places of one key of the words, sorted by its value.
///
/// `@unchecked Sendable`: the pointers lead into a `BitFrameImage`, whose bytes never change and
/// which the index that holds the table keeps alive.
struct BitFrameTable: @unchecked Sendable {
  let shift: UInt32
  let keyMask: UInt32
  let placeCount: Int
  /// Where the places of each value begin; one more than there are values.
  let starts: UnsafePointer<UInt32>
  let places: UnsafePointer<UInt32>
  /// The word at each place, so that most are dismissed without a visit.
  let words: UnsafePointer<UInt32>

  init(
    shift: Int, keyBits: Int, placeCount: Int, starts: UnsafePointer<UInt32>,
    places: UnsafePointer<UInt32>, words: UnsafePointer<UInt32>
  ) {
    self.shift = UInt32(shift)
    keyMask = UInt32((1 << keyBits) - 1)
    self.placeCount = placeCount
    self.starts = starts
    self.places = places
    self.words = words
  }

  /// The value of this key in a word.
  @inline(__always)
  func key(_ word: UInt32) -> UInt32 { (word >> shift) & keyMask }

  /// Whether every value's places lie after those of the one before, and within the table.
  var isOrdered: Bool {
    var last: UInt32 = 0
    for key in 0...Int(keyMask) + 1 {
      guard starts[key] >= last else { return false }
      last = starts[key]
    }
    return Int(last) == placeCount
  }
}
