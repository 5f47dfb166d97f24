public import Fingerprinting

/// Lets an excerpt sound in a simulated room.
///
/// The response is the direct sound, then noise whose echoes become dense and whose energy falls by
/// 60 dB within the reverberation time. The beginning, where the room has not filled yet, is left
/// out, and the truth is moved: a recording, too, begins in a room that sounds already.
public struct SimulatedRoom: Augmentation {
  /// The room.
  public struct Configuration: ComponentConfiguration {
    /// The time in seconds in which the sound falls by 60 dB, or the range it is drawn from.
    public var reverberationTime: DrawRange
    /// Direct over reverberant energy in dB, or the range it is drawn from.
    public var directToReverberant: DrawRange
    /// From the source to the microphone in metres, or the range it is drawn from.
    public var distance: DrawRange

    /// Joins the settings.
    public init(
      reverberationTime: DrawRange, directToReverberant: DrawRange, distance: DrawRange
    ) {
      self.reverberationTime = reverberationTime
      self.directToReverberant = directToReverberant
      self.distance = distance
    }

    /// A living room, 3 m away.
    public static let standard = Configuration(
      reverberationTime: DrawRange(0.5), directToReverberant: DrawRange(0), distance: DrawRange(3))

    /// Refuses what is no room.
    public func validate() throws(ConfigurationError) {
      try reverberationTime.validate("reverberationTime", within: 0.05...10)
      try directToReverberant.validate("directToReverberant", within: -40...60)
      try distance.validate("distance", within: 0...200)
    }
  }

  /// The room, and the seed of its echoes.
  public struct Draw: Hashable, Codable, Sendable {
    /// The time in seconds in which the sound falls by 60 dB.
    public var reverberationTime: Double
    /// Direct over reverberant energy in dB.
    public var directToReverberant: Double
    /// From the source to the microphone, in metres.
    public var distance: Double
    /// The seed of the echoes.
    public var echoes: Seed
  }

  /// The registered name.
  public static let name = "room"
  /// One sentence for lists and help.
  public static let summary =
    "Lets the music sound in a simulated room of stated reverberation time and distance."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// As much more as the room takes to fill.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds {
    duration
      + RoomResponse.lead(
        ofReverberation: Seconds(configuration.reverberationTime.bounds.upperBound))
  }

  /// Draws the room and the seed of its echoes.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(
      reverberationTime: configuration.reverberationTime.draw(using: &generator),
      directToReverberant: configuration.directToReverberant.draw(using: &generator),
      distance: configuration.distance.draw(using: &generator),
      echoes: Seed(generator.next()))
  }

  /// Convolves with the response; its delay and what is left out move into the truth.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let time = Seconds(draw.reverberationTime)
    return RoomResponse.simulated(draw, at: excerpt.audio.sampleRate)
      .applied(to: excerpt, lead: RoomResponse.lead(ofReverberation: time))
  }
}
