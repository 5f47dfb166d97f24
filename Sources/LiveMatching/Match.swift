/// What a query was found to be.
public struct Match: Hashable, Sendable {
  /// The items of all references that match, the best reference's first.
  ///
  /// The items of one reference stand together, in the order of `MediaItemSelection`.
  public let mediaItems: [MatchedMediaItem]
  /// What was asked.
  public let querySignature: AudioSignature

  /// Joins the parts.
  public init(mediaItems: [MatchedMediaItem], querySignature: AudioSignature) {
    self.mediaItems = mediaItems
    self.querySignature = querySignature
  }
}
