internal import Foundation

/// Numbers as text, the same in every locale.
public enum Digits {
  /// The number with a fixed count of decimal places.
  ///
  /// Rounded from its exact binary value; what rounds to zero has no sign. Not-a-number and
  /// infinity come as `nan`, `inf` and `-inf`.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - places: digits after the point; below 0 counts as 0.
  /// - Returns: such as `-12.50`.
  public static func fixed(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    // The largest double has 309 digits before its point.
    var buffer = [CChar](repeating: 0, count: 320 + max(0, places))
    let length = withVaList([Int32(clamping: max(0, places)), value]) {
      vsnprintf(&buffer, buffer.count, "%.*f", $0)
    }
    // A program that has called setlocale() may get another separator.
    let text = String(
      decoding: buffer[..<Int(length)].map { byte in
        let byte = UInt8(bitPattern: byte)
        return (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") ? byte : 0x2e
      }, as: UTF8.self)
    let isZero = text.utf8.allSatisfy { $0 < 0x31 }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }
}
