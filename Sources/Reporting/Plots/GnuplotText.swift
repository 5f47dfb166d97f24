import Tabular

/// Text as gnuplot reads it, whatever the names in it hold.
enum GnuplotText {
  /// A quoted string.
  ///
  /// Between single quotes gnuplot expands nothing, so nothing in a name can be run.
  static func quoted(_ text: String, limit: Int = 60) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
      safe.unicodeScalars.append(isControl ? " " : scalar)
    }
    if safe.count > limit { safe = safe.prefix(limit - 1) + "…" }
    return "'" + safe.replacing("'", with: "''").replacing("`", with: "ˋ") + "'"
  }

  /// A number, or gnuplot's sign for a missing one.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "NaN" }
    return Digits.significant(value)
  }

  /// A block of data that plot commands can name.
  static func data(_ name: String, _ rows: [[Double?]]) -> String {
    let lines = rows.map { $0.map(number).joined(separator: "\t") + "\n" }
    return "$\(name) << EOD\n\(lines.joined())EOD\n"
  }

  /// A file name: lower-case letters, digits and hyphens.
  static func slug(_ text: String) -> String {
    var slug = ""
    for byte in text.lowercased().utf8 {
      switch byte {
      case 0x30...0x39, 0x61...0x7a: slug.unicodeScalars.append(Unicode.Scalar(byte))
      default: if !slug.isEmpty, !slug.hasSuffix("-") { slug += "-" }
      }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "x" : String(slug.prefix(48))
  }
}
