import Checksums
import Fingerprinting
import Testing

/// Seeded damage to signatures: an error, never a trap, and never a wrong reading accepted.
struct SignatureFuzzTests {
  /// Small, so that a damaged byte is often one that steers the decoder.
  private static let samples: [Signature] = [
    SignatureSamples.of([]), SignatureSamples.peaks(seed: 1, count: 6),
    SignatureSamples.peaks(seed: 2, count: 4, salience: true),
    SignatureSamples.of([(3, 9, 0), (90_000, 2, 0), (.max, .max, 0)]),
    SignatureSamples.frames(seed: 3, count: 2),
    SignatureSamples.frames(seed: 4, count: 2, masks: true),
  ]

  private static func damage(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var damaged = bytes
    for _ in 0...generator.integer(below: 3) {
      let place = generator.integer(below: max(1, damaged.count))
      switch generator.integer(below: 7) {
      case 0 where !damaged.isEmpty: damaged[place] ^= 1 << UInt8(generator.integer(below: 8))
      case 1 where !damaged.isEmpty: damaged[place] = UInt8(truncatingIfNeeded: generator.next())
      case 2 where !damaged.isEmpty:
        damaged[place] = [0, 0x7f, 0x80, 0xff][generator.integer(below: 4)]
      case 3:
        damaged.insert(UInt8(truncatingIfNeeded: generator.next()), at: min(place, damaged.count))
      case 4 where !damaged.isEmpty: damaged.remove(at: place)
      case 5: damaged.removeLast(damaged.count - place)
      default:
        let end = min(damaged.count, place + 1 + generator.integer(below: 9))
        damaged.insert(
          contentsOf: damaged[min(place, damaged.count)..<end], at: min(place, damaged.count))
      }
    }
    return damaged
  }

  @Test func fiftyThousandDamagedFilesAreRefused() {
    var generator = SplitMix64(seed: 1)
    let files = Self.samples.map { SignatureSamples.file($0).encode() }
    var damagedCount = 0
    while damagedCount < 50_000 {
      let file = files[generator.integer(below: files.count)]
      let damaged = Self.damage(file, &generator)
      guard damaged != file else { continue }
      damagedCount += 1
      if (try? SignatureFile(decoding: damaged)) != nil {
        Issue.record("accepted \(damaged)")
      }
    }
  }

  /// As an attacker would damage them: with a checksum that is right.
  @Test func fiftyThousandForgedFilesAreReadAsTheyStandOrRefused() throws {
    var generator = SplitMix64(seed: 2)
    let files = Self.samples.map { Array(SignatureSamples.file($0).encode().dropLast(4)) }
    var read = 0
    for _ in 0..<50_000 {
      var forged = Self.damage(files[generator.integer(below: files.count)], &generator)
      let checksum = CRC32.checksum(of: forged)
      forged += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
      guard let file = try? SignatureFile(decoding: forged) else { continue }
      read += 1
      #expect(try SignatureFile(decoding: file.encode()) == file)
    }
    #expect(read > 500 && read < 40_000)
  }

  @Test func fiftyThousandDamagedSignaturesAreReadAsTheyStandOrRefused() throws {
    var generator = SplitMix64(seed: 3)
    let payloads = Self.samples.map(\.encoded)
    var read = 0
    for _ in 0..<50_000 {
      let damaged = Self.damage(payloads[generator.integer(below: payloads.count)], &generator)
      guard let signature = try? Signature(decoding: damaged) else { continue }
      read += 1
      #expect(try Signature(decoding: signature.encoded) == signature)
    }
    #expect(read > 500 && read < 40_000)
  }
}
