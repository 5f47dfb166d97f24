internal import Corpora
internal import Fingerprinting

/// A query before its audio is touched: a recording, and the seed of everything drawn for it.
struct PlannedQuery: Hashable, Sendable {
  /// Names recording and draw; the same at every length.
  let id: QueryID
  /// Nominal length.
  let length: Seconds
  /// The split that the track is of.
  let split: Split
  /// The track that is cut.
  let track: CorpusTrack
  /// The enrolled tracks that hold the same recording, the track itself first; empty for
  /// negatives.
  let answers: [TrackID]
  /// Where the excerpt begins is drawn from it.
  let seed: Seed
  /// The recording that is asked; absent where the query is cut from its track.
  var recorded: RecordedQuery?

  /// Every true answer to the query cut at a place.
  func truth(cutAt start: Seconds) -> [Occurrence] {
    recorded?.truth
      ?? answers.map { Occurrence(track: $0, alignment: Alignment(referenceStart: start)) }
  }

  /// Sound that a track must have after the earliest start: what every condition may use.
  ///
  /// It depends on nothing but the length, so that adding a condition moves no query.
  static func reach(for length: Seconds) -> Seconds { length * 1.5 + Seconds(1) }

  /// Places tried before a query is given up for silence.
  static let tries = 16

  /// The mean square (−60 dB) below which a place counts as silent and the next one is tried.
  static let silence = 1e-6

  /// Where the excerpt begins, at the given try: anywhere that leaves room for `reach(for:)`.
  func start(at rate: SampleRate, try number: Int) -> Seconds? {
    if recorded != nil { return .zero }
    return Excerpt.start(
      in: track.duration, needing: Self.reach(for: length), at: rate,
      seed: seed.deriving("start \(number)"))
  }
}
