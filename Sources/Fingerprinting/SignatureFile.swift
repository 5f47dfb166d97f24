internal import Checksums

/// A signature with what it can be traced to, as a file.
///
/// Law: decoding what was encoded gives the same value; any changed byte is noticed.
///
/// Bytes, in order; *number* is LEB128 in its shortest form, *text* is a number of bytes and then
/// UTF-8:
///
///     8 bytes  89 53 4D 4B 0D 0A 1A 0A: `SMK` and line ends, so that transfer as text is noticed
///     2 bytes  version 1, lowest byte first
///     text     the strategy's name
///     number   the strategy's revision r as 2r, or as −2r − 1 where it is negative
///     text     the digest of its configuration
///     text     its configuration as canonical JSON
///     1 byte   1 where a source is named, else 0
///     text     the source, where it is named
///     number   length of the signature's compact form
///     bytes    the compact form: see `Signature.encoded`
///     4 bytes  CRC-32 of all bytes before, lowest byte first
public struct SignatureFile: Hashable, Sendable {
  /// The usual end of the file's name.
  public static let fileExtension = "soundmark-signature"

  /// The strategy that made the signature.
  public var identity: ComponentIdentity
  /// The strategy's complete configuration as canonical JSON.
  public var configuration: String
  /// What the signature is of, as `FilePath.description` writes it.
  public var source: String?
  /// The signature, in query or stored form.
  public var signature: Signature

  /// Joins the parts.
  public init(
    identity: ComponentIdentity, configuration: String, source: String?, signature: Signature
  ) {
    self.identity = identity
    self.configuration = configuration
    self.source = source
    self.signature = signature
  }

  /// Whether bytes begin as those of a signature file do; eight are enough to tell.
  public static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

  private static let magic: [UInt8] = [0x89, 0x53, 0x4d, 0x4b, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let version: UInt16 = 1

  /// The file's bytes.
  public func encode() -> [UInt8] {
    var writer = BitWriter()
    writer.append(Self.magic)
    writer.append(littleEndian(Self.version))
    writer.appendCounted(Array(identity.name.utf8))
    let revision = Int64(identity.revision)
    writer.appendNumber(UInt64(bitPattern: revision << 1 ^ revision >> 63))
    writer.appendCounted(Array(identity.configurationDigest.utf8))
    writer.appendCounted(Array(configuration.utf8))
    writer.append([source == nil ? 0 : 1])
    if let source { writer.appendCounted(Array(source.utf8)) }
    writer.appendCounted(signature.encoded)
    writer.append(littleEndian(CRC32.checksum(of: writer.bytes)))
    return writer.bytes
  }

  /// Reads a file's bytes.
  ///
  /// - Parameter bytes: all of them.
  /// - Throws: `SignatureFileError` where they are not those of a signature file, or not as they
  ///   were written.
  public init(decoding bytes: [UInt8]) throws(SignatureFileError) {
    guard bytes.starts(with: Self.magic) else { throw .notASignatureFile }
    var reader = BitReader(bytes)
    _ = try reader.take(Self.magic.count)
    let version = try reader.fixed(UInt16.self)
    guard version == Self.version else {
      throw .unknownVersion(Int(version), known: Int(Self.version))
    }
    guard bytes.count >= 14 else { throw .cutShort }
    var end = BitReader(Array(bytes.suffix(4)))
    let stated = try end.fixed(UInt32.self)
    let found = CRC32.checksum(of: bytes[..<(bytes.count - 4)])
    guard stated == found else { throw .checksum(stated: stated, found: found) }

    let name = try reader.text()
    let folded = try reader.number()
    let revision = Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    let digest = try reader.text()
    identity = ComponentIdentity(
      name: name, revision: Int(revision), configurationDigest: digest)
    configuration = try reader.text()
    switch try reader.byte() {
    case 0: source = nil
    case 1: source = try reader.text()
    case let flag: throw .malformed("the source's flag is \(flag)")
    }
    signature = try Signature(decoding: Array(try reader.counted()))
    guard reader.bitsLeft == 32 else { throw .malformed("more follows where the end should be") }
  }
}

/// Bytes that are no signature.
public enum SignatureFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not begin as signature files do.
  case notASignatureFile
  /// It was made by a newer version of the program.
  case unknownVersion(Int, known: Int)
  /// It ends too early.
  case cutShort
  /// It is not as it was written.
  case checksum(stated: UInt32, found: UInt32)
  /// Its parts contradict each other.
  case malformed(String)

  /// What was expected, what was found and what to do; the caller names the file.
  public var description: String {
    switch self {
    case .notASignatureFile:
      "not a signature file: it does not begin as one; check the path"
    case .unknownVersion(let found, let known):
      "a signature of version \(found), this program knows version \(known); update the program"
    case .cutShort: "the signature is cut short; make it again"
    case .checksum(let stated, let found):
      "the signature is damaged: checksum \(String(stated, radix: 16)) expected, "
        + "\(String(found, radix: 16)) found; make it again"
    case .malformed(let what): "the signature is damaged: \(what); make it again"
    }
  }
}
