/// A type that a word of the command line can be turned into.
///
/// A path type is made one where it meets this module:
///
///     extension FilePath: ArgumentValue {
///       public static var placeholder: String { "PATH" }
///       public static var isFile: Bool { true }
///       public init(argument: RawArgument) { self.init(bytes: argument.bytes) }
///       public var argumentText: String { description }
///     }
public protocol ArgumentValue: Sendable {
  /// What stands for a value in help, such as `N`.
  static var placeholder: String { get }
  /// All possible values, where they can be listed.
  static var choices: [String] { get }
  /// Whether completion offers file names.
  static var isFile: Bool { get }
  /// Reads a word.
  init(argument: RawArgument) throws(InvalidArgument)
  /// The value as help shows a default.
  var argumentText: String { get }
}

/// A word that is no value of the type asked for.
public struct InvalidArgument: Error, Hashable, Sendable {
  /// What was expected, such as `a whole number`.
  public let expected: String
  /// What else helps, such as the nearest possible value.
  public let hint: String?
  /// Says what was expected.
  public init(expected: String, hint: String? = nil) {
    self.expected = expected
    self.hint = hint
  }
}

extension ArgumentValue {
  /// None that can be listed.
  public static var choices: [String] { [] }
  /// No file.
  public static var isFile: Bool { false }
}

extension ArgumentValue where Self: CustomStringConvertible {
  /// The value's description.
  public var argumentText: String { description }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// All cases, separated by bars.
  public static var placeholder: String { choices.joined(separator: "|") }
  /// All cases.
  public static var choices: [String] { allCases.map(\.rawValue) }
  /// Reads the name of a case.
  public init(argument: RawArgument) throws(InvalidArgument) {
    guard let value = argument.text.flatMap(Self.init(rawValue:)) else {
      throw InvalidArgument(
        expected: "one of \(Self.choices.joined(separator: ", "))",
        hint: didYouMean(argument.text ?? "", Self.choices))
    }
    self = value
  }
  /// The name of the case.
  public var argumentText: String { rawValue }
}

extension String: ArgumentValue {
  /// `TEXT`.
  public static var placeholder: String { "TEXT" }
  /// Takes any UTF-8.
  public init(argument: RawArgument) throws(InvalidArgument) {
    guard let text = argument.text else { throw InvalidArgument(expected: "a text in UTF-8") }
    self = text
  }
  /// The text itself.
  public var argumentText: String { self }
}

extension Int: ArgumentValue {
  /// `N`.
  public static var placeholder: String { "N" }
  /// Takes decimal digits with an optional sign.
  public init(argument: RawArgument) throws(InvalidArgument) {
    guard let value = argument.text.flatMap({ Int($0) }) else {
      throw InvalidArgument(expected: "a whole number")
    }
    self = value
  }
}

extension UInt64: ArgumentValue {
  /// `N`.
  public static var placeholder: String { "N" }
  /// Takes decimal digits.
  public init(argument: RawArgument) throws(InvalidArgument) {
    guard let value = argument.text.flatMap({ UInt64($0) }) else {
      throw InvalidArgument(expected: "a whole number from 0")
    }
    self = value
  }
}

extension Double: ArgumentValue {
  /// `NUMBER`.
  public static var placeholder: String { "NUMBER" }
  /// Takes a finite decimal number with a point.
  public init(argument: RawArgument) throws(InvalidArgument) {
    let expected = "a number such as 0.5 (with a decimal point)"
    guard argument.bytes.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = argument.text.flatMap({ Double($0) }), value.isFinite
    else { throw InvalidArgument(expected: expected) }
    self = value
  }
  /// Whole numbers come without a fraction.
  public var argumentText: String {
    self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : description
  }
}

extension RawArgument: ArgumentValue {
  /// `PATH`.
  public static var placeholder: String { "PATH" }
  /// Raw words are mostly paths.
  public static var isFile: Bool { true }
  /// Takes any bytes.
  public init(argument: RawArgument) { self = argument }
  /// The word as text.
  public var argumentText: String { String(decoding: bytes, as: UTF8.self) }
}
