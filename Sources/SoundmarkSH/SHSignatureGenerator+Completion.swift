public import Foundation
public import LiveMatching
internal import SoundmarkLive

extension SignatureGenerator {
  /// The signature of a whole file, made with the standard strategy.
  ///
  /// - Parameters:
  ///   - url: a sound file.
  ///   - completionHandler: gets the signature or an error, on no particular thread.
  public static func signature(
    from url: URL, completionHandler: @escaping @Sendable (AudioSignature?, (any Error)?) -> Void
  ) {
    completing(completionHandler) { try await signature(from: url) }
  }
}
