public import Fingerprinting

/// What a stream has shown.
public enum MatchEvent: Hashable, Sendable {
  /// A reference is heard.
  case started(LiveMatch)
  /// It is still heard; where in it may have become more exact, or have jumped.
  case updated(LiveMatch)
  /// It is no longer heard.
  case ended(LiveMatch)
  /// Nothing was found in a query of the greatest length, or in what was left at the end.
  case noMatch(FailedAttempt)

  /// The stream time at which this was decided.
  public var time: Seconds {
    switch self {
    case .started(let match), .updated(let match), .ended(let match): match.decidedAt
    case .noMatch(let attempt): attempt.end
    }
  }
}

/// A query that nothing was found for.
public struct FailedAttempt: Hashable, Sendable {
  /// The stream time of the query's first sample.
  public var start: Seconds
  /// The stream time of its end.
  public var end: Seconds
  /// Whether there was anything to search for: silence holds nothing.
  public var hadUsableAudio: Bool

  /// Joins the parts.
  public init(start: Seconds, end: Seconds, hadUsableAudio: Bool) {
    self.start = start
    self.end = end
    self.hadUsableAudio = hadUsableAudio
  }
}

/// A reference that is heard in a stream, as far as is known.
public struct LiveMatch: Hashable, Sendable {
  /// Another reference that sounds the same: a version, a remix, or one that shares a loop.
  public struct Alternative: Hashable, Sendable {
    /// The reference.
    public var track: TrackID
    /// The highest score that it had.
    public var score: Double
    /// Which of its time belongs to which stream time.
    public var line: ReferenceLine
    /// The stream time at which it was found.
    public var since: Seconds

    /// Joins the parts.
    public init(track: TrackID, score: Double, line: ReferenceLine, since: Seconds) {
      self.track = track
      self.score = score
      self.line = line
      self.since = since
    }
  }

  /// The match's number in the stream, counted from 0 in the order of `started`.
  public var number: Int
  /// The reference.
  public var track: TrackID
  /// The number of the ended match that this one continues: the reference was out of hearing for a
  /// while and is now where it would have got to.
  public var continues: Int?
  /// The strategy's score of the latest supporting query.
  public var score: Double
  /// The highest other reference's score in that query; 0 where there was none.
  public var runnerUpScore: Double
  /// The seconds of sound in that query.
  public var queryLength: Seconds
  /// The probability that the answer is right; absent where nothing was calibrated.
  public var confidence: Double?
  /// Which reference time belongs to which stream time.
  public var line: ReferenceLine
  /// The stream time of the first sample of the query that found it.
  public var queryStart: Seconds
  /// When it began to be heard, as stream time.
  public var start: Seconds
  /// Up to when it has been heard, as stream time.
  public var end: Seconds
  /// The stream time at which this was decided.
  public var decidedAt: Seconds
  /// Whether the position jumped: the reference was paused, wound or repeats itself.
  public var hasJumped: Bool
  /// Other references with the same sound, the best first: no matches of their own.
  public var alternatives: [Alternative] = []
  /// The numbers of earlier matches of the same sound that were no better than alternatives, as
  /// this one shows.
  public var supersedes: [Int] = []

  /// Joins the parts.
  public init(
    number: Int, track: TrackID, continues: Int? = nil, score: Double, runnerUpScore: Double = 0,
    queryLength: Seconds, confidence: Double? = nil, line: ReferenceLine, queryStart: Seconds,
    start: Seconds, end: Seconds, decidedAt: Seconds, hasJumped: Bool = false
  ) {
    self.number = number
    self.track = track
    self.continues = continues
    self.score = score
    self.runnerUpScore = runnerUpScore
    self.queryLength = queryLength
    self.confidence = confidence
    self.line = line
    self.queryStart = queryStart
    self.start = start
    self.end = end
    self.decidedAt = decidedAt
    self.hasJumped = hasJumped
  }

  /// The reference time at the first sample of the query that found it; negative where the query
  /// begins before the reference does.
  public var matchOffset: Seconds { line.reference(at: queryStart) }
  /// Query frequency / reference frequency − 1, assumed from the time scale as for sound that is only
  /// played faster or slower.
  public var frequencySkew: Double { line.timeScale - 1 }
}

/// A straight line that says which reference time belongs to which stream time.
public struct ReferenceLine: Hashable, Codable, Sendable {
  /// A reference time.
  public var reference: Seconds
  /// The stream time at which it is heard.
  public var stream: Seconds
  /// Reference seconds per stream second.
  public var timeScale: Double

  /// Joins the parts.
  public init(reference: Seconds, stream: Seconds, timeScale: Double = 1) {
    self.reference = reference
    self.stream = stream
    self.timeScale = timeScale
  }

  /// The reference time that is heard at a stream time.
  public func reference(at time: Seconds) -> Seconds {
    reference + (time - stream) * timeScale
  }

  /// The stream time at which a reference time is heard.
  public func stream(at time: Seconds) -> Seconds {
    stream + (time - reference) * (1 / timeScale)
  }
}
