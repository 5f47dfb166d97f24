public import Fingerprinting

/// Plays an excerpt over a small loudspeaker into a microphone.
///
/// In this order: the lowest frequencies are lost, the cone saturates, resonances colour, the
/// highest frequencies are lost. The room and the noise around are steps of their own.
public struct Loudspeaker: Augmentation {
  /// How bad they are.
  public struct Configuration: ComponentConfiguration {
    /// The lower frequency in hertz that is 3 dB weaker.
    public var lowest: Double
    /// The upper frequency in hertz that is 3 dB weaker.
    public var highest: Double
    /// How far resonances go up or down, in dB.
    public var unevenness: Double
    /// The RMS level over the one at which the cone saturates, in dB, or its range.
    public var drive: DrawRange

    /// Joins the settings.
    public init(lowest: Double, highest: Double, unevenness: Double, drive: DrawRange) {
      self.lowest = lowest
      self.highest = highest
      self.unevenness = unevenness
      self.drive = drive
    }

    /// The loudspeaker of a telephone, loud.
    public static let standard = Configuration(
      lowest: 300, highest: 9_000, unevenness: 5, drive: DrawRange(-9))

    /// Refuses what is no loudspeaker.
    public func validate() throws(ConfigurationError) {
      try drive.validate("drive", within: -80...40)
      guard lowest >= 10, lowest < highest, highest <= 96_000, (0...40).contains(unevenness) else {
        throw ConfigurationError(
          "'lowest' must be 10 Hz or more and below 'highest' (at most 96000 Hz), 'unevenness' "
            + "0 to 40 dB, found \(lowest), \(highest) and \(unevenness)")
      }
    }
  }

  /// The drive and the resonances.
  public struct Draw: Hashable, Codable, Sendable {
    /// A resonance.
    public struct Resonance: Hashable, Codable, Sendable {
      /// Its middle, in hertz.
      public var frequency: Double
      /// How far it goes up or down, in dB.
      public var gain: Double
    }
    /// The RMS level over the one at which the cone saturates, in dB.
    public var drive: Double
    /// The resonances.
    public var resonances: [Resonance]
  }

  /// The registered name.
  public static let name = "loudspeaker"
  /// One sentence for lists and help.
  public static let summary =
    "Plays over a small loudspeaker into a microphone: band, resonances, saturation."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  private static let resonances = 6
  private static let quality = 2.0

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws the drive, and resonances that are spread evenly over the octaves of the band.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    let drive = configuration.drive.draw(using: &generator)
    let octaves = Arithmetic.logarithm(configuration.highest / configuration.lowest)
    let resonances = (0..<Self.resonances).map { number in
      let share = (Double(number) + generator.unit()) / Double(Self.resonances)
      let limit = configuration.unevenness
      return Draw.Resonance(
        frequency: configuration.lowest * Arithmetic.exponential(share * octaves),
        gain: generator.uniform(in: -limit...limit))
    }
    return Draw(drive: drive, resonances: resonances)
  }

  /// Filters and saturates; the truth stays.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let rate = excerpt.audio.sampleRate
    var played = excerpt
    guard configuration.lowest < rate.hertz / 2 else {
      played.audio.samples = excerpt.audio.samples.map { _ in 0 }
      return played
    }
    Biquad.butterworthHighPass(configuration.lowest, order: 2, rate: rate)
      .apply(to: &played.audio.samples)
    let limit = (played.audio.meanSquare / Arithmetic.powerRatio(ofDecibels: draw.drive))
      .squareRoot()
    if limit > 0 {
      played.audio.samples.withUnsafeMutableBufferPointer { samples in
        for place in samples.indices {
          let part = Double(samples[place]) / limit
          samples[place] = Float(limit * part / (1 + part * part).squareRoot())
        }
      }
    }
    for resonance in draw.resonances where resonance.frequency < rate.hertz / 2 {
      Biquad.peak(
        resonance.frequency, decibels: resonance.gain, quality: Self.quality, rate: rate
      ).apply(to: &played.audio.samples)
    }
    Biquad.butterworthLowPass(configuration.highest, order: 2, rate: rate)
      .apply(to: &played.audio.samples)
    return played
  }
}
