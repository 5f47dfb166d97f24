/// What can go wrong in live matching, with a number that does not change.
public struct LiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors; the numbers are stable.
  public enum Code: Int, Hashable, Codable, Sendable, CaseIterable {
    /// The sound's format is impossible, or not allowed.
    case invalidAudioFormat = 100
    /// The times of two pieces of sound do not fit together.
    case audioDiscontinuity = 101
    /// A signature cannot be used: it is damaged, of another strategy, or of silence.
    case signatureInvalid = 200
    /// A signature is too short or too long to ask with.
    case signatureDurationInvalid = 201
    /// The attempt failed; it says nothing of whether there is a match.
    case matchAttemptFailed = 202
    /// A catalog cannot be used.
    case customCatalogInvalid = 300
    /// A catalog's place cannot be read or written.
    case customCatalogInvalidURL = 301
    /// A library could not be changed.
    case mediaLibrarySyncFailed = 400
    /// Something that should not happen.
    case internalError = 500
    /// A media item could not be fetched.
    case mediaItemFetchFailed = 600
  }

  /// The kind.
  public let code: Code
  /// What was expected, what was found, what to do.
  public let description: String

  /// Joins the parts.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The name of the group of errors that the numbers belong to.
  public static let domain = "SoundmarkErrorDomain"
}
