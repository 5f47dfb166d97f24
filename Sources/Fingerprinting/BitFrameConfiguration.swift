/// How bit frames are looked up and verified.
public struct BitFrameConfiguration: ComponentConfiguration {
  /// Words that are compared at once: a block in the words of Haitsma and Kalker 2002, section 4.
  public var blockFrames: Int
  /// The bit error rate from which two blocks are no match.
  public var largestBitErrorRate: Double
  /// Least reliable bits that are flipped when the exact word finds nothing.
  public var flippedBits: Int

  /// Joins the settings.
  public init(blockFrames: Int, largestBitErrorRate: Double, flippedBits: Int) {
    self.blockFrames = blockFrames
    self.largestBitErrorRate = largestBitErrorRate
    self.flippedBits = flippedBits
  }

  /// The block and threshold of Haitsma and Kalker 2002.
  public static let standard = BitFrameConfiguration(
    blockFrames: 256, largestBitErrorRate: 0.35, flippedBits: 10)
}
