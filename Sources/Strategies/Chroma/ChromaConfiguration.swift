public import Fingerprinting

/// The settings of the chroma strategy.
///
/// The sound's way to bits is fixed: it is Chromaprint's algorithm 2, whose fingerprints others
/// keep. Only what a query knows beyond the bits can be chosen, and how they are searched.
public struct ChromaConfiguration: ComponentConfiguration {
  /// The bits per word that a query marks as most likely to be wrong.
  public var unreliableBits: Int
  /// How signatures are indexed and searched.
  public var index: BitFrameConfiguration

  /// Joins the settings.
  public init(unreliableBits: Int, index: BitFrameConfiguration) {
    self.unreliableBits = unreliableBits
    self.index = index
  }

  /// The settings that did best on held-out music; see `Experiments/notes/bit-frames.md`.
  public static let standard = ChromaConfiguration(
    unreliableBits: 8,
    index: BitFrameConfiguration(
      keyBits: 16, keyShifts: [0, 8, 16], referenceStride: 1, flippedBits: 3, wordErrors: 4,
      probeStep: 1, commonKeyFactor: 64, voidWord: ChromaClassifier.wordOfSilence,
      shortestOverlap: 12, certainScore: 20, postingsBudget: 1_000_000))

  /// Refuses more unreliable bits than a word may lose.
  ///
  /// - Throws: `ConfigurationError` naming the setting.
  public func validate() throws(ConfigurationError) {
    guard (0...24).contains(unreliableBits) else {
      throw ConfigurationError("unreliableBits must be 0 … 24, found \(unreliableBits)")
    }
    try index.validate()
  }
}
