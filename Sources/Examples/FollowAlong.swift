import Fingerprinting
import SoundmarkLive

/// Cues at their time in a film, over a pause and a jump.
enum FollowAlong {
  static func run() throws -> Bool {
    let film = Music.piece(30, seconds: 90)
    let cues = (0..<9).map { number in
      MediaItem(
        title: "Cue \(number)",
        timeRanges: [Seconds(Double(number) * 10)..<Seconds(Double(number) * 10 + 4)])
    }
    let catalog = try Music.catalog([(film, cues)])
    var stream = try Music.stream(catalog)
    let second = Int(Music.rate.hertz)
    // 20 s of it, a pause of 10 s, 15 s more, then a jump to 60 s and 15 s from there.
    let parts: [(samples: [Float], position: Double?)] = [
      (Array(film[..<(20 * second)]), 0), (Music.silence(10), nil),
      (Array(film[(20 * second)..<(35 * second)]), 20),
      (Array(film[(60 * second)..<(75 * second)]), 60),
    ]
    var worst = 0.0
    var checked = 0
    var shown: [String] = []
    for part in parts {
      var played = 0.0
      for piece in Music.pieces(of: part.samples) {
        _ = try stream.take(piece)
        played += piece.duration.value
        guard let start = part.position, let match = stream.matches.last else { continue }
        let predicted = match.line.reference(at: stream.time)
        for item in MediaItemSelection.items(of: cues, at: predicted, skew: 0) {
          if let title = item.title, shown.last != title { shown.append(title) }
        }
        // After a jump it takes a few seconds to be sure.
        guard played > 6 else { continue }
        worst = max(worst, abs(predicted.value - start - played))
        checked += 1
      }
    }
    print("cues: \(shown.joined(separator: ", "))")
    print(
      "greatest error of the position: \((worst * 1000).rounded() / 1000) s in \(checked) looks")
    return worst <= 0.25 && checked > 250 && shown.contains("Cue 1") && shown.contains("Cue 7")
  }
}
