/// Why a media item cannot be kept.
public struct MediaItemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which item, what was expected, what was found.
  public let description: String
  /// Makes an error of its words.
  public init(_ description: String) { self.description = description }

  init(_ item: MediaItem, _ problem: String) {
    description = "media item '\(item.title ?? item.identifier ?? "without a title")': \(problem)"
  }
}
