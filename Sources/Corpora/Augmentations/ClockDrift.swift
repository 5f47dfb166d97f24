public import Fingerprinting

/// Plays an excerpt by a clock that is wrong by a few parts in a million, and changes.
///
/// A clock that is fast by 100 parts per million takes 1.0001 s of the reference in 1 s of the
/// query. The truth is the straight line through both ends: between them it is off by an eighth of
/// the change times the duration, 0.1 ms for 100 parts per million over 10 s.
public struct ClockDrift: Augmentation {
  /// How wrong.
  public struct Configuration: ComponentConfiguration {
    /// The error at the beginning in parts per million, or the range it is drawn from.
    public var start: DrawRange
    /// How much the error has changed at the end, in parts per million, or its range.
    public var change: DrawRange

    /// Joins the settings.
    public init(start: DrawRange, change: DrawRange) {
      self.start = start
      self.change = change
    }

    /// As two cheap crystals differ.
    public static let standard = Configuration(
      start: DrawRange(-100...100), change: DrawRange(-20...20))

    /// Refuses what is more than a clock's error.
    public func validate() throws(ConfigurationError) {
      try start.validate("start", within: -10_000...10_000)
      try change.validate("change", within: -10_000...10_000)
    }
  }

  /// How wrong.
  public struct Draw: Hashable, Codable, Sendable {
    /// The error at the beginning, in parts per million.
    public var start: Double
    /// How much the error has changed at the end, in parts per million.
    public var change: Double
  }

  /// The registered name.
  public static let name = "clock-drift"
  /// One sentence for lists and help.
  public static let summary = "Plays by a clock that is wrong by parts per million, and changes."
  /// Raised when the same draw would give other sound.
  public static let revision = 1
  /// The settings.
  public let configuration: Configuration

  /// Takes the settings.
  public init(_ configuration: Configuration) throws(ConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// As much more as the fastest clock takes.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds {
    let fastest = max(
      0, configuration.start.bounds.upperBound + max(0, configuration.change.bounds.upperBound))
    return duration * (1 + fastest * 1e-6)
  }

  /// Draws the error and its change.
  public func draw(for duration: Seconds, using generator: inout SplitMix64) -> Draw {
    Draw(
      start: configuration.start.draw(using: &generator),
      change: configuration.change.draw(using: &generator))
  }

  /// Reads the sound where the wrong clock says; the truth gets the mean error.
  public func apply(
    _ draw: Draw, to excerpt: Excerpt, with resources: any AugmentationResources
  ) throws(AugmentationError) -> Excerpt {
    let samples = excerpt.audio.samples
    let mean = 1 + (draw.start + draw.change / 2) * 1e-6
    let count = Int(Double(samples.count) / mean)
    let bend = draw.change * 1e-6 / 2 / Double(max(1, count))
    var drifted = excerpt
    let table = InterpolationTable()
    drifted.audio.samples = (0..<count).map { place in
      let time = Double(place)
      return table.value(of: samples, at: time * (1 + draw.start * 1e-6 + bend * time))
    }
    drifted.truth = excerpt.truth(scaledBy: mean)
    return drifted
  }
}
