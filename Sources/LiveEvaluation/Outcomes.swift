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
  /// Processor time for conversion and matching; no part of what is compared.
  public var processorSeconds = 0.0

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
  /// How much of it was played.
  public var seconds: Double
  /// The matches that started.
  public var alarms: [Alarm] = []
  /// Processor time for conversion and matching; no part of what is compared.
  public var processorSeconds = 0.0

  init(condition: String, track: String, recording: String, split: String, seconds: Double) {
    self.condition = condition
    self.track = track
    self.recording = recording
    self.split = split
    self.seconds = seconds
  }
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
  /// Whether it is the right recording; nil where none is.
  public var isRight: Bool?
}
