internal import CZlib

/// The CRC-32 of zlib, PNG and gzip: finds damage, not deceit.
public struct CRC32: Hashable, Sendable {
  /// The checksum of all bytes so far.
  public private(set) var value: UInt32 = 0

  /// Starts with no bytes.
  public init() {}

  /// Takes the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // zlib takes a missing address for "start again".
    guard let start = bytes.baseAddress else { return }
    let next = crc32_z(UInt(value), start.assumingMemoryBound(to: UInt8.self), bytes.count)
    value = UInt32(truncatingIfNeeded: next)
  }

  /// The checksum of whole data.
  public static func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
    var checksum = CRC32()
    if bytes.withContiguousStorageIfAvailable({ checksum.update(UnsafeRawBufferPointer($0)) })
      == nil
    {
      Array(bytes).withUnsafeBytes { checksum.update($0) }
    }
    return checksum.value
  }
}
