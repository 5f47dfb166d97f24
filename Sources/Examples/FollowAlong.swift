import Fingerprinting
import SoundmarkLive

/// Cues at their time in a film, over a minute of it with a pause and a jump.
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
    // 25 s of it, a pause of 10 s, 20 s more, then a jump to 65 s and 20 s from there: 65 s played.
    let parts: [(samples: [Float], position: Double?)] = [
      (Array(film[..<(25 * second)]), 0), (Music.silence(10), nil),
      (Array(film[(25 * second)..<(45 * second)]), 25),
      (Array(film[(65 * second)..<(85 * second)]), 65),
    ]
    var worst = 0.0
    var checked = 0
    var settled: [Double] = []
    var shown: [String] = []
    var begun = 0
    for part in parts {
      var played = 0.0
      begun += part.position == nil ? 0 : 1
      for piece in Music.pieces(of: part.samples) {
        _ = try stream.take(piece)
        played += piece.duration.value
        guard let start = part.position, let match = stream.matches.last else { continue }
        let predicted = match.line.reference(at: stream.time)
        for item in MediaItemSelection.items(of: cues, at: predicted, skew: 0) {
          if let title = item.title, shown.last != title { shown.append(title) }
        }
        let error = abs(predicted.value - start - played)
        // After a beginning or a jump it takes a few seconds to be sure.
        if error <= 0.25, settled.count < begun { settled.append(played) }
        guard played > 6 else { continue }
        worst = max(worst, error)
        checked += 1
      }
    }
    print("cues: \(shown.joined(separator: ", "))")
    print(
      "greatest error of the position: \((worst * 1000).rounded() / 1000) s in \(checked) looks")
    print("certain after \(settled.map { ($0 * 10).rounded() / 10 }) s of each part")
    return worst <= 0.25 && checked > 420 && settled.count == 3 && shown.contains("Cue 1")
      && shown.contains("Cue 7")
  }
}
