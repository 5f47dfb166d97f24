/// Names a query: the second of the two seams.
///
/// Ours is a strategy and an index; a program in any language is another.
public protocol Recognizer: Sendable {
  /// What results are traced to.
  var identity: ComponentIdentity { get }
  /// The size of its reference data.
  var footprint: IndexFootprint { get }
  /// Ranks the references for a query.
  ///
  /// - Parameter query: mono sound at any rate.
  /// - Returns: the candidates, best first, and what they cost.
  /// - Throws: whatever kept the recognizer from answering.
  func identify(_ query: AudioBuffer) async throws -> Identification
}

/// Where a query lies in a reference.
public struct Alignment: Hashable, Codable, Sendable {
  /// The reference time at the query's first sample; negative where the query begins earlier.
  ///
  /// `Seconds.unknown` in the truth of a recording whose place was not noted.
  public var referenceStart: Seconds
  /// Reference seconds per query second.
  public var timeScale: Double
  /// Query frequency / reference frequency − 1: +0.05 where 100 Hz sounds at 105 Hz; nil where only
  /// the time scale was measured, as a tempo may change and the pitch stay.
  public var frequencySkew: Double?

  /// Joins the parts; neither scaled nor skewed unless told.
  public init(referenceStart: Seconds, timeScale: Double = 1, frequencySkew: Double? = 0) {
    self.referenceStart = referenceStart
    self.timeScale = timeScale
    self.frequencySkew = frequencySkew
  }

  /// The frequency skew; where it was not measured that of sound which is only played faster or
  /// slower, `timeScale` − 1: an assumption.
  public var assumedFrequencySkew: Double { frequencySkew ?? timeScale - 1 }
}

/// One possible answer.
public struct Candidate: Hashable, Codable, Sendable {
  /// The reference.
  public var track: TrackID
  /// The strategy's own number; higher is better.
  public var score: Double
  /// The probability that the answer is right; absent where nothing was calibrated.
  public var confidence: Double?
  /// Where the query lies in it.
  public var alignment: Alignment
  /// The part of the query that supports the answer.
  public var support: Support

  /// Joins the parts.
  public init(
    track: TrackID, score: Double, confidence: Double? = nil, alignment: Alignment,
    support: Support
  ) {
    self.track = track
    self.score = score
    self.confidence = confidence
    self.alignment = alignment
    self.support = support
  }
}

/// The evidence for a candidate, for information: decisions go by score.
public struct Support: Hashable, Codable, Sendable {
  /// Distinct pieces of evidence that agree; never more than the query or the reference holds.
  public var matched: Int
  /// Pieces of evidence that the query holds.
  public var offered: Int
  /// Query time of the first agreeing piece.
  public var first: Seconds
  /// Query time of the last agreeing piece.
  public var last: Seconds

  /// Joins the parts.
  public init(matched: Int, offered: Int, first: Seconds, last: Seconds) {
    self.matched = matched
    self.offered = offered
    self.first = first
    self.last = last
  }
}

/// How a query was met.
public enum QueryStatus: String, Hashable, Codable, Sendable {
  /// It was searched.
  case searched
  /// It is shorter than the strategy can use.
  case tooShort = "too_short"
  /// It holds nothing to go by: silence, or too even a sound.
  case noUsableAudio = "no_usable_audio"
}

/// The answer to a query: ranked candidates and what they cost.
public struct Identification: Hashable, Codable, Sendable {
  /// The candidates, best first.
  public var candidates: [Candidate]
  /// What the lead of the first is counted from; nil where nothing was found.
  public var runnerUp: RunnerUp?
  /// How the query was met.
  public var status: QueryStatus
  /// Bytes of the query's encoded signature, in query form.
  public var signatureBytes: Int
  /// The work of the search.
  public var work: WorkCounters
  /// The time of extraction (resampling included) and search.
  public var latency: LatencyParts

  /// Joins the parts; the runner-up is the second candidate unless told.
  public init(
    candidates: [Candidate], runnerUp: RunnerUp? = nil, status: QueryStatus, signatureBytes: Int,
    work: WorkCounters, latency: LatencyParts
  ) {
    self.candidates = candidates
    self.runnerUp = runnerUp ?? RunnerUp(of: candidates)
    self.status = status
    self.signatureBytes = signatureBytes
    self.work = work
    self.latency = latency
  }

  /// Whether another reference has (nearly) the best score.
  public var isAmbiguous: Bool { candidates.isAmbiguous(runnerUp: runnerUp) }

  /// The same answer without some tracks, as if the catalog did not have them.
  ///
  /// Where no other candidate is left, nothing is known of a lead, and there is none.
  public func excluding(_ tracks: Set<TrackID>) -> Identification {
    guard candidates.contains(where: { tracks.contains($0.track) }) else { return self }
    var answer = self
    answer.candidates.removeAll { tracks.contains($0.track) }
    answer.runnerUp =
      RunnerUp(of: answer.candidates)
      ?? answer.candidates.first.map { RunnerUp(score: $0.score, isFound: false) }
    return answer
  }

  /// The same answer with no more candidates than wanted; what is known of the runner-up stays.
  public func limited(to limit: Int) -> Identification {
    var answer = self
    answer.candidates = Array(candidates.prefix(limit))
    return answer
  }
}

/// The parts of an answer's time.
public struct LatencyParts: Hashable, Codable, Sendable {
  /// Reading the audio.
  public var decode: Seconds
  /// From samples to signature, resampling included.
  public var extract: Seconds
  /// From signature to candidates.
  public var search: Seconds

  /// Joins the parts.
  public init(decode: Seconds = .zero, extract: Seconds = .zero, search: Seconds = .zero) {
    self.decode = decode
    self.extract = extract
    self.search = search
  }
}
