public import Fingerprinting

/// Lets somebody talk over the music, which is turned down meanwhile, as on the radio.
public struct SpeechOver: Augmentation {
  /// How loud.
  public struct Configuration: ComponentConfiguration {
    /// Music over speech in dB, both over the whole excerpt and before the music is turned down, or
    /// the range it is drawn from.
    public var ratio: DrawRange
    /// How far the music is turned down while somebody talks, in dB.
    public var ducking: Double

    /// Joins the settings.
    public init(ratio: DrawRange, ducking: Double) {
      self.ratio = ratio
      self.ducking = ducking
    }

    /// As loud as the music, which is turned down by 6 dB.
    public static let standard = Configuration(ratio: DrawRange(0), ducking: 6)

    /// Refuses levels that make no sense.
    public func validate() throws(ConfigurationError) {
      try ratio.validate("ratio", within: -60...60)
      guard (0...60).contains(ducking) else {
        throw ConfigurationError("'ducking' must lie in 0 to 60 dB, found \(ducking)")
      }
    }
  }

  /// The ratio, and the seed that the speech is chosen with.
  public struct Draw: Hashable, Codable, Sendable {
    /// Music over speech in dB.
    public var ratio: Double
    /// The speech's seed.
    public var speech: Seed
  }

  /// The registered name.
  public static let name = "speech-over"
  /// One sentence for lists and help.
  public static let summary = "Lets one voice talk over the music, which is turned down meanwhile."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Looks for recordings of speech.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    try resources.check(noise: "voice")
  }

  /// Draws the ratio and the speech's seed.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(ratio: configuration.ratio.draw(using: &generator), speech: Seed(generator.next()))
  }

  /// Turns down and mixes; the truth stays, and the ratio that the result really has is noted.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    let speech = try resources.noise(
      "voice", count: excerpt.audio.samples.count, at: rate, seed: draw.speech)
    return try excerpt.mixed(
      with: speech, snr: draw.ratio, gains: gains(under: speech.samples, rate: rate))
  }

  /// The music's gain at each sample of the speech.
  private func gains(under speech: [Float], rate: SampleRate) -> [Double] {
    let level = AudioBuffer(samples: speech, sampleRate: rate).meanSquare.squareRoot()
    let low = Arithmetic.powerRatio(ofDecibels: -configuration.ducking).squareRoot()
    // Somebody talks while the level of the last third of a second is above a tenth of the mean.
    let fall = Arithmetic.exponential(-1 / (0.3 * rate.hertz))
    let glide = 1 - Arithmetic.exponential(-1 / (0.05 * rate.hertz))
    var envelope = 0.0
    var current = 1.0
    return speech.map { sample in
      envelope = max(Double(abs(sample)), envelope * fall)
      current += glide * ((envelope > level / 10 ? low : 1) - current)
      return current
    }
  }
}
