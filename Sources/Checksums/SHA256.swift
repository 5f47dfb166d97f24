internal import CCrypto
public import Foundation

/// SHA-256 by libcrypto, of whole data or of a growing stream.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// Starts a digest.
  public init() {
    // Both calls fail only without memory, where nothing else would run either.
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("libcrypto offers no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    EVP_DigestUpdate(context, start, bytes.count)
  }

  /// Ends the digest and returns it as 64 hexadecimal digits.
  public consuming func finishHex() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in digest { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digest of whole data, as 64 hexadecimal digits.
  public static func hexDigest(of data: Data) -> String {
    var digest = SHA256()
    data.withUnsafeBytes { digest.update($0) }
    return digest.finishHex()
  }
}
