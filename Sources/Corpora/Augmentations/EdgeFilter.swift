public import Fingerprinting

/// Takes away what is above a frequency.
public typealias LowPass = EdgeFilter<UpperEdge>
/// Takes away what is below a frequency.
public typealias HighPass = EdgeFilter<LowerEdge>

/// Takes away what lies beyond one edge of a band: a Butterworth filter, from rest.
///
/// The filter's own delay, a fraction of a millisecond, is not in the truth.
public struct EdgeFilter<Edge: FilterEdge>: Augmentation {
  /// Where and how steep.
  public struct Configuration: ComponentConfiguration {
    /// The frequency in hertz that is 3 dB weaker, or the range it is drawn from.
    public var cutoff: DrawRange
    /// The order: 6 dB for each octave each.
    public var order: Int

    /// Joins the settings.
    public init(cutoff: DrawRange, order: Int) {
      self.cutoff = cutoff
      self.order = order
    }

    /// 24 dB for each octave, at an edge of the telephone's band.
    public static var standard: Configuration {
      Configuration(cutoff: DrawRange(Edge.standardCutoff), order: 4)
    }

    /// Refuses what is no filter.
    public func validate() throws(ConfigurationError) {
      try cutoff.validate("cutoff", within: 10...96_000)
      guard (1...12).contains(order) else {
        throw ConfigurationError("'order' must lie in 1 to 12, found \(order)")
      }
    }
  }

  /// The frequency.
  public struct Draw: Hashable, Codable, Sendable {
    /// The frequency in hertz that is 3 dB weaker.
    public var cutoff: Double
  }

  /// The registered name.
  public static var name: String { Edge.name }
  /// One sentence for lists and help.
  public static var summary: String { Edge.summary }
  /// Raised when the same draw would give other sound.
  public static var revision: Int { 1 }
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Draws the frequency.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(cutoff: configuration.cutoff.draw(using: &generator))
  }

  /// Filters; the truth stays.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    var filtered = excerpt
    Edge.filter(
      &filtered.audio.samples, cutoff: draw.cutoff, order: configuration.order,
      rate: excerpt.audio.sampleRate)
    return filtered
  }
}

/// Which side of a frequency is taken away.
public protocol FilterEdge: Sendable {
  /// The augmentation's registered name.
  static var name: String { get }
  /// One sentence for lists and help.
  static var summary: String { get }
  /// The frequency in hertz unless another is stated.
  static var standardCutoff: Double { get }
  /// Filters samples in place, from rest.
  static func filter(_ samples: inout [Float], cutoff: Double, order: Int, rate: SampleRate)
}

/// What is above the frequency is taken away.
public enum UpperEdge: FilterEdge {
  /// `low-pass`.
  public static let name = "low-pass"
  /// One sentence for lists and help.
  public static let summary = "Takes away what is above a frequency (Butterworth)."
  /// 3.4 kHz.
  public static let standardCutoff = 3_400.0

  /// Filters.
  public static func filter(
    _ samples: inout [Float], cutoff: Double, order: Int, rate: SampleRate
  ) {
    Biquad.butterworthLowPass(cutoff, order: order, rate: rate).apply(to: &samples)
  }
}

/// What is below the frequency is taken away.
public enum LowerEdge: FilterEdge {
  /// `high-pass`.
  public static let name = "high-pass"
  /// One sentence for lists and help.
  public static let summary = "Takes away what is below a frequency (Butterworth)."
  /// 300 Hz.
  public static let standardCutoff = 300.0

  /// Filters; silence is left where the frequency is above half the rate.
  public static func filter(
    _ samples: inout [Float], cutoff: Double, order: Int, rate: SampleRate
  ) {
    guard cutoff < rate.hertz / 2 else {
      samples = samples.map { _ in 0 }
      return
    }
    Biquad.butterworthHighPass(cutoff, order: order, rate: rate).apply(to: &samples)
  }
}
