import Fingerprinting
import SoundmarkLive

/// Two phones at a party hear parts of the same evening; together they know what was played.
enum PartyPlaylist {
  static func run() throws -> Bool {
    let songs = (1...4).map { Music.piece(UInt64($0), seconds: 30) }
    let catalog = try Music.catalog(
      songs.enumerated().map { ($1, [MediaItem(title: "Song \($0 + 1)")]) })
    let evening = songs.flatMap { $0 + Music.silence(2) }
    // One comes from the beginning and goes after 70 s; the other comes after 40 s and stays.
    let second = Int(Music.rate.hertz)
    let first = try Music.setlist(of: Array(evening[..<(70 * second)]), catalog)
    let other = try Music.setlist(of: Array(evening[(40 * second)...]), catalog).map { entry in
      var moved = entry
      moved.start = moved.start + Seconds(40)
      moved.end = moved.end + Seconds(40)
      return moved
    }
    let playlist = Setlist.merged([first, other])
    for entry in playlist { print("\(Int(entry.start.value)) s  \(entry.track)") }
    return playlist.map(\.track.rawValue) == (1...4).map { "Song \($0)" }
  }
}
