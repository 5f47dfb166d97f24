public import Fingerprinting

/// Lets an excerpt sound where an impulse response was recorded.
///
/// The first half second, in which the place fills with sound, is left out, and the truth is moved.
public struct RecordedResponse: Augmentation {
  /// Which response.
  public struct Configuration: ComponentConfiguration {
    /// `file:` and a path, or a kind or track of the noise corpus.
    public var response: String

    /// Joins the settings.
    public init(response: String) { self.response = response }

    /// The noise corpus's recordings of that kind.
    public static let standard = Configuration(response: "impulse-response")

    /// Refuses an empty name.
    public func validate() throws(ConfigurationError) {
      guard !response.isEmpty else {
        throw ConfigurationError("'response' is empty; use 'file:' and a path")
      }
    }
  }

  /// The seed that a response is chosen with.
  public struct Draw: Hashable, Codable, Sendable {
    /// Decides among several.
    public var choice: Seed
  }

  /// The registered name.
  public static let name = "impulse-response"
  /// One sentence for lists and help.
  public static let summary = "Convolves with a recorded impulse response from a file."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  private static let lead = Seconds(0.5)
  /// No more than this much of a recording is used.
  static let longest = Seconds(10)

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Half a second more.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds { duration + Self.lead }

  /// Reads the response.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    _ = try resources.recording(configuration.response, at: .compactDisc, seed: Seed(1))
  }

  /// Draws the choice.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(choice: Seed(generator.next()))
  }

  /// Convolves with the response; its delay and what is left out move into the truth.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    let recording = try resources.recording(configuration.response, at: rate, seed: draw.choice)
    let samples = recording.samples.prefix(Int(Self.longest.value * rate.hertz))
    guard samples.contains(where: { $0 != 0 }) else {
      throw .silentNoise(excerpt: excerpt.source, noise: recording.source)
    }
    return RoomResponse(recorded: Array(samples)).applied(to: excerpt, lead: Self.lead)
  }
}
