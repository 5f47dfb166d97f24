public import Fingerprinting

/// One recording of a catalog.
public struct CatalogTrack: Hashable, Encodable, Sendable {
  /// Its name in answers: as given when it was added.
  public var id: TrackID
  /// The files that hold it, with absolute paths: more than one where their contents are the same.
  public var paths: [FilePath]
  /// SHA-256 of the files' bytes.
  public var sha256: String
  /// How much sound was enrolled.
  public var duration: Seconds
  /// The decoder and its version.
  public var decoder: String
  /// What was odd about reading it.
  public var warnings: [String]
  /// What listeners are told.
  public var mediaItems: [MediaItem]
  /// Bytes of its stored signature.
  public var signatureBytes: Int

  private enum CodingKeys: String, CodingKey {
    case id, paths, sha256, duration, decoder, warnings, mediaItems, signatureBytes
  }

  /// Writes paths as `FilePath.description` has them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(paths.map(\.description), forKey: .paths)
    try container.encode(sha256, forKey: .sha256)
    try container.encode(duration, forKey: .duration)
    try container.encode(decoder, forKey: .decoder)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(mediaItems, forKey: .mediaItems)
    try container.encode(signatureBytes, forKey: .signatureBytes)
  }
}
