internal import Foundation
public import Fingerprinting

/// The settings of the spectral-bands strategy.
public struct SpectralBandsConfiguration: ComponentConfiguration {
  /// The rate at which sound is pushed, in hertz.
  public var sampleRate: Double
  /// Samples per transform.
  public var frameLength: Int
  /// Samples from one frame to the next.
  public var hop: Int
  /// The lower edge of the lowest of the 33 bands, in hertz.
  public var lowestFrequency: Double
  /// The upper edge of the highest band, in hertz.
  public var highestFrequency: Double
  /// The bits per word that a query marks as most likely to be wrong.
  public var unreliableBits: Int
  /// Frames whose bands hold less than this root mean square (full scale 1) are void.
  public var quietestLevel: Double
  /// Frames in which no band difference changes by more than this share of the bands' energy are
  /// void: a steady sound, whose bits only rounding decides.
  public var leastChange: Double
  /// How signatures are indexed and searched.
  public var index: BitFrameConfiguration

  /// Joins the settings.
  public init(
    sampleRate: Double, frameLength: Int, hop: Int, lowestFrequency: Double,
    highestFrequency: Double, unreliableBits: Int, quietestLevel: Double, leastChange: Double,
    index: BitFrameConfiguration
  ) {
    self.sampleRate = sampleRate
    self.frameLength = frameLength
    self.hop = hop
    self.lowestFrequency = lowestFrequency
    self.highestFrequency = highestFrequency
    self.unreliableBits = unreliableBits
    self.quietestLevel = quietestLevel
    self.leastChange = leastChange
    self.index = index
  }

  /// Frames, bands and soft bits of Haitsma and Kalker 2002, sections 4.2 and 5.
  ///
  /// Their "5 kHz" is taken as 44,100 / 8 Hz, at which 2,048 samples last the stated 0.37 s. The
  /// levels are below the last bit of 16.
  public static let standard = SpectralBandsConfiguration(
    sampleRate: 5_512.5, frameLength: 2_048, hop: 64, lowestFrequency: 300,
    highestFrequency: 2_000, unreliableBits: 10, quietestLevel: 2e-5, leastChange: 1e-4,
    index: .standard)

  /// Refuses bands that hold no bin, and levels that are no levels.
  ///
  /// - Throws: `ConfigurationError` naming the setting.
  public func validate() throws(ConfigurationError) {
    func require(_ holds: Bool, _ complaint: String) throws(ConfigurationError) {
      if !holds { throw ConfigurationError(complaint) }
    }
    try require(
      sampleRate >= 1_000 && sampleRate <= 192_000, "'sampleRate' must be 1,000 … 192,000")
    try require(
      (256...65_536).contains(frameLength) && frameLength.isMultiple(of: 2),
      "'frameLength' must be an even number in 256 … 65,536")
    try require(hop >= 1 && hop <= frameLength, "'hop' must be 1 … 'frameLength'")
    try require(
      lowestFrequency > 0 && highestFrequency > lowestFrequency
        && highestFrequency <= sampleRate / 2,
      "0 < 'lowestFrequency' < 'highestFrequency' ≤ 'sampleRate' / 2 must hold")
    let edges = bandEdges
    try require(
      zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 },
      "a band between 'lowestFrequency' and 'highestFrequency' would hold no bin; choose a longer "
        + "'frameLength' or a wider range")
    try require((0...24).contains(unreliableBits), "'unreliableBits' must be 0 … 24")
    try require(quietestLevel >= 0 && quietestLevel <= 1, "'quietestLevel' must be 0 … 1")
    try require(leastChange >= 0 && leastChange <= 1, "'leastChange' must be 0 … 1")
    try index.validate()
  }

  /// The first bin of each of the 33 bands, and the bin after the last.
  var bandEdges: [Int] {
    var edges: [Int] = []
    for edge in 0...33 {
      let ratio = pow(highestFrequency / lowestFrequency, Double(edge) / 33)
      edges.append(Int((lowestFrequency * ratio * Double(frameLength) / sampleRate).rounded()))
    }
    return edges
  }
}
