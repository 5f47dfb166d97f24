internal import AudioFiles
internal import Fingerprinting

extension MediaItem {
  /// What a sound file says of itself: title, artist, ISRC, and the album as the field `album` of its
  /// own; nil where it says nothing.
  init?(tagsOf path: FilePath) {
    let tags = AudioTags(of: path)
    guard !tags.isEmpty else { return nil }
    self.init(
      title: tags.title, artist: tags.artist, isrc: tags.isrc,
      custom: tags.album.map { ["album": .string($0)] } ?? [:])
  }
}
