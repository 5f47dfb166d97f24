import Checksums
import Fingerprinting
import Foundation
import TestSupport
import Testing

struct SHA256Tests {
  /// NIST FIPS 180-4 example messages and the empty message of its validation suite.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func publishedVectors(message: String, digest: String) {
    let data = Data(message.utf8)
    #expect(SHA256.hexDigest(of: data) == digest)
    var parts = SHA256()
    for start in stride(from: 0, to: data.count, by: 63_001) {
      data[start..<min(data.count, start + 63_001)].withUnsafeBytes { parts.update($0) }
    }
    #expect(parts.finishHex() == digest)
  }
}

struct CRC32Tests {
  /// The check value of the catalogue of parametrised CRC algorithms, and values of zlib's own
  /// `crc32` as Python prints them.
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xcbf4_3926), ("a", 0xe8b7_be43), ("abc", 0x3524_41c2),
      ("The quick brown fox jumps over the lazy dog", 0x414f_a339),
    ] as [(String, UInt32)])
  func publishedVectors(message: String, checksum: UInt32) {
    #expect(CRC32.checksum(of: Array(message.utf8)) == checksum)
    #expect(CRC32.checksum(of: message.utf8.reversed().reversed()) == checksum)
    var parts = CRC32()
    for byte in message.utf8 {
      withUnsafeBytes(of: byte) { parts.update($0) }
      parts.update(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    #expect(parts.value == checksum)
  }
}

struct LaneChecksumTests {
  /// Compared with numpy and Python's zlib.
  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 4_096, 100_003])
  func numpyHasTheSameSums(count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let script = """
      import sys, zlib, numpy as np
      data = sys.stdin.buffer.read()
      whole = len(data) // 64 * 64
      words = np.frombuffer(data[:whole], "<u4").reshape(-1, 16).astype(np.uint64)
      sums = words.sum(axis=0) & 0xffffffff
      sums_of_sums = (words.cumsum(axis=0) & 0xffffffff).sum(axis=0) & 0xffffffff
      both = np.stack([sums, sums_of_sums], axis=1).astype("<u4").tobytes()
      print(zlib.crc32(both + data[whole:] + len(data).to_bytes(8, "little")))
      """
    let expected = try python(script, input: bytes)
    #expect("\(bytes.withUnsafeBytes { LaneChecksum.value(of: $0) })\n" == expected)
  }

  @Test func everyChangedByteIsNoticed() {
    var bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    func value() -> UInt32 { bytes.withUnsafeBytes { LaneChecksum.value(of: $0) } }
    let whole = value()
    for place in bytes.indices {
      for bit in 0..<8 {
        bytes[place] ^= 1 << UInt8(bit)
        #expect(value() != whole)
        bytes[place] ^= 1 << UInt8(bit)
      }
    }
    // Words that change places.
    for place in stride(from: 0, to: 232, by: 4) {
      bytes.swapAt(place, place + 64)
      #expect(value() != whole || bytes[place] == bytes[place + 64])
      bytes.swapAt(place, place + 64)
    }
  }
}
