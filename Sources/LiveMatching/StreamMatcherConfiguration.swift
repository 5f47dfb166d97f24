public import Catalogs
public import Fingerprinting
internal import Scoring

/// When a stream is searched, and what counts as found, kept and lost.
///
/// All times are stream time.
public struct StreamMatcherConfiguration: ComponentConfiguration {
  /// A length of query and the least score at which an answer to it is accepted.
  public struct Acceptance: Hashable, Codable, Sendable {
    /// Seconds of sound that were asked about.
    public var queryLength: Double
    /// The least score of a match.
    public var score: Double

    /// Joins the parts.
    public init(queryLength: Double, score: Double) {
      self.queryLength = queryLength
      self.score = score
    }
  }

  /// Seconds from one look at the stream to the next; whatever is decided is decided at such a step.
  public var step: Double
  /// The shortest query; the strategy's own where that is longer.
  public var shortestQuery: Double
  /// The longest query: with nothing found until then, there is no match.
  public var longestQuery: Double
  /// The query that is asked about again and again once an attempt has grown beyond it.
  public var recentQuery: Double
  /// The query that follows what has been found.
  public var followingQuery: Double
  /// Seconds from one search to the next while what was found goes on.
  public var followingInterval: Double
  /// Least scores by query length, in order of length; in between they are interpolated.
  public var acceptance: [Acceptance]
  /// The least score that keeps a match that goes on where it was expected to.
  public var keepScore: Double
  /// Seconds by which a position may differ from the expected one and still be the same.
  public var tolerance: Double
  /// Seconds without support after which a match has ended.
  public var endAfter: Double
  /// Seconds after its end within which a match that goes on where it would be by now is the same
  /// one.
  public var resumeWithin: Double
  /// The most references that can match at the same time.
  public var limit: Int
  /// The skews that are tried while nothing is known, beyond those which the strategy bears by itself.
  ///
  /// Only signatures of peaks can be searched so.
  public var skewSearch: SkewSearch?
  /// Whether what sounds the same as a match that goes on is an alternative of that, and no match.
  ///
  /// A setlist wants one entry a play; a session tells of all references that match.
  public var groupsVersions: Bool

  /// Joins the settings.
  public init(
    step: Double, shortestQuery: Double, longestQuery: Double, recentQuery: Double,
    followingQuery: Double, followingInterval: Double, acceptance: [Acceptance],
    keepScore: Double, tolerance: Double, endAfter: Double, resumeWithin: Double, limit: Int,
    skewSearch: SkewSearch? = nil, groupsVersions: Bool = false
  ) {
    self.step = step
    self.shortestQuery = shortestQuery
    self.longestQuery = longestQuery
    self.recentQuery = recentQuery
    self.followingQuery = followingQuery
    self.followingInterval = followingInterval
    self.acceptance = acceptance
    self.keepScore = keepScore
    self.tolerance = tolerance
    self.endAfter = endAfter
    self.resumeWithin = resumeWithin
    self.limit = limit
    self.skewSearch = skewSearch
    self.groupsVersions = groupsVersions
  }

  /// Twelve seconds at the longest.
  ///
  /// The scores were fitted to less than one false alarm an hour on recordings of the tuning and
  /// calibration splits of debian-music; `Experiments/live/NOTES.md` says how, and what lower ones
  /// would give.
  public static let standard = StreamMatcherConfiguration(
    step: 0.25, shortestQuery: 1, longestQuery: 12, recentQuery: 3, followingQuery: 4,
    followingInterval: 1,
    acceptance: [
      Acceptance(queryLength: 1, score: 11.5), Acceptance(queryLength: 2, score: 11.5),
      Acceptance(queryLength: 3, score: 14.5), Acceptance(queryLength: 6, score: 11),
      Acceptance(queryLength: 12, score: 10),
    ],
    keepScore: 5, tolerance: 0.25, endAfter: 4, resumeWithin: 60, limit: 5,
    skewSearch: SkewSearch(range: 0.08, step: 0.055))

  /// The least score of a match.
  ///
  /// - Parameter queryLength: seconds of sound that were asked about.
  /// - Returns: the least score for that length.
  public func leastScore(forQueryOf queryLength: Double) -> Double {
    interpolated(acceptance.map { ($0.queryLength, $0.score) }, at: queryLength) ?? .infinity
  }

  /// The same settings for a setlist, where each play is one match whatever else sounds the same.
  public var groupingVersions: StreamMatcherConfiguration {
    var changed = self
    changed.groupsVersions = true
    return changed
  }

  /// The same settings with one least score for all query lengths.
  public func accepting(atLeast score: Double) -> StreamMatcherConfiguration {
    var changed = self
    changed.acceptance = [Acceptance(queryLength: shortestQuery, score: score)]
    changed.keepScore = min(keepScore, score)
    return changed
  }

  /// The same settings with least scores that were fitted elsewhere.
  ///
  /// Shorter queries than those that they were fitted for keep their own least score, unless the
  /// fitted one is higher.
  ///
  /// - Parameter points: least scores by query length, in any order.
  /// - Returns: the settings; these ones where there is no point.
  public func accepting(at points: [Acceptance]) -> StreamMatcherConfiguration {
    let points = points.sorted { $0.queryLength < $1.queryLength }
    guard let first = points.first else { return self }
    var changed = self
    let shorter = acceptance.filter { $0.queryLength < first.queryLength }
    changed.acceptance =
      shorter.map {
        Acceptance(queryLength: $0.queryLength, score: max($0.score, first.score))
      } + points
    changed.keepScore = min(keepScore, points.map(\.score).min() ?? keepScore)
    return changed
  }

  /// Says what is wrong with settings that cannot work.
  public func validate() throws(ConfigurationError) {
    func require(
      _ value: Double, in range: ClosedRange<Double>, _ name: String
    ) throws(ConfigurationError) {
      guard range.contains(value) else {
        throw ConfigurationError(
          "'\(name)' must be \(range.lowerBound) … \(range.upperBound), found \(value)")
      }
    }
    try require(step, in: 0.02...5, "step")
    try require(longestQuery, in: 1...60, "longestQuery")
    try require(shortestQuery, in: 0.1...longestQuery, "shortestQuery")
    try require(recentQuery, in: shortestQuery...longestQuery, "recentQuery")
    try require(followingQuery, in: shortestQuery...longestQuery, "followingQuery")
    try require(followingInterval, in: step...longestQuery, "followingInterval")
    try require(tolerance, in: 0...5, "tolerance")
    try require(endAfter, in: 0...60, "endAfter")
    try require(resumeWithin, in: 0...3_600, "resumeWithin")
    try skewSearch?.validate()
    guard limit >= 1, limit <= 1_000 else {
      throw ConfigurationError("'limit' must be 1 … 1000, found \(limit)")
    }
    guard !acceptance.isEmpty, acceptance.allSatisfy({ $0.score.isFinite }), keepScore.isFinite,
      zip(acceptance, acceptance.dropFirst()).allSatisfy({ $0.queryLength < $1.queryLength })
    else {
      throw ConfigurationError(
        "'acceptance' must list finite scores for growing query lengths, found \(acceptance)")
    }
  }
}
