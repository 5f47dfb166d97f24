internal import Catalogs
internal import Fingerprinting
internal import Foundation

/// What the references of a catalog are called.
struct MediaTitles: Sendable {
  private let titles: [TrackID: SetlistText.Title]

  init(_ tracks: [CatalogTrack]) {
    titles = Dictionary(
      tracks.map { track in
        let item = Self.main(track)
        return (
          track.id,
          SetlistText.Title(
            title: item?.title ?? Self.stem(of: track.id), artist: item?.artist,
            identifier: item?.identifier, isrc: item?.isrc,
            url: (item?.webURL ?? item?.storeURL)?.absoluteString, file: track.paths.first)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The item that is about all of a recording, else its first.
  private static func main(_ track: CatalogTrack) -> MediaItem? {
    track.mediaItems.first { $0.timeRanges.isEmpty } ?? track.mediaItems.first
  }

  /// The title of a reference; the stem of its name where it has none.
  func title(of track: TrackID) -> SetlistText.Title {
    titles[track] ?? SetlistText.Title(title: Self.stem(of: track), artist: nil)
  }

  /// The last part of a path without its ending.
  private static func stem(of track: TrackID) -> String {
    let name = track.rawValue.split(separator: "/").last.map(String.init) ?? track.rawValue
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
