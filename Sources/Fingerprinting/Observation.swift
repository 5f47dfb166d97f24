/// What is true of a query.
public enum GroundTruth: Hashable, Codable, Sendable {
  /// The query is in these places of the references; several true answers are legal.
  case present([Occurrence])
  /// No reference holds it.
  case absent
}

/// One true answer.
public struct Occurrence: Hashable, Codable, Sendable {
  /// The reference.
  public var track: TrackID
  /// Where the query lies in it.
  public var alignment: Alignment

  /// Joins the parts.
  public init(track: TrackID, alignment: Alignment) {
    self.track = track
    self.alignment = alignment
  }
}

/// What happened to one query in one trial, not what we think of it: no threshold yet.
public struct Observation: Hashable, Codable, Sendable {
  /// The recognizer, condition and length.
  public var trial: TrialID
  /// The query.
  public var query: QueryID
  /// What is true of it.
  public var truth: GroundTruth
  /// The answer; absent where the recognizer failed.
  public var identification: Identification?
  /// Why there is no answer.
  public var failure: String?

  /// Joins the parts.
  public init(
    trial: TrialID, query: QueryID, truth: GroundTruth, identification: Identification?,
    failure: String?
  ) {
    self.trial = trial
    self.query = query
    self.truth = truth
    self.identification = identification
    self.failure = failure
  }
}
