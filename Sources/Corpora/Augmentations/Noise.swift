public import Fingerprinting

/// Mixes noise into an excerpt at a given signal-to-noise ratio.
///
/// The ratio is 10 log10 of the mean square of the excerpt over the mean square of the noise, both
/// over the whole excerpt.
public struct Noise: Augmentation {
  /// Which noise, and how strong.
  public struct Configuration: ComponentConfiguration {
    /// `white`, `pink`, `brown`, `babble`, a kind or track of the noise corpus, or `file:` and a
    /// path.
    public var kind: String
    /// The signal-to-noise ratio in dB, or the range it is drawn from.
    public var snr: DrawRange

    /// Joins the settings.
    public init(kind: String, snr: DrawRange) {
      self.kind = kind
      self.snr = snr
    }

    /// White noise at 10 dB.
    public static let standard = Configuration(kind: "white", snr: DrawRange(10))

    /// Refuses ratios that single precision cannot hold.
    public func validate() throws(ConfigurationError) {
      guard !kind.isEmpty else {
        throw ConfigurationError("'kind' is empty; use white, pink, brown or babble")
      }
      try snr.validate("snr", within: -60...60)
    }
  }

  /// The ratio, and the seed that the noise is made or chosen with.
  public struct Draw: Hashable, Codable, Sendable {
    /// The signal-to-noise ratio in dB.
    public var snr: Double
    /// The noise's seed.
    public var noise: Seed
  }

  /// The registered name.
  public static let name = "noise"
  /// One sentence for lists and help.
  public static let summary =
    "Adds white, pink or brown noise, babble or a recorded noise at a signal-to-noise ratio in dB."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Looks for the kind of noise.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    try resources.check(noise: configuration.kind)
  }

  /// Draws the ratio and the noise's seed.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(snr: configuration.snr.draw(using: &generator), noise: Seed(generator.next()))
  }

  /// Mixes; the truth stays, and the ratio that the result really has is noted.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let noise = try resources.noise(
      configuration.kind, count: excerpt.audio.samples.count, at: excerpt.audio.sampleRate,
      seed: draw.noise)
    return try excerpt.mixed(with: noise, snr: draw.snr)
  }
}

extension Excerpt {
  /// Adds noise at a ratio to this sound, and notes the ratio that the result really has.
  ///
  /// - Parameters:
  ///   - noise: as many samples as the sound has.
  ///   - snr: the signal-to-noise ratio in dB.
  ///   - gains: a factor for each sample of the sound; the ratio is set before, noted after it.
  /// - Returns: the mixture.
  /// - Throws: `AugmentationError` where either of the two is silent.
  func mixed(
    with noise: NoiseSegment, snr: Double, gains: [Double]? = nil
  ) throws(AugmentationError) -> Excerpt {
    var signal = audio
    guard isAudible(signal.meanSquare) else {
      throw .silentExcerpt(excerpt: source, noise: noise.source)
    }
    let noisePower = AudioBuffer(samples: noise.samples, sampleRate: signal.sampleRate).meanSquare
    guard isAudible(noisePower) else {
      throw .silentNoise(excerpt: source, noise: noise.source)
    }
    let wanted = signal.meanSquare / Arithmetic.powerRatio(ofDecibels: snr)
    let gain = (wanted / noisePower).squareRoot()
    if let gains {
      for place in signal.samples.indices {
        signal.samples[place] = Float(Double(signal.samples[place]) * gains[place])
      }
    }
    var mixed = self
    var added = 0.0
    for place in signal.samples.indices {
      let sum = Float(Double(signal.samples[place]) + gain * Double(noise.samples[place]))
      let difference = Double(sum) - Double(signal.samples[place])
      added += difference * difference
      mixed.audio.samples[place] = sum
    }
    mixed.achievedSNR = Arithmetic.decibels(
      ofPowerRatio: signal.meanSquare / (added / Double(signal.samples.count)))
    return mixed
  }
}

/// Whether a mean square is above silence, taken as 120 dB below full scale.
func isAudible(_ meanSquare: Double) -> Bool { meanSquare > 1e-12 }
