import Fingerprinting

/// Bits from the sound's autocorrelation: quick, and good enough to find clean excerpts.
struct ToyStrategy: ConfigurableStrategy {
  struct Configuration: ComponentConfiguration {
    var shortest: Double
    /// Sounds of more samples are refused, as a broken strategy would.
    var longestQuery: Int
    static let standard = Configuration(shortest: 1, longestQuery: 1_000_000)
  }

  static let name = "toy"
  static let summary = "Tests only."
  static let hop = 16
  let configuration: Configuration

  init(_ configuration: Configuration) { self.configuration = configuration }

  var identity: ComponentIdentity {
    ComponentIdentity(name: Self.name, revision: 1, configuration: configuration)
  }
  var requirements: AudioRequirements {
    AudioRequirements(
      sampleRate: SampleRate(2_000), lookahead: .zero,
      shortestQuery: Seconds(configuration.shortest))
  }
  var indexing: IndexRecipe {
    var index = BitFrameConfiguration.standard
    index.flippedBits = 0
    return .bitFrames(index)
  }
  func makeExtractor() -> any SignatureExtractor {
    ToyExtractor(longest: configuration.longestQuery)
  }
  func thinned(_ signature: Signature) -> Signature {
    guard case .frames(var frames) = signature else { return signature }
    frames.unreliableBits = []
    return .frames(frames)
  }
}

struct ToyExtractor: SignatureExtractor {
  let longest: Int
  /// The last 32 samples, the newest last.
  private var history = [Float](repeating: 0, count: 32)
  /// The autocorrelation of the last 16 hops, the newest last.
  private var hops = [[Float]](repeating: [Float](repeating: 0, count: 32), count: 16)
  private var pending: [Float] = []
  private var total = 0

  init(longest: Int) { self.longest = longest }

  mutating func consume(_ block: Span<Float>) throws(StrategyError) -> Signature {
    total += block.count
    if total > longest { throw .tooLong }
    for index in block.indices { pending.append(block[index]) }
    var words: [UInt32] = []
    var start = 0
    while start + ToyStrategy.hop <= pending.count {
      let stretch = history + pending[start..<start + ToyStrategy.hop]
      start += ToyStrategy.hop
      history = Array(stretch.suffix(32))
      hops.removeFirst()
      hops.append(Self.autocorrelation(stretch))
      words.append(word())
    }
    pending.removeFirst(start)
    return signature(words)
  }

  private static func autocorrelation(_ stretch: [Float]) -> [Float] {
    stretch.withUnsafeBufferPointer { samples in
      var sums = [Float](repeating: 0, count: 32)
      sums.withUnsafeMutableBufferPointer { sums in
        var lag = 0
        while lag < 32 {
          var index = 32
          while index < samples.count {
            sums[lag] += samples[index] * samples[index - lag]
            index += 1
          }
          lag += 1
        }
      }
      return sums
    }
  }

  private func word() -> UInt32 {
    var rise = [Float](repeating: 0, count: 32)
    for (place, sums) in hops.enumerated() {
      let sign: Float = place < 8 ? -1 : 1
      var lag = 0
      while lag < 32 {
        rise[lag] += sign * sums[lag]
        lag += 1
      }
    }
    var word: UInt32 = 0
    for lag in 0..<32 where rise[lag] > 0 { word |= 1 << UInt32(lag) }
    return word
  }

  mutating func finish() -> Signature { signature([]) }

  private func signature(_ words: [UInt32]) -> Signature {
    .frames(
      BitFrameSignature(
        frameDuration: Seconds(Double(ToyStrategy.hop) / 2_000), words: words,
        unreliableBits: words.map { _ in 0 }))
  }
}
