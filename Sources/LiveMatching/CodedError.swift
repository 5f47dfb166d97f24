public import AudioFiles
public import Catalogs
public import Files
public import Fingerprinting
public import Foundation
public import Processes
public import SQLite
public import Scoring

/// An error that keeps its words and its number wherever errors go.
///
/// `localizedDescription` is `description`; the domain is `LiveError.domain`.
public protocol CodedError: LocalizedError, CustomNSError, CustomStringConvertible {
  /// The kind.
  var kind: LiveError.Code { get }
}

extension CodedError {
  /// The error in words.
  public var errorDescription: String? { description }
  /// The name of the group of errors that the numbers belong to.
  public static var errorDomain: String { LiveError.domain }
  /// The number of the kind.
  public var errorCode: Int { kind.rawValue }
  /// The words for who asks for them as other platforms do.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension LiveError: CodedError {
  /// The kind.
  public var kind: Code { code }
}

// What the parts below throw reaches callers as it is.

extension PCMFormatError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .invalidAudioFormat }
}

extension AudioFileError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .invalidAudioFormat }
}

extension PCMSourceError: CodedError {
  /// The kind: of sound that cannot be used, or of an attempt that can be made again.
  public var kind: LiveError.Code {
    if case .unusable = self { .invalidAudioFormat } else { .matchAttemptFailed }
  }
}

extension SignatureFileError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .signatureInvalid }
}

extension ChromaprintTextError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .signatureInvalid }
}

extension StrategyError: CodedError {
  /// The kind.
  public var kind: LiveError.Code {
    if case .resources = self { .internalError } else { .signatureInvalid }
  }
}

extension IndexError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalid }
}

extension ConfigurationError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalid }
}

extension CatalogError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalid }
}

extension MediaItemError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalid }
}

extension CalibrationError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalid }
}

extension OperatingPointsError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalid }
}

extension SQLiteError: CodedError {
  /// The kind: of a file that is no catalog or a damaged one, or of a place that is not to be had.
  public var kind: LiveError.Code {
    switch reason {
    case .busy, .readOnly, .cannotOpen, .full: .customCatalogInvalidURL
    default: .customCatalogInvalid
    }
  }
}

extension FileError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .customCatalogInvalidURL }
}

extension LibraryError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .mediaLibrarySyncFailed }
}

extension ProgramError: CodedError {
  /// The kind.
  public var kind: LiveError.Code { .internalError }
}
