/// Mono sound in memory: samples nominally in −1 … 1, at a sample rate.
public struct AudioBuffer: Hashable, Sendable {
  /// The samples; any finite value is legal, full scale is ±1.
  public var samples: [Float]
  /// Samples per second.
  public var sampleRate: SampleRate

  /// Joins samples and their rate.
  public init(samples: [Float], sampleRate: SampleRate) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// How long the sound lasts.
  public var duration: Seconds { sampleRate.duration(ofSamples: samples.count) }

  /// The mean of the squared samples; 0 for an empty buffer.
  public var meanSquare: Double {
    guard !samples.isEmpty else { return 0 }
    var sum = 0.0
    for sample in samples { sum += Double(sample) * Double(sample) }
    return sum / Double(samples.count)
  }
}
