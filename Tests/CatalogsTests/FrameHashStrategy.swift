import Fingerprinting

/// A strategy that costs next to nothing.
///
/// Each frame of 256 samples becomes a peak at a bin that its exact samples decide, so it finds
/// only exact copies whose frames begin at the same samples.
struct FrameHashStrategy: FingerprintStrategy {
  struct Configuration: ComponentConfiguration {
    var bins = 64
    static let standard = Configuration()
  }

  static let frameLength = 256
  var configuration = Configuration.standard

  var identity: ComponentIdentity {
    ComponentIdentity(name: "frame-hash", revision: 1, configuration: configuration)
  }
  var requirements: AudioRequirements {
    AudioRequirements(
      sampleRate: SampleRate(11_025), lookahead: .zero, shortestQuery: Seconds(0.5))
  }
  var indexing: IndexRecipe {
    var recipe = OffsetVotingConfiguration.standard
    recipe.zoneLastFrame = recipe.zoneFirstFrame + 7
    recipe.zoneBinReach = 31
    return .offsetVoting(recipe)
  }
  func makeExtractor() throws(StrategyError) -> any SignatureExtractor {
    Extractor(bins: UInt64(configuration.bins))
  }
  func thinned(_ signature: Signature) -> Signature { signature }

  struct Extractor: SignatureExtractor {
    let bins: UInt64
    var hash: UInt64 = 0
    var count = 0

    mutating func consume(_ block: Span<Float>) throws(StrategyError) -> Signature {
      var peaks: [SpectralPeak] = []
      for index in block.indices {
        if block[index].isFinite, block[index] != 0 {
          hash = (hash ^ UInt64(block[index].bitPattern)) &* 0x0000_0100_0000_01b3
        }
        count += 1
        if count.isMultiple(of: FrameHashStrategy.frameLength) {
          let frame = UInt32(count / FrameHashStrategy.frameLength - 1)
          if hash != 0 {
            let bin = UInt16((hash >> 20) % bins)
            peaks.append(SpectralPeak(frame: frame, bin: bin, salience: 0))
          }
          hash = 0
        }
      }
      return .peaks(
        PeakSignature(
          frameDuration: Seconds(Double(FrameHashStrategy.frameLength) / 11_025),
          frameCount: count / FrameHashStrategy.frameLength, peaks: peaks))
    }

    mutating func finish() throws(StrategyError) -> Signature {
      .peaks(
        PeakSignature(
          frameDuration: Seconds(Double(FrameHashStrategy.frameLength) / 11_025), frameCount: 0,
          peaks: []))
    }
  }
}
