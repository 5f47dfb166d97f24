/// The compact form of a signature, as files and catalogs keep it.
///
/// Law: decoding what was encoded gives the same signature. The size of a signature is the length
/// of this form; a checksum is the container's matter.
///
/// Bytes, in order; *number* is LEB128 in its shortest form:
///
///     1 byte   version 1 in the upper four bits; bit 0: bit frames (else peaks); bit 1: query form
///     8 bytes  frame duration in seconds, a positive IEEE double, lowest byte first
///
/// Peaks:
///
///     number   frames covered, at most 2^32
///     number   peaks; nothing follows where there are none
///     number   the highest bin
///     1 byte   Rice parameter of frame steps, at most 16
///     1 byte   Rice parameter of saliences, at most 16; in query form only
///     bits     highest bit of a byte first, for each peak:
///              its frame minus that of the peak before (of frame 0 for the first), in Rice's code
///              its bin, in the truncated binary code of what is still possible: from 0, or from the
///              last peak's bin where the frame is the same, to the highest
///              its salience in Rice's code; in query form only
///     zeros    to the end of the byte
///
/// In Rice's code a number of 24 or more parts is written as 24 ones and 32 bits.
///
/// Bit frames:
///
///     number   words
///     4 bytes  each word, lowest byte first
///     4 bytes  each word's unreliable bits, lowest byte first; in query form only
extension Signature {
  /// The compact form.
  ///
  /// Peaks must be sorted, and unreliable bits must be given for all words or none.
  public var encoded: [UInt8] {
    var writer = BitWriter()
    switch self {
    case .peaks(let signature):
      let hasSalience = signature.peaks.contains { $0.salience != 0 }
      writer.append([0x10 | (hasSalience ? 2 : 0)])
      writer.append(littleEndian(signature.frameDuration.value.bitPattern))
      signature.encodeBody(hasSalience: hasSalience, to: &writer)
    case .frames(let signature):
      let masks = signature.unreliableBits
      precondition(masks.isEmpty || masks.count == signature.words.count, "some words have no mask")
      writer.append([0x11 | (masks.isEmpty ? 0 : 2)])
      writer.append(littleEndian(signature.frameDuration.value.bitPattern))
      writer.appendNumber(UInt64(signature.words.count))
      for word in signature.words { writer.append(littleEndian(word)) }
      for mask in masks { writer.append(littleEndian(mask)) }
    }
    return writer.bytes
  }

  /// The length of the compact form: the size that reports state.
  public var encodedByteCount: Int { encoded.count }

  /// Reads the compact form.
  ///
  /// - Parameter bytes: all of it, and nothing else; memory is bounded by 64 times their number.
  /// - Throws: `SignatureFileError` where they are anything but a signature's compact form.
  public init(decoding bytes: [UInt8]) throws(SignatureFileError) {
    var reader = BitReader(bytes)
    let kind = try reader.byte()
    guard kind >> 4 == 1 else { throw .unknownVersion(Int(kind >> 4), known: 1) }
    guard kind & 0x0c == 0 else { throw .malformed("unknown flags \(kind & 0x0f)") }
    let duration = Double(bitPattern: try reader.fixed(UInt64.self))
    guard duration > 0, duration.isFinite else {
      throw .malformed("a frame lasts \(duration) seconds")
    }
    let isQueryForm = kind & 2 != 0
    if kind & 1 == 0 {
      self = .peaks(
        try PeakSignature(
          frameDuration: Seconds(duration), hasSalience: isQueryForm, body: &reader))
    } else {
      let count = Int(try reader.number(atMost: UInt64(reader.bitsLeft / 32)))
      guard !isQueryForm || count <= (reader.bitsLeft / 32) / 2 else { throw .cutShort }
      let words = try reader.words(count)
      self = .frames(
        BitFrameSignature(
          frameDuration: Seconds(duration), words: words,
          unreliableBits: isQueryForm ? try reader.words(count) : []))
    }
    try reader.expectEnd()
  }
}

