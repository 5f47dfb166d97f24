public import Fingerprinting

/// A piece of a track on its way to be a query, and what is true of it.
public struct Excerpt: Sendable {
  /// Where the sound comes from, in words that error messages use.
  public var source: String
  /// The sound.
  public var audio: AudioBuffer
  /// Where the references hold it; moved by whatever moves the sound.
  public var truth: GroundTruth
  /// The signal-to-noise ratio of the last mix, in dB, measured on the samples that came out;
  /// absent where nothing was mixed in.
  public var achievedSNR: Double?

  /// Joins the parts.
  public init(
    source: String, audio: AudioBuffer, truth: GroundTruth, achievedSNR: Double? = nil
  ) {
    self.source = source
    self.audio = audio
    self.truth = truth
    self.achievedSNR = achievedSNR
  }

  /// The excerpt without what lies beyond a duration; the whole where it is not that long.
  public func prefix(_ duration: Seconds) -> Excerpt {
    let wanted = (duration.value * audio.sampleRate.hertz).rounded()
    guard wanted < Double(audio.samples.count) else { return self }
    var shorter = self
    shorter.audio.samples.removeLast(audio.samples.count - Int(max(0, wanted)))
    return shorter
  }

  /// The truth where time and pitch run faster by a factor.
  func truth(scaledBy factor: Double) -> GroundTruth {
    truth(timeScaledBy: factor, pitchedBy: factor)
  }

  /// The truth where time runs faster by one factor, and the pitch is higher by another.
  func truth(timeScaledBy tempo: Double, pitchedBy pitch: Double) -> GroundTruth {
    guard case .present(let occurrences) = truth else { return truth }
    return .present(
      occurrences.map { occurrence in
        var moved = occurrence
        moved.alignment.timeScale *= tempo
        moved.alignment.frequencySkew = (1 + moved.alignment.assumedFrequencySkew) * pitch - 1
        return moved
      })
  }

  /// The truth where the sound comes later by a time, or earlier where it is negative.
  func truth(delayedBy delay: Seconds) -> GroundTruth {
    guard case .present(let occurrences) = truth else { return truth }
    return .present(
      occurrences.map { occurrence in
        var moved = occurrence
        let alignment = occurrence.alignment
        moved.alignment.referenceStart = alignment.referenceStart - delay * alignment.timeScale
        return moved
      })
  }

  /// Where an excerpt begins in a track: anywhere that leaves room for it, and never on a frame.
  ///
  /// The start is an odd number of samples, so that it is no multiple of any hop with an even
  /// number of samples, counted from the beginning of the track.
  ///
  /// - Parameters:
  ///   - duration: the track's.
  ///   - needed: how much of the track the excerpt takes.
  ///   - rate: the rate whose samples are counted, such as the working rate of a plan.
  ///   - seed: decides, together with the other arguments alone.
  /// - Returns: the start, or nothing where the track is too short.
  public static func start(
    in duration: Seconds, needing needed: Seconds, at rate: SampleRate, seed: Seed
  ) -> Seconds? {
    let room = ((duration - needed).value * rate.hertz).rounded(.down)
    guard room >= 1, room < 0x1p53 else { return nil }
    var generator = seed.generator
    let pairs = (Int(room) + 1) / 2
    return rate.duration(ofSamples: 2 * generator.integer(below: pairs) + 1)
  }
}
