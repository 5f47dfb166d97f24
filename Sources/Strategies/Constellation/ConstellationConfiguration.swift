public import Fingerprinting

/// The settings of the constellation strategy.
public struct ConstellationConfiguration: ComponentConfiguration {
  /// The rate at which sound is pushed, in hertz.
  public var sampleRate: Double
  /// Samples per transform.
  public var frameLength: Int
  /// Samples from one frame to the next.
  public var hop: Int
  /// The lowest bin that can hold a peak.
  public var lowestBin: Int
  /// The highest bin that can hold a peak.
  public var highestBin: Int
  /// Power of white noise, in decibels below full scale, beneath which sound counts as silence.
  public var floorDecibels: Double
  /// Whitening: frames before and after over which the level is averaged.
  public var contrastFrames: Int
  /// Whitening: bins below and above over which the level is averaged.
  public var contrastBins: Int
  /// A peak stands at least so many 256ths of a doubling of power above its surroundings.
  public var leastSalience: Int
  /// Query form: a peak is the highest within so many frames before and after.
  public var queryFrameReach: Int
  /// Query form: a peak is the highest within so many bins below and above.
  public var queryBinReach: Int
  /// Stored form: a peak is the highest within so many frames before and after.
  public var storedFrameReach: Int
  /// Stored form: a peak is the highest within so many bins below and above.
  public var storedBinReach: Int
  /// Stored form: of every second, at most so many peaks, the most salient ones.
  public var storedPeaksPerSecond: Int
  /// How signatures are indexed and searched.
  public var index: OffsetVotingConfiguration

  /// Joins the settings.
  public init(
    sampleRate: Double, frameLength: Int, hop: Int, lowestBin: Int, highestBin: Int,
    floorDecibels: Double, contrastFrames: Int, contrastBins: Int, leastSalience: Int,
    queryFrameReach: Int, queryBinReach: Int, storedFrameReach: Int, storedBinReach: Int,
    storedPeaksPerSecond: Int, index: OffsetVotingConfiguration
  ) {
    self.sampleRate = sampleRate
    self.frameLength = frameLength
    self.hop = hop
    self.lowestBin = lowestBin
    self.highestBin = highestBin
    self.floorDecibels = floorDecibels
    self.contrastFrames = contrastFrames
    self.contrastBins = contrastBins
    self.leastSalience = leastSalience
    self.queryFrameReach = queryFrameReach
    self.queryBinReach = queryBinReach
    self.storedFrameReach = storedFrameReach
    self.storedBinReach = storedBinReach
    self.storedPeaksPerSecond = storedPeaksPerSecond
    self.index = index
  }

  /// The settings that did best on held-out music; see `Experiments/notes/constellation.md`.
  public static let standard = ConstellationConfiguration(
    sampleRate: 11_025, frameLength: 1_024, hop: 128, lowestBin: 10, highestBin: 489,
    floorDecibels: -80, contrastFrames: 15, contrastBins: 20, leastSalience: 256,
    queryFrameReach: 3, queryBinReach: 3, storedFrameReach: 6, storedBinReach: 8,
    storedPeaksPerSecond: 80, index: .standard)

  /// Says what is wrong with settings that cannot work.
  public func validate() throws(ConfigurationError) {
    func require(_ holds: Bool, _ words: String) throws(ConfigurationError) {
      guard holds else { throw ConfigurationError(words) }
    }
    try require(
      sampleRate >= 1_000 && sampleRate <= 192_000, "'sampleRate' must be 1,000 … 192,000")
    try require(
      frameLength >= 64 && frameLength <= 65_536 && frameLength.isMultiple(of: 2),
      "'frameLength' must be an even number in 64 … 65,536")
    try require(hop >= 1 && hop <= frameLength, "'hop' must be 1 … 'frameLength'")
    try require(
      lowestBin >= 1 && highestBin > lowestBin && highestBin <= frameLength / 2,
      "1 ≤ 'lowestBin' < 'highestBin' ≤ 'frameLength' / 2 must hold")
    try require(
      floorDecibels >= -150 && floorDecibels <= 0, "'floorDecibels' must be −150 … 0")
    try require(contrastFrames >= 1 && contrastFrames <= 500, "'contrastFrames' must be 1 … 500")
    try require(contrastBins >= 1 && contrastBins <= 500, "'contrastBins' must be 1 … 500")
    try require(leastSalience >= 1 && leastSalience <= 16_000, "'leastSalience' must be 1 … 16,000")
    for (reach, name) in [
      (queryFrameReach, "queryFrameReach"), (queryBinReach, "queryBinReach"),
      (storedFrameReach, "storedFrameReach"), (storedBinReach, "storedBinReach"),
    ] {
      try require(reach >= 1 && reach <= 100, "'\(name)' must be 1 … 100")
    }
    try require(
      storedPeaksPerSecond >= 1 && storedPeaksPerSecond <= 10_000,
      "'storedPeaksPerSecond' must be 1 … 10,000")
    try index.validate()
  }
}
