/// Looks at a file's bytes in rising order through one buffer.
final class ByteScanner {
  let size: Int64
  private let file: RegularFile
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  private var start: Int64 = 0
  private var count = 0

  /// The most that can be looked at at once.
  static let reach = 1 << 17

  init(_ file: RegularFile) {
    self.file = file
    size = file.size
  }

  deinit { buffer.deallocate() }

  /// The bytes at a place, as many as there are up to `wanted`; valid until the next call.
  func look(at offset: Int64, _ wanted: Int) -> UnsafeRawBufferPointer {
    let available = Int(max(0, min(Int64(wanted), size - offset)))
    if offset < start || offset + Int64(available) > start + Int64(count) {
      start = offset
      count = file.read(at: offset, into: buffer)
    }
    let first = Int(offset - start)
    let last = min(count, first + available)
    return UnsafeRawBufferPointer(rebasing: buffer[min(first, last)..<last])
  }

  /// The next place of a byte, from an offset on and before a limit.
  func firstPlace(of byte: UInt8, from offset: Int64, before limit: Int64) -> Int64? {
    var place = offset
    while place < limit {
      let bytes = look(at: place, Int(min(Int64(Self.reach), limit - place)))
      guard !bytes.isEmpty else { return nil }
      if let index = bytes.firstIndex(of: byte) { return place + Int64(index) }
      place += Int64(bytes.count)
    }
    return nil
  }

  /// Where a run of zeros ends that begins at an offset; it is followed for 16 MB at most.
  func endOfZeros(from offset: Int64) -> Int64 {
    var place = offset
    while place < min(size, offset + 1 << 24) {
      let bytes = look(at: place, Self.reach)
      if let index = bytes.firstIndex(where: { $0 != 0 }) { return place + Int64(index) }
      guard !bytes.isEmpty else { break }
      place += Int64(bytes.count)
    }
    return place
  }
}
