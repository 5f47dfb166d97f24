public import Catalogs
internal import Foundation
internal import LiveMatching
internal import SoundmarkLive

extension MediaItem {
  /// The item with an identifier, from the default catalog, else from this program's library.
  ///
  /// - Parameter shazamID: the publisher's own name for the item.
  /// - Returns: the item.
  /// - Throws: `SHError` with the code `mediaItemFetchFailed` where neither has one.
  public static func fetch(shazamID: String) async throws -> MediaItem {
    let catalog = DefaultCatalog()
    let contents = try? catalog.contents()
    // In order of the references, so that of two that have one identifier it is always the same.
    let known = contents?.index.tracks.lazy.flatMap { contents?.mediaItems[$0] ?? [] }
    if let item = known?.first(where: { $0.identifier == shazamID }) { return item }
    let kept = await SHLibrary.default.items
    if let item = kept.first(where: { $0.identifier == shazamID }) { return item }
    throw LiveError(
      .mediaItemFetchFailed,
      "neither the default catalog at \(catalog.url.path) nor the library has an item with the "
        + "identifier '\(shazamID)'")
  }

  /// The item with an identifier, as `fetch(shazamID:)` finds it.
  ///
  /// - Parameters:
  ///   - shazamID: the publisher's own name for the item.
  ///   - completionHandler: gets the item or an error, on no particular thread.
  public static func fetch(
    shazamID: String, completionHandler: @escaping @Sendable (MediaItem?, (any Error)?) -> Void
  ) {
    completing(completionHandler) { try await fetch(shazamID: shazamID) }
  }
}
