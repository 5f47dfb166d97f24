/// How pairs of peaks are made, hashed, looked up and voted with, and how places are verified.
///
/// Terms of Wang 2003: every *anchor* peak is paired with peaks of its *target zone*; the hash
/// holds the two frequencies and the time between them.
public struct OffsetVotingConfiguration: ComponentConfiguration {
  /// Frames from the anchor to the first frame of its target zone.
  public var zoneFirstFrame: Int
  /// Frames from the anchor to the last frame of its target zone.
  public var zoneLastFrame: Int
  /// The target zone's reach above and below the anchor, in bins of the signature.
  public var zoneBinReach: Int
  /// Pairs made of each anchor when references are indexed, nearest in time first.
  public var referenceFanOut: Int
  /// Pairs made of each anchor when a query asks, nearest in time first.
  public var queryFanOut: Int
  /// Frames by which the time between two peaks may differ in a look-up.
  public var frameTolerance: Int
  /// Postings of one look-up beyond which its hash counts as found everywhere and is passed over.
  public var longestPostingList: Int
  /// Postings read before the first places are verified, those of the rarest hashes first.
  public var postingsAtFirst: Int
  /// Postings read in each pass over the index.
  public var postingsPerPass: Int
  /// Peaks of each second of a query that are paired and count twice in verification: the most
  /// salient.
  public var salientPeaksPerSecond: Int
  /// Places verified in each pass over the index: those with the most votes.
  public var placesPerPass: Int
  /// The score at which no further pass is made.
  public var confidentScore: Double
  /// Speeds tried after the query's own, each in a pass of its own, as skews: 0.01 asks whether
  /// the query is 1 % faster and higher.
  public var furtherSkews: [Double]

  /// Pairs made of each anchor in passes at further speeds, nearest in time first: the time between
  /// two near peaks changes least with the speed.
  public var furtherFanOut: Int
  /// Postings read in each pass at a further speed.
  public var postingsPerFurtherPass: Int
  /// Places verified in each pass at a further speed.
  public var placesPerFurtherPass: Int
  /// The score by the most salient peaks alone that a place with many votes must have to be
  /// verified by all peaks.
  public var promisingScore: Double

  /// Joins the settings.
  public init(
    zoneFirstFrame: Int, zoneLastFrame: Int, zoneBinReach: Int, referenceFanOut: Int,
    queryFanOut: Int, frameTolerance: Int, longestPostingList: Int,
    postingsAtFirst: Int, postingsPerPass: Int, salientPeaksPerSecond: Int, placesPerPass: Int,
    confidentScore: Double, furtherSkews: [Double], furtherFanOut: Int,
    postingsPerFurtherPass: Int, placesPerFurtherPass: Int, promisingScore: Double
  ) {
    self.zoneFirstFrame = zoneFirstFrame
    self.zoneLastFrame = zoneLastFrame
    self.zoneBinReach = zoneBinReach
    self.referenceFanOut = referenceFanOut
    self.queryFanOut = queryFanOut
    self.frameTolerance = frameTolerance
    self.longestPostingList = longestPostingList
    self.postingsAtFirst = postingsAtFirst
    self.postingsPerPass = postingsPerPass
    self.salientPeaksPerSecond = salientPeaksPerSecond
    self.placesPerPass = placesPerPass
    self.confidentScore = confidentScore
    self.furtherSkews = furtherSkews
    self.furtherFanOut = furtherFanOut
    self.postingsPerFurtherPass = postingsPerFurtherPass
    self.placesPerFurtherPass = placesPerFurtherPass
    self.promisingScore = promisingScore
  }

  /// Zones of a third of a second, searched at seven speeds.
  public static let standard = OffsetVotingConfiguration(
    zoneFirstFrame: 1, zoneLastFrame: 32, zoneBinReach: 63, referenceFanOut: 5, queryFanOut: 12,
    frameTolerance: 1, longestPostingList: 2_000, postingsAtFirst: 20_000,
    postingsPerPass: 250_000, salientPeaksPerSecond: 80, placesPerPass: 40,
    confidentScore: 8, furtherSkews: [-0.008, 0.008, -0.016, 0.016, -0.024, 0.024],
    furtherFanOut: 4, postingsPerFurtherPass: 25_000, placesPerFurtherPass: 20,
    promisingScore: 3)

  /// Says what is wrong with settings that cannot work.
  public func validate() throws(ConfigurationError) {
    func require(
      _ value: Int, in range: ClosedRange<Int>, _ name: String
    ) throws(ConfigurationError) {
      guard range.contains(value) else {
        throw ConfigurationError(
          "'\(name)' must be \(range.lowerBound) … \(range.upperBound), found \(value)")
      }
    }
    try require(zoneFirstFrame, in: 1...1_000, "zoneFirstFrame")
    try require(zoneLastFrame, in: zoneFirstFrame...1_000, "zoneLastFrame")
    try require(zoneBinReach, in: 0...1_000, "zoneBinReach")
    try require(referenceFanOut, in: 1...1_000, "referenceFanOut")
    try require(queryFanOut, in: 1...1_000, "queryFanOut")
    try require(frameTolerance, in: 0...100, "frameTolerance")
    try require(longestPostingList, in: 1...1_000_000, "longestPostingList")
    try require(postingsPerPass, in: 1...1_000_000_000, "postingsPerPass")
    try require(postingsAtFirst, in: 1...postingsPerPass, "postingsAtFirst")
    try require(salientPeaksPerSecond, in: 1...100_000, "salientPeaksPerSecond")
    try require(placesPerPass, in: 1...10_000, "placesPerPass")
    try require(furtherFanOut, in: 1...1_000, "furtherFanOut")
    try require(postingsPerFurtherPass, in: 1...1_000_000_000, "postingsPerFurtherPass")
    try require(placesPerFurtherPass, in: 1...10_000, "placesPerFurtherPass")
    for (score, name) in [(confidentScore, "confidentScore"), (promisingScore, "promisingScore")] {
      guard score.isFinite else {
        throw ConfigurationError("'\(name)' must be a number, found \(score)")
      }
    }
    guard furtherSkews.count <= 1_000, furtherSkews.allSatisfy({ abs($0) <= 0.5 }) else {
      throw ConfigurationError(
        "'furtherSkews' must be numbers in −0.5 … 0.5, found \(furtherSkews)")
    }
  }
}
