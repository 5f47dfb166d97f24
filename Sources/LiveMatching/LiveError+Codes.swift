extension LiveError {
  /// The sound's format is impossible, or not allowed.
  public static var invalidAudioFormat: Code { .invalidAudioFormat }
  /// The times of two pieces of sound do not fit together.
  public static var audioDiscontinuity: Code { .audioDiscontinuity }
  /// A signature cannot be used: it is damaged, of another strategy, or of silence.
  public static var signatureInvalid: Code { .signatureInvalid }
  /// A signature is too short or too long to ask with.
  public static var signatureDurationInvalid: Code { .signatureDurationInvalid }
  /// The attempt failed; it says nothing of whether there is a match.
  public static var matchAttemptFailed: Code { .matchAttemptFailed }
  /// A catalog cannot be used.
  public static var customCatalogInvalid: Code { .customCatalogInvalid }
  /// A catalog's place cannot be read or written.
  public static var customCatalogInvalidURL: Code { .customCatalogInvalidURL }
  /// A library could not be changed.
  public static var mediaLibrarySyncFailed: Code { .mediaLibrarySyncFailed }
  /// Something that should not happen.
  public static var internalError: Code { .internalError }
  /// A media item could not be fetched.
  public static var mediaItemFetchFailed: Code { .mediaItemFetchFailed }
}

extension LiveError.Code {
  /// Whether an error is of this kind, for `catch` and `case`; every error of the library is of one.
  public static func ~= (code: LiveError.Code, error: any Error) -> Bool {
    (error as? any CodedError)?.kind == code
  }
}
