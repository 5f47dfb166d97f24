/// A value that a statement is given.
public enum SQLValue: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// `NULL`.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number; not-a-number is stored as `NULL`.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// `NULL`.
  public init(nilLiteral: ()) { self = .null }

  /// A whole number.
  public static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  /// A whole number, or `NULL`.
  public static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
  /// A floating-point number, or `NULL`.
  public static func optional(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
  /// A text, or `NULL`.
  public static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
}
