/// Names one reference recording of a corpus or catalog.
///
/// Compared and ordered byte by byte: two spellings that Unicode calls equal are two tracks here, because file names are bytes.
public struct TrackID: Sendable, CustomStringConvertible, ByteComparedIdentifier {
  /// The name as written.
  public let rawValue: String
  /// Names a track.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names one query of a plan: an excerpt of a recording at a place and length.
public struct QueryID: Sendable, CustomStringConvertible, ByteComparedIdentifier {
  /// The name as written.
  public let rawValue: String
  /// Names a query.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names one trial (recognizer × condition × query length) by the digest of all that decides its
/// answers.
public struct TrialID: Sendable, CustomStringConvertible, ByteComparedIdentifier {
  /// The digest, in hexadecimal.
  public let rawValue: String
  /// Names a trial.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A name that is compared, hashed and ordered by its UTF-8 bytes, so that neither Unicode
/// normalisation nor locale can merge two names or change an order.
public protocol ByteComparedIdentifier: Hashable, Comparable, Codable {
  /// The name as written.
  var rawValue: String { get }
  /// Makes the identifier of a name.
  init(_ rawValue: String)
}

extension ByteComparedIdentifier {
  /// Equal when the bytes are.
  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }
  /// Orders by bytes.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte) }
  }
  /// Reads a bare string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
  /// Writes a bare string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
  /// The name as written.
  public var description: String { rawValue }
}
