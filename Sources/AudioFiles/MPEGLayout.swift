/// The frames of an MPEG audio file, found one by one, because neither its header nor its size
/// tells how many there are.
struct MPEGLayout {
  /// Frames that follow each other without a break.
  struct Run {
    var start: Int64
    var length: Int64 = 0
    var frames: Int64 = 0
    /// The last frame's header.
    var last: MPEGHeader
    /// The first frames, as long as they need bytes from before the run.
    var headless: [MPEGHeader] = []
    /// Bytes of the frames so far that later ones may refer to.
    var reservoir = 0
  }

  private(set) var first: MPEGHeader
  private(set) var runs: [Run] = []
  /// Frames lost in the break before each run but the first.
  private(set) var lostFrames: [Int64] = []
  /// Bytes that were no MPEG audio, tag or zero, before the first frame.
  private(set) var junkBefore: Int64 = 0
  /// Whether a stream of another kind follows: two files joined.
  private(set) var changesFormat = false
  /// The frame that tells lengths, as the file holds it.
  private var information: [UInt8]?
  /// How many frames it claims, and how many samples at either end belong to the codec, not the
  /// sound.
  private var claim: (frames: Int64, delay: Int64, padding: Int64)?
  /// Where in that frame the encoder's name stands, with the two delays 21 bytes on.
  private var encoderPlace: Int?

  /// Frames of sound, those included that are to replace lost ones.
  var frames: Int64 { runs.reduce(0) { $0 + $1.frames } + lostFrames.reduce(0, +) }

  /// Samples claimed.
  var claimedSamples: Int64? {
    claim.map { max(0, $0.frames * Int64(first.samples) - $0.delay - $0.padding) }
  }

  /// Samples to be expected of the view.
  var samples: Int64 {
    let codec = (claim?.delay ?? 0) + (isCutOff ? 0 : claim?.padding ?? 0)
    return max(0, frames * Int64(first.samples) - codec)
  }

  private var isCutOff: Bool { claim.map { frames < $0.frames } ?? false }

  /// Finds the frames; nil where the file is no MPEG audio.
  init?(_ file: RegularFile, from offset: Int64) {
    let scanner = ByteScanner(file)
    // Zeros may come before tags, and tags before zeros.
    var start = offset
    while true {
      let before = start
      start = ContentKind.endOfTags(file, from: start)
      start = scanner.endOfZeros(from: start)
      if start == before { break }
    }
    let limit = min(scanner.size, start + 1 << 20)
    guard let place = Self.findStream(scanner, file, from: start, before: limit),
      let header = Self.header(scanner, at: place)
    else { return nil }
    first = header
    junkBefore = place - start
    let soundStart = place + takeInformation(scanner, at: place)
    scan(scanner, file, from: soundStart)
    guard !runs.isEmpty else { return nil }
  }