extension PeakSignature {
  fileprivate func encodeBody(hasSalience: Bool, to writer: inout BitWriter) {
    precondition((0...frameLimit).contains(frameCount), "more frames than 32 bits can count")
    writer.appendNumber(UInt64(frameCount))
    writer.appendNumber(UInt64(peaks.count))
    guard !peaks.isEmpty else { return }
    let highest = peaks.reduce(0) { max($0, $1.bin) }
    var steps: [UInt32] = []
    steps.reserveCapacity(peaks.count)
    var last: UInt32 = 0
    for peak in peaks {
      precondition(peak.frame >= last, "peaks are not sorted by frame")
      steps.append(peak.frame - last)
      last = peak.frame
    }
    let stepParameter = bestRiceParameter(steps)
    let salienceParameter =
      hasSalience ? bestRiceParameter(peaks.lazy.map { UInt32($0.salience) }) : 0
    writer.appendNumber(UInt64(highest))
    writer.append([UInt8(stepParameter)])
    if hasSalience { writer.append([UInt8(salienceParameter)]) }
    var floor: UInt32 = 0
    for (step, peak) in zip(steps, peaks) {
      writer.writeRice(step, stepParameter)
      let bin = UInt32(peak.bin)
      if step > 0 { floor = 0 }
      precondition(bin >= floor, "peaks of one frame are not sorted by bin")
      writer.writeBounded(bin - floor, below: UInt32(highest) + 1 - floor)
      floor = bin
      if hasSalience { writer.writeRice(UInt32(peak.salience), salienceParameter) }
    }
    writer.endBits()
  }

  fileprivate init(
    frameDuration: Seconds, hasSalience: Bool, body reader: inout BitReader
  ) throws(SignatureFileError) {
    let frameCount = Int(try reader.number(atMost: UInt64(frameLimit)))
    // Every peak takes at least one bit.
    let count = Int(try reader.number(atMost: UInt64(reader.bitsLeft)))
    self.init(frameDuration: frameDuration, frameCount: frameCount, peaks: [])
    guard count > 0 else { return }
    let highest = UInt32(try reader.number(atMost: UInt64(UInt16.max)))
    let stepParameter = Int(try reader.byte())
    let salienceParameter = hasSalience ? Int(try reader.byte()) : 0
    guard stepParameter <= 16, salienceParameter <= 16 else {
      throw .malformed("a Rice parameter is above 16")
    }
    guard count <= reader.bitsLeft else { throw .cutShort }
    peaks.reserveCapacity(count)
    var frame: UInt32 = 0
    var floor: UInt32 = 0
    for _ in 0..<count {
      let step = try reader.rice(stepParameter)
      if step > 0 { floor = 0 }
      let (sum, overflow) = frame.addingReportingOverflow(step)
      guard !overflow else { throw .malformed("a peak lies beyond frame 2^32") }
      frame = sum
      floor += try reader.bounded(below: highest + 1 - floor)
      let salience = hasSalience ? try reader.rice(salienceParameter) : 0
      guard let salience = UInt16(exactly: salience) else {
        throw .malformed("a salience is above 65535")
      }
      peaks.append(SpectralPeak(frame: frame, bin: UInt16(floor), salience: salience))
    }
  }
}

private let frameLimit = 1 << 32

extension BitReader {
  mutating func fixed<Number: FixedWidthInteger>(
    _: Number.Type
  ) throws(SignatureFileError) -> Number {
    var value: Number = 0
    for byte in try take(Number.bitWidth / 8).reversed() { value = value << 8 | Number(byte) }
    return value
  }

  fileprivate mutating func words(_ count: Int) throws(SignatureFileError) -> [UInt32] {
    let bytes = try take(count * 4)
    var words: [UInt32] = []
    words.reserveCapacity(count)
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
      var word: UInt32 = 0
      for place in (0..<4).reversed() { word = word << 8 | UInt32(bytes[start + place]) }
      words.append(word)
    }
    return words
  }
}

func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
