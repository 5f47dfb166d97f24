import Checksums
import Foundation
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
