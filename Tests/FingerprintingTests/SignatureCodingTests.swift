import Fingerprinting
import Foundation
import TestSupport
import Testing

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String(format: "%02x", $0) }.joined()
}

struct SignatureCodingTests {
  @Test(arguments: SignatureSamples.all.indices)
  func decodingInvertsEncoding(place: Int) throws {
    let signature = SignatureSamples.all[place]
    let bytes = signature.encoded
    #expect(try Signature(decoding: bytes) == signature)
    #expect(signature.encodedByteCount == bytes.count)
    let file = SignatureSamples.file(signature, source: place % 2 == 0 ? nil : "é\u{0}|\n")
    #expect(try SignatureFile(decoding: file.encode()) == file)
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max])
  func everyRevisionComesBack(revision: Int) throws {
    var file = SignatureSamples.file(SignatureSamples.of([]))
    file.identity.revision = revision
    #expect(try SignatureFile(decoding: file.encode()) == file)
  }

  /// Thirty peaks a second in 512 bins, as enrolment keeps them: measured 10.8 bits a peak.
  @Test func storedPeaksAreSmall() {
    let bytes = SignatureSamples.peaks(seed: 9, count: 4_000).encodedByteCount
    #expect(Double(bytes) * 8 / 4_000 < 11.5)
  }

  /// Whoever changes the layout must raise its version and keep reading this one.
  @Test func goldenBytes() throws {
    let signature = SignatureSamples.of(
      [(0, 3, 0), (0, 9, 0), (2, 1, 0), (40, 9, 0)], frameCount: 43)
    #expect(hex(signature.encoded) == "1077f151c7f8c6973f2b040903061c8fb780")
    let file = SignatureSamples.file(signature).encode()
    #expect(
      hex(file)
        == "89534d4b0d0a1a0a010004746f6e650604303066660b7b22686f70223a3235367d010b612f625c7865392e77"
        + "6176121077f151c7f8c6973f2b040903061c8fb78050093322")
    let query = SignatureSamples.of([(7, 300, 12)], frameCount: 8)
    #expect(hex(query.encoded) == "1277f151c7f8c6973f0801ac020203bffd00")
    let frames = Signature.frames(
      BitFrameSignature(frameDuration: Seconds(0.5), words: [1, 0xdead_beef], unreliableBits: []))
    #expect(hex(frames.encoded) == "11000000000000e03f0201000000efbeadde")
  }

  /// Read by a program that knows nothing but the documented layout.
  @Test func pythonReadsTheDocumentedLayout() throws {
    struct Reading: Decodable {
      let identity: ComponentIdentity
      let configuration: String
      let source: String?
      let frameDuration: Seconds
      let frameCount: Int
      let peaks: [[Int]]?
      let words: [UInt32]?
      let masks: [UInt32]?
    }
    let files = SignatureSamples.all.map {
      SignatureSamples.file($0, source: $0.isEmpty ? nil : "é")
    }
    let text = try python(
      documentedReader, input: Array(files.map { hex($0.encode()) + "\n" }.joined().utf8))
    let readings = try JSONDecoder().decode([Reading].self, from: Data(text.utf8))
    #expect(readings.count == files.count)
    for (file, reading) in zip(files, readings) {
      let peaks = try reading.peaks?.map {
        try SpectralPeak(
          frame: #require(UInt32(exactly: $0[0])), bin: #require(UInt16(exactly: $0[1])),
          salience: #require(UInt16(exactly: $0[2])))
      }
      let read: Signature =
        if let peaks {
          .peaks(
            PeakSignature(
              frameDuration: reading.frameDuration, frameCount: reading.frameCount, peaks: peaks))
        } else {
          .frames(
            BitFrameSignature(
              frameDuration: reading.frameDuration, words: try #require(reading.words),
              unreliableBits: try #require(reading.masks)))
        }
      #expect(
        SignatureFile(
          identity: reading.identity, configuration: reading.configuration, source: reading.source,
          signature: read) == file)
    }
  }

  @Test func refusesWhatContradictsItself() {
    let words = SignatureSamples.frames(seed: 1, count: 3).encoded
    let peaks = SignatureSamples.of([(0, 0, 0), (9, 0, 0)]).encoded
    func error(_ bytes: [UInt8]) -> SignatureFileError? {
      do {
        _ = try Signature(decoding: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(error([]) == .cutShort)
    #expect(error([0x20]) == .unknownVersion(2, known: 1))
    #expect(error([0x14] + words.dropFirst()) == .malformed("unknown flags 4"))
    #expect(error(words + [0]) == .malformed("more follows where the end should be"))
    #expect(error(peaks + [0]) == .malformed("more follows where the end should be"))
    #expect(error(Array(words.dropLast())) != nil)
    #expect(error(Array(peaks.dropLast())) != nil)
    for duration in [0.0, -1, .nan, .infinity] {
      let bits = withUnsafeBytes(of: duration.bitPattern.littleEndian) { Array($0) }
      #expect(error([words[0]] + bits + words[9...]) != nil)
    }
    // A count that no file of this length can hold is refused before memory is asked for.
    #expect(error(Array(words[..<9]) + [0xff, 0xff, 0xff, 0xff, 0x0f]) != nil)
    #expect(error(Array(peaks[..<9]) + [1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0]) != nil)
    // Two steps that lead past the last frame.
    let last = SignatureSamples.of([(.max, 0, 0)]).encoded
    var beyond = Array(last[..<9]) + [0, 2, 0, 0]
    beyond += [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0b1000_0000]
    #expect(error(beyond) == .malformed("a peak lies beyond frame 2^32"))
    // Five written in the long form, and zero in two bytes.
    let long: [UInt8] = [0xff, 0xff, 0xff, 0, 0, 0, 5]
    let shortest = SignatureFileError.malformed("a number is not in its shortest form")
    #expect(error(Array(last[..<9]) + [0, 1, 0, 0] + long) == shortest)
    #expect(error(Array(words[..<9]) + [0x80, 0]) == shortest)
  }

  @Test func filesAreNotTakenForWhatTheyAreNot() {
    let file = SignatureSamples.file(SignatureSamples.peaks(seed: 1, count: 3)).encode()
    func error(_ bytes: [UInt8]) -> SignatureFileError? {
      do {
        _ = try SignatureFile(decoding: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(error([]) == .notASignatureFile)
    #expect(error(Array("RIFF....WAVE".utf8)) == .notASignatureFile)
    #expect(error(Array(file[..<8])) == .cutShort)
    #expect(error(file[..<8] + [9, 0] + file[10...]) == .unknownVersion(9, known: 1))
    for length in 10..<file.count { #expect(error(Array(file[..<length])) != nil) }
    guard case .checksum = error(file + [0]) else {
      Issue.record("a byte too many was not noticed")
      return
    }
  }
}

private let documentedReader = """
  import json, struct, sys, zlib
  def read(data):
    assert data[:10] == bytes.fromhex("89534d4b0d0a1a0a0100")
    assert struct.unpack("<I", data[-4:])[0] == zlib.crc32(data[:-4])
    at = 10
    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]; at += 1
            value |= (byte & 127) << shift; shift += 7
            if byte < 128: return value
    def counted():
        nonlocal at
        length = number(); at += length
        return data[at - length:at]
    name = counted().decode()
    folded = number()
    revision = folded // 2 if folded % 2 == 0 else -(folded + 1) // 2
    digest, configuration = counted().decode(), counted().decode()
    at += 1
    source = counted().decode() if data[at - 1] else None
    length = number()
    assert at + length == len(data) - 4
    kind, duration = struct.unpack("<Bd", data[at:at + 9])
    at += 9
    query = kind & 2
    if kind & 1:
        count = number()
        body = [list(struct.unpack("<%dI" % count, data[at + 4 * count * i:at + 4 * count * (i + 1)]))
                for i in range(2 if query else 1)]
        covered = count
        result = {"words": body[0], "masks": body[1] if query else []}
    else:
        covered, count = number(), number()
        peaks = []
        if count:
            highest, steps = number(), data[at]
            at += 1
            if query: saliences = data[at]; at += 1
            bits = iter("".join(format(b, "08b") for b in data[at:-4]))
            take = lambda n: int("0" + "".join(next(bits) for _ in range(n)), 2)
            def rice(parameter):
                upper = 0
                while next(bits) == "1":
                    upper += 1
                    if upper == 24: return take(32)
                return upper << parameter | take(parameter)
            def bounded(below):
                width = below.bit_length() - 1
                short = (1 << width + 1) - below
                value = take(width)
                return value if value < short else value * 2 + take(1) - short
            frame = low = 0
            for _ in range(count):
                step = rice(steps)
                if step: low = 0
                frame += step
                low += bounded(highest + 1 - low)
                peaks.append([frame, low, rice(saliences) if query else 0])
        result = {"peaks": peaks}
    identity = {"name": name, "revision": revision, "configurationDigest": digest}
    return ({"identity": identity, "configuration": configuration, "source": source,
                     "frameDuration": duration, "frameCount": covered, **result})
  print(json.dumps([read(bytes.fromhex(line)) for line in sys.stdin]))
  """
