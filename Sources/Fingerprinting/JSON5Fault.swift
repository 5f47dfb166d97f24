/// Why a text cannot be read as JSON5, and where.
public struct JSON5Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place where it is known, and the complaint, such as `line 2, column 9: expected ':'`.
  public let description: String

  init(_ complaint: String) { description = complaint }

  /// A complaint about the byte at `position`, or about the end.
  init(at position: Int, in bytes: [UInt8], _ complaint: String) {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.count { $0 == 0x0a } + 1
    let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    description = "line \(line), column \(column): \(complaint)"
  }
}
