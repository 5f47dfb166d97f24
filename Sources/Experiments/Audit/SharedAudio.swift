internal import Corpora
internal import Fingerprinting
internal import Indexing

/// The sound that two tracks have in common, as windows of one that were found in the other.
struct SharedAudio: Sendable {
  var one: CorpusTrack
  var other: CorpusTrack
  /// Windows of the first that were found in the second, and windows asked.
  var found = 0
  var asked = 0
  /// Where the first was found: its time and the other's.
  var first: (own: Seconds, other: Seconds)
  /// The highest score.
  var score = 0.0
  /// How well the samples agree, 0 … 1, where those were compared.
  var likeness: Double?

  /// The share of the first that is in the second.
  var share: Double { asked == 0 ? 0 : Double(found) / Double(asked) }
}

/// Asks an index of all tracks for each window of a track.
struct WindowSearch: Sendable {
  let index: any SignatureIndex
  let window: Seconds
  let acceptAtLeast: Double

  /// What was found of a track in others, by the other's ID.
  func search(
    _ track: CorpusTrack, _ signature: Signature, among tracks: [TrackID: CorpusTrack]
  ) throws -> [SharedAudio] {
    let length = max(1, Int(window.value / signature.frameDuration.value))
    var shared: [TrackID: SharedAudio] = [:]
    var asked = 0
    for start in stride(from: 0, to: max(1, signature.frameCount - length / 2), by: length) {
      try Task.checkCancellation()
      let slice = signature.slice(start..<start + length)
      if slice.isEmpty { continue }
      asked += 1
      for candidate in try index.search(slice, limit: 12).candidates {
        guard candidate.score >= acceptAtLeast, candidate.track != track.id,
          let other = tracks[candidate.track]
        else { continue }
        let place = (
          own: signature.frameDuration * Double(start), other: candidate.alignment.referenceStart
        )
        var common =
          shared[candidate.track] ?? SharedAudio(one: track, other: other, first: place)
        common.found += 1
        common.score = max(common.score, candidate.score)
        shared[candidate.track] = common
      }
    }
    return shared.keys.sorted().compactMap { id in
      var common = shared[id]
      common?.asked = asked
      return common
    }
  }
}
