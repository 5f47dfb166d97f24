/// How signatures are indexed and searched, with the settings; one case for each kind of index.
public enum IndexRecipe: Hashable, Codable, Sendable {
  /// Pairs of peaks are hashed; agreeing time offsets are voted for.
  case offsetVoting(OffsetVotingConfiguration)
  /// Sub-fingerprints are looked up; places are verified by bit error rate.
  case bitFrames(BitFrameConfiguration)

  /// The family of signatures that the index takes.
  public var family: SignatureFamily {
    switch self {
    case .offsetVoting: .peaks
    case .bitFrames: .frames
    }
  }
}

/// A growing index, owned by one task; consumed into a frozen one.
public protocol SignatureIndexBuilder: ~Copyable {
  /// Adds a signature in stored form. Tracks get their order of insertion.
  mutating func insert(_ signature: Signature, as track: TrackID) throws(IndexError)
  /// Ends the growth.
  consuming func freeze() throws(IndexError) -> any SignatureIndex
}

/// A frozen index: a search is a function of index and query alone.
public protocol SignatureIndex: Sendable {
  /// The identity of the strategy whose signatures it holds.
  var builtWith: ComponentIdentity { get }
  /// Its size.
  var footprint: IndexFootprint { get }
  /// The tracks it holds, in order of insertion.
  var tracks: [TrackID] { get }

  /// The tracks most like the query, best first; ties in byte order of the track's name. At most
  /// one candidate a track.
  func search(_ query: Signature, limit: Int) throws(IndexError) -> SearchAnswer

  /// Writes the index to a file that `openIndex` maps into memory.
  func write(to path: FilePath) throws(IndexError)

  /// How long a track is; nil for a track that is not held, or where the index does not know.
  func duration(of track: TrackID) -> Seconds?

  /// How much of the evidence for one candidate of a query is evidence for another one as well: near
  /// 0 for two pieces of music that sound together, more where both are versions of one or share a
  /// loop.
  ///
  /// - Returns: the share, 0 … 1; nil where the index cannot tell.
  func sharedEvidence(
    of candidate: Candidate, with other: Candidate, in query: Signature
  ) -> Double?
}

extension SignatureIndex {
  /// Not known.
  public func duration(of track: TrackID) -> Seconds? { nil }

  /// Not known.
  public func sharedEvidence(
    of candidate: Candidate, with other: Candidate, in query: Signature
  ) -> Double? { nil }
}

/// What a search found and what it cost in things that can be counted.
public struct SearchAnswer: Hashable, Sendable {
  /// The candidates, best first.
  public var candidates: [Candidate]
  /// What the lead of the first is counted from; nil where nothing was found.
  public var runnerUp: RunnerUp?
  /// The work done.
  public var work: WorkCounters

  /// Joins the parts; the runner-up is the second candidate unless told.
  public init(candidates: [Candidate], runnerUp: RunnerUp? = nil, work: WorkCounters) {
    self.candidates = candidates
    self.runnerUp = runnerUp ?? RunnerUp(of: candidates)
    self.work = work
  }
}

/// Work in units that do not wobble as times do.
public struct WorkCounters: Hashable, Codable, Sendable {
  /// Hashes or sub-fingerprints looked up.
  public var lookups = 0
  /// Postings or positions read.
  public var postingsRead = 0
  /// Postings passed over because their hash is found everywhere.
  public var postingsSkipped = 0
  /// Candidate places verified in full.
  public var placesVerified = 0
  /// Frames compared bit by bit.
  public var framesCompared = 0

  /// No work.
  public init() {}

  /// The sum of two pieces of work.
  public static func + (left: WorkCounters, right: WorkCounters) -> WorkCounters {
    var sum = left
    sum.lookups += right.lookups
    sum.postingsRead += right.postingsRead
    sum.postingsSkipped += right.postingsSkipped
    sum.placesVerified += right.placesVerified
    sum.framesCompared += right.framesCompared
    return sum
  }
}

/// The size of an index and of what it was built from.
public struct IndexFootprint: Hashable, Codable, Sendable {
  /// Tracks held.
  public var tracks: Int
  /// Sound covered.
  public var duration: Seconds
  /// Encoded signatures in stored form.
  public var signatureBytes: Int
  /// The derived index in memory or in its mapped file.
  public var indexBytes: Int

  /// Joins the parts.
  public init(tracks: Int, duration: Seconds, signatureBytes: Int, indexBytes: Int) {
    self.tracks = tracks
    self.duration = duration
    self.signatureBytes = signatureBytes
    self.indexBytes = indexBytes
  }
}

/// What can go wrong with an index.
public enum IndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Strategy and index do not belong together.
  case identityMismatch(index: ComponentIdentity, strategy: ComponentIdentity)
  /// A signature of the other family was given.
  case familyMismatch(expected: SignatureFamily, found: SignatureFamily)
  /// The same track was inserted twice.
  case duplicateTrack(TrackID)
  /// More than the index can count.
  case capacity(String)
  /// An index file that cannot be used, and why.
  case unusableFile(path: String, reason: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .identityMismatch(let index, let strategy):
      "the index was built with \(index), the query with \(strategy); build the index again, or "
        + "ask with the strategy it was built with"
    case .familyMismatch(let expected, let found):
      "expected a signature of \(expected.rawValue), found one of \(found.rawValue)"
    case .duplicateTrack(let track): "track '\(track)' is in the index already"
    case .capacity(let what): what
    case .unusableFile(let path, let reason): "index file '\(path)' cannot be used: \(reason)"
    }
  }
}
