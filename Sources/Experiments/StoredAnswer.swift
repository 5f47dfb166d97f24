internal import Corpora
internal import Fingerprinting

/// A true answer as the store keeps it: a track's name alone where its place is that of the cut.
enum StoredAnswer: Codable {
  case cut(TrackID)
  case recorded(Occurrence)

  private enum CodingKeys: String, CodingKey {
    case track, start
    case scale, skew
  }

  init(from decoder: any Decoder) throws {
    if let track = try? decoder.singleValueContainer().decode(TrackID.self) {
      self = .cut(track)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decodeIfPresent(Seconds.self, forKey: .start)
    self = .recorded(
      Occurrence(
        track: try container.decode(TrackID.self, forKey: .track),
        alignment: Alignment(
          referenceStart: start ?? .unknown,
          timeScale: try container.decode(Double.self, forKey: .scale),
          frequencySkew: try container.decode(Double.self, forKey: .skew))))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .cut(let track):
      var container = encoder.singleValueContainer()
      try container.encode(track)
    case .recorded(let occurrence):
      var container = encoder.container(keyedBy: CodingKeys.self)
      let alignment = occurrence.alignment
      try container.encode(occurrence.track, forKey: .track)
      if alignment.referenceStart.isKnown {
        try container.encode(alignment.referenceStart, forKey: .start)
      }
      try container.encode(alignment.timeScale, forKey: .scale)
      try container.encode(alignment.assumedFrequencySkew, forKey: .skew)
    }
  }

  /// The answer to a query cut at a place, rounded as records keep it.
  ///
  /// Time scale and skew of a recording come with the change that its condition makes.
  func occurrence(cutAt start: Seconds) -> Occurrence {
    switch self {
    case .cut(let track):
      return Occurrence(track: track, alignment: Alignment(referenceStart: start))
    case .recorded(let occurrence):
      let start = Seconds(Rounding.fine(occurrence.alignment.referenceStart.value))
      return Occurrence(
        track: occurrence.track, alignment: Alignment(referenceStart: start))
    }
  }
}

extension PlannedQuery {
  /// The true answers as the store keeps them.
  var storedAnswers: [StoredAnswer] {
    recorded?.truth.map { .recorded($0) } ?? answers.map { .cut($0) }
  }
}
