import Fingerprinting
import SoundmarkLive

/// A recorded set with talk, a gap and a crossfade becomes a list with times.
///
/// Only recordings are found: a song that a band plays anew is another recording.
enum ConcertSetlist {
  static func run() throws -> Bool {
    let songs = (11...14).map { Music.piece(UInt64($0), seconds: 25) }
    let catalog = try Music.catalog(
      songs.enumerated().map { ($1, [MediaItem(title: "Number \($0 + 1)")]) })
    var set = songs[0] + Music.silence(3) + songs[1]
    // The third fades in over the last five seconds of the second.
    let fade = Int(5 * Music.rate.hertz)
    let start = set.count - fade
    for place in 0..<fade {
      let share = Float(place) / Float(fade)
      set[start + place] = set[start + place] * (1 - share) + songs[2][place] * share
    }
    set += songs[2][fade...]
    let talk = Music.piece(99, seconds: 8)
    set += talk + songs[3]
    let expected = [0, 28, 48, 81.0]
    let entries = try Music.setlist(of: set, catalog)
    for entry in entries {
      print(
        "\(Int(entry.start.value.rounded()))–\(Int(entry.end.value.rounded())) s  \(entry.track)")
    }
    return entries.count == 4
      && zip(entries, expected).allSatisfy { abs($0.start.value - $1) < 2.5 }
  }
}
