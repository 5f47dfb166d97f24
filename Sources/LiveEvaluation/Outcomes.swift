/// What a stream of an enrolled recording showed.
public struct StreamOutcome: Hashable, Sendable {
  /// The condition's label.
  public var condition: String
  /// The stream's number.
  public var stream: Int
  /// The track that it was cut from.
  public var track: String
  /// The track's recording, by which results are clustered.
  public var recording: String
  /// Seconds of sound until the right recording was first named.
  public var firstRight: Double?
  /// Seconds of sound until it was first named at the right position.
  public var firstAligned: Double?
  /// Error of the position then, in seconds.
  public var offsetError: Double?
  /// Error of the skew at the last right position.
  public var skewError: Double?
  /// Matches that started: more than one is flicker.
  public var starts = 0
  /// Of them, those of another recording.
  public var wrongStarts = 0
  /// Whether the stream's signature is, bit for bit, that of the same sound made at once.
  public var hasOfflineSignature = false
  /// Whether that signature's answer is the one that a run of an experiment gets for the sound.
  public var hasOfflineAnswer = false
  /// Processor time for conversion and matching; no part of what is compared.
  public var processorSeconds = 0.0
  /// Seconds of the call in which the right recording was first named; no part of what is compared.
  public var decisionSeconds: Double?

  init(condition: String, stream: Int, track: String, recording: String) {
    self.condition = condition
    self.stream = stream
    self.track = track
    self.recording = recording
  }
}

/// What a recording that is not enrolled showed.
public struct ForeignOutcome: Hashable, Sendable {
  /// A match that started, and must not have.
  public struct Alarm: Hashable, Sendable {
    /// When it was decided, in seconds.
    public var time: Double
    /// What was claimed.
    public var track: String
    /// Its score.
    public var score: Double
    /// Seconds of the query.
    public var queryLength: Double
  }

  /// The condition's label.
  public var condition: String
  /// The track.
  public var track: String
  /// The track's recording.
  public var recording: String
  /// The track's split.
  public var split: String
  /// Whether it was played in attempts of their own rather than as one stream.
  public var isInAttempts: Bool
  /// How much of it was played.
  public var seconds = 0.0
  /// The matches that started.
  public var alarms: [Alarm] = []
  /// Processor time for conversion and matching; no part of what is compared.
  public var processorSeconds = 0.0

  init(condition: String, track: String, recording: String, split: String, isInAttempts: Bool) {
    self.condition = condition
    self.track = track
    self.recording = recording
    self.split = split
    self.isInAttempts = isInAttempts
  }
}

/// A part of a set, and what the setlist made of it.
public struct SetOutcome: Hashable, Sendable {
  /// How a part follows the one before.
  public enum Transition: String, Hashable, Sendable, CaseIterable {
    /// At once.
    case cut
    /// After some seconds of silence.
    case silence
    /// After some seconds of a recording that is not enrolled.
    case stranger
    /// Faded in while the one before fades out.
    case crossfade
  }

  /// The condition's label.
  public var condition: String
  /// The set's number.
  public var set: Int
  /// How the part began.
  public var transition: Transition
  /// The track that it was cut from.
  public var track: String
  /// The track's recording.
  public var recording: String
  /// Where it begins in the set.
  public var start: Double
  /// Where it ends.
  public var end: Double
  /// The beginning that the setlist has for it; nil where it is missing.
  public var foundStart: Double?
  /// The end that the setlist has for it.
  public var foundEnd: Double?
  /// Further entries of the same recording within the part.
  public var repeats = 0
}

/// An entry of a setlist that belongs to no part of the set.
public struct FalseEntry: Hashable, Sendable {
  /// The condition's label.
  public var condition: String
  /// The set's number.
  public var set: Int
  /// What was claimed.
  public var track: String
  /// From when on.
  public var start: Double
  /// Until when.
  public var end: Double
}

/// The best answer to one search of a stream.
public struct SearchTrace: Hashable, Sendable {
  /// The condition's label.
  public var condition: String
  /// The stream or track.
  public var name: String
  /// Stream time of the search.
  public var time: Double
  /// Seconds of the query.
  public var queryLength: Double
  /// The best answer.
  public var track: String
  /// Its score.
  public var score: Double
  /// The next one's score.
  public var runnerUp: Double
  /// The reference time at the query's first sample.
  public var position: Double
  /// Query frequency / reference frequency − 1.
  public var skew: Double
  /// Whether it is the right recording; nil where none is.
  public var isRight: Bool?
}
