import Fingerprinting
import SoundmarkLive

/// Episodes with the same opening: sound alone cannot tell them apart there, later it can; metadata
/// picks the one that is wanted.
enum TelevisionEpisode {
  static func run() async throws -> Bool {
    let opening = Music.piece(20, seconds: 12)
    let episodes = (1...3).map { number in
      (
        samples: opening + Music.piece(UInt64(20 + number), seconds: 20),
        items: [
          MediaItem(title: "Episode \(number)", custom: ["Episode": .integer(Int64(number))])
        ]
      )
    }
    let session = Session(catalog: try Music.catalog(episodes))
    func ask(_ samples: ArraySlice<Float>) async throws -> [MatchedMediaItem] {
      let generator = SignatureGenerator()
      try generator.append(
        PCMBuffer(AudioBuffer(samples: Array(samples), sampleRate: Music.rate)))
      guard case .match(let match) = await session.result(from: generator.signature()) else {
        return []
      }
      return match.mediaItems
    }
    let second = Int(Music.rate.hertz)
    let atOpening = try await ask(opening[(2 * second)..<(8 * second)])
    let wanted = atOpening.filter { $0.custom["Episode"] == .integer(2) }
    let later = try await ask(episodes[2].samples[(18 * second)..<(25 * second)])
    print("opening: \(atOpening.compactMap(\.title).sorted())")
    print("of them episode 2: \(wanted.compactMap(\.title))")
    print("later: \(later.compactMap(\.title))")
    return atOpening.count == 3 && wanted.count == 1 && later.map(\.title) == ["Episode 3"]
  }
}
