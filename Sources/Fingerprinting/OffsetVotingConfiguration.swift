/// How pairs of peaks are made, hashed, looked up and voted with.
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
  /// Pairs made of each anchor when references are indexed.
  public var referenceFanOut: Int
  /// Pairs made of each anchor when a query asks.
  public var queryFanOut: Int

  /// Joins the settings.
  public init(
    zoneFirstFrame: Int, zoneLastFrame: Int, zoneBinReach: Int, referenceFanOut: Int,
    queryFanOut: Int
  ) {
    self.zoneFirstFrame = zoneFirstFrame
    self.zoneLastFrame = zoneLastFrame
    self.zoneBinReach = zoneBinReach
    self.referenceFanOut = referenceFanOut
    self.queryFanOut = queryFanOut
  }

  /// Zones of half a second and a fan-out of 8.
  public static let standard = OffsetVotingConfiguration(
    zoneFirstFrame: 2, zoneLastFrame: 63, zoneBinReach: 127, referenceFanOut: 8, queryFanOut: 24)
}