  /// Reads the Xing, Info or VBRI frame, if the first one is one.
  ///
  /// - Returns: its length.
  private mutating func takeInformation(_ scanner: ByteScanner, at place: Int64) -> Int64 {
    guard first.layer == 3 else { return 0 }
    let frame = [UInt8](scanner.look(at: place, first.length))
    let mark = 4 + first.sideLength
    guard frame.count == first.length, frame.count >= max(mark + 8, 54) else { return 0 }
    let word = { (at: Int) in frame[at..<at + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) } }
    if frame[36...].starts(with: "VBRI".utf8) {
      claim = (word(50), 0, 0)
      return Int64(frame.count)
    }
    guard frame[mark...].starts(with: "Xing".utf8) || frame[mark...].starts(with: "Info".utf8)
    else { return 0 }
    information = frame
    let flags = word(mark + 4)
    guard flags & 1 == 1, frame.count >= mark + 12, word(mark + 8) > 0 else {
      return Int64(frame.count)
    }
    // Each announced field comes before the encoder's.
    let encoder =
      mark + 12 + (flags & 2 != 0 ? 4 : 0) + (flags & 4 != 0 ? 100 : 0)
      + (flags & 8 != 0 ? 4 : 0)
    claim = (word(mark + 8), 0, 0)
    if frame.count >= encoder + 24, frame[encoder] != 0 {
      let delays = frame[encoder + 21..<encoder + 24].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      claim = (word(mark + 8), delays >> 12, delays & 0xfff)
      encoderPlace = encoder
    }
    return Int64(frame.count)
  }

  private mutating func scan(_ scanner: ByteScanner, _ file: RegularFile, from start: Int64) {
    var place = start
    var run: Run?
    var lostBytes: Int64 = 0
    func close() {
      if let ended = run { runs.append(ended) }
      run = nil
    }
    while place + 4 <= scanner.size {
      if let header = Self.header(scanner, at: place), isOurs(header) {
        guard place + Int64(header.length) <= scanner.size else { break }
        if run == nil, let before = runs.last {
          // By the bytes that are lost and the mean size of the frames before them.
          let lost = Double(lostBytes) * Double(before.frames) / Double(before.length)
          lostFrames.append(Int64(lost.rounded()))
        }
        lostBytes = 0
        var current = run ?? Run(start: place, last: header)
        if current.headless.count == current.frames,
          header.reservoir(scanner.look(at: place, 8)) > current.reservoir
        {
          current.headless.append(header)
        }
        current.reservoir += header.length - header.preamble
        current.length += Int64(header.length)
        current.frames += 1
        current.last = header
        run = current
        place += Int64(header.length)
      } else if let tag = Self.tagLength(file, at: place) {
        close()
        place += tag
      } else if let next = Self.findStream(scanner, file, from: place, before: scanner.size),
        let header = Self.header(scanner, at: next)
      {
        if !isOurs(header) {
          changesFormat = true
          break
        }
        close()
        lostBytes += next - place
        place = next
      } else {
        break
      }
    }
    close()
    correctSingleLoss()
  }

  private func isOurs(_ header: MPEGHeader) -> Bool {
    header.family == first.family && header.channels == first.channels
  }

  /// Takes the claimed number of frames at its word where one break accounts for what is missing.
  private mutating func correctSingleLoss() {
    guard let claim, lostFrames.count == 1 else { return }
    let missing = claim.frames - runs.reduce(0) { $0 + $1.frames }
    if missing > 0, abs(missing - lostFrames[0]) <= max(2, lostFrames[0] / 2) {
      lostFrames[0] = missing
    }
  }

  // MARK: The file as it should have been

  /// The frames alone, with a true count before them and silent frames in place of lost ones.
  func view(of file: RegularFile) -> FileView {
    let view = FileView(file)
    let silent = zip(runs, lostFrames).map { Int64($0.last.plain?.length ?? 0) * $1 }
    let head = countingFrame(bytes: (runs.map(\.length) + silent).reduce(0, +))
    view.append(.bytes(head), length: Int64(head.count))
    for (index, run) in runs.enumerated() {
      if index > 0, let header = runs[index - 1].last.plain {
        let frame = header.bytes + [UInt8](repeating: 0, count: header.length - 4)
        view.append(.repeated(frame), length: lostFrames[index - 1] * Int64(frame.count))
      }
      // What needs lost bytes would come out as noise: no side information makes it silent, and
      // leaves its bytes to the frames after it.
      var place = run.start
      for header in run.headless {
        let kept = header.preamble - header.sideLength
        view.append(.file(place), length: Int64(kept))
        view.append(.repeated([0]), length: Int64(header.sideLength))
        view.append(
          .file(place + Int64(header.preamble)), length: Int64(header.length - header.preamble))
        place += Int64(header.length)
      }
      view.append(.file(place), length: run.start + run.length - place)
    }
    return view
  }

  /// The frame that tells the true count: the file's own one corrected, or a new one.
  private func countingFrame(bytes: Int64) -> [UInt8] {
    guard first.layer == 3 else { return [] }
    let mark = 4 + first.sideLength
    func word(_ number: Int64) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    if var frame = information, claim != nil {
      frame.replaceSubrange(mark + 8..<mark + 12, with: word(frames))
      if frame[mark + 7] & 2 != 0 {
        frame.replaceSubrange(mark + 12..<mark + 16, with: word(bytes + Int64(frame.count)))
      }
      if isCutOff, let encoder = encoderPlace {
        // The codec's own samples at the end are gone with the end.
        frame[encoder + 22] &= 0xf0
        frame[encoder + 23] = 0
      }
      return frame
    }
    guard let header = first.plain(holding: mark + 12) else { return [] }
    var frame = header.bytes + [UInt8](repeating: 0, count: header.length - 4)
    frame.replaceSubrange(mark..<mark + 12, with: Array("Xing".utf8) + [0, 0, 0, 1] + word(frames))
    return frame
  }

  // MARK: Searching

  private static func header(_ scanner: ByteScanner, at place: Int64) -> MPEGHeader? {
    let bytes = scanner.look(at: place, 4)
    guard bytes.count == 4 else { return nil }
    return MPEGHeader(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
  }

  /// The next place where frame follows frame.
  private static func findStream(
    _ scanner: ByteScanner, _ file: RegularFile, from start: Int64, before limit: Int64
  ) -> Int64? {
    var place = start
    while let found = scanner.firstPlace(of: 0xff, from: place, before: limit) {
      if isStream(scanner, file, at: found) { return found }
      place = found + 1
    }
    return nil
  }

  private static func isStream(_ scanner: ByteScanner, _ file: RegularFile, at start: Int64) -> Bool
  {
    guard let first = header(scanner, at: start) else { return false }
    var place = start
    for count in 0..<4 {
      guard let next = header(scanner, at: place), next.family == first.family,
        next.channels == first.channels
      else {
        return count > 0 && (place == scanner.size || tagLength(file, at: place) != nil)
      }
      place += Int64(next.length)
      if place >= scanner.size { return count > 0 || place == scanner.size }
    }
    return true
  }

  /// The length of a tag at a place between frames.
  private static func tagLength(_ file: RegularFile, at place: Int64) -> Int64? {
    let head = file.bytes(at: place, count: 32)
    if head.starts(with: "TAG".utf8) { return 128 }
    if head.count == 32, head.starts(with: "APETAGEX".utf8) {
      return 32 + head[12..<16].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    let end = ContentKind.endOfTags(file, from: place)
    return end > place ? end - place : nil
  }
}
