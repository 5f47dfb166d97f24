public import Fingerprinting

/// Where a query was cut and what is true of it before any condition: rows of `excerpts.csv`.
public struct ExcerptRow: Hashable, Sendable {
  /// The query; it names the same recording and draw at every length.
  public var query: QueryID
  /// Nominal query length in seconds.
  public var seconds: Double
  /// `calibration`, `test` or `tuning`.
  public var split: String
  /// The recording that the excerpt was cut from: the unit of clustering.
  public var recording: String
  /// The track whose file was cut.
  public var source: TrackID
  /// Where the excerpt begins in that file.
  public var start: Seconds
  /// Every true answer, the source first where it is enrolled; empty where no reference holds the
  /// query.
  public var truth: [Occurrence]

  /// Joins the parts.
  public init(
    query: QueryID, seconds: Double, split: String, recording: String, source: TrackID,
    start: Seconds, truth: [Occurrence]
  ) {
    self.query = query
    self.seconds = seconds
    self.split = split
    self.recording = recording
    self.source = source
    self.start = start
    self.truth = truth
  }
}

extension ExcerptRow {
  var key: CutKey { CutKey(query: query, length: Seconds(seconds)) }
}
