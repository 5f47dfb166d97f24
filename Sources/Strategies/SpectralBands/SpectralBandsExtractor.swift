import Fingerprinting
import Signals

/// Samples in, signs of energy differences along time and frequency out.
final class SpectralBandsExtractor: SignatureExtractor {
  private static let bits = 32

  private let spectra: SpectrumStream
  private let edges: [Int]
  private let frameDuration: Seconds
  private let unreliableCount: Int
  private let quietestEnergy: Float
  private let leastChange: Float
  /// Differences of neighbouring bands in the frame before.
  private let previous: AlignedBuffer<Float>
  private var frames = 0
  private var words: [UInt32] = []
  private var unreliable: [UInt32] = []

  init(_ configuration: SpectralBandsConfiguration) throws(StrategyError) {
    let window = hannWindow(count: configuration.frameLength)
    guard let spectra = SpectrumStream(window: window, hop: configuration.hop) else {
      throw .resources("FFTW has no plan for \(configuration.frameLength) samples")
    }
    self.spectra = spectra
    edges = configuration.bandEdges
    frameDuration = configuration.frameDuration
    unreliableCount = configuration.unreliableBits
    leastChange = Float(configuration.leastChange)
    // Parseval: the mean square of windowed noise is twice the power of its positive
    // frequencies over the length and the window's own energy.
    var windowEnergy = 0.0
    for factor in window { windowEnergy += Double(factor) * Double(factor) }
    quietestEnergy = Float(
      configuration.quietestLevel * configuration.quietestLevel * windowEnergy
        * Double(configuration.frameLength) / 2)
    previous = AlignedBuffer(count: Self.bits, zero: 0)
  }

  func consume(_ block: Span<Float>) throws(StrategyError) -> Signature {
    spectra.consume(block) { take(power: $0) }
    return takeWords()
  }

  func finish() throws(StrategyError) -> Signature { takeWords() }

  private func takeWords() -> Signature {
    let signature = BitFrameSignature(
      frameDuration: frameDuration, words: words, unreliableBits: unreliable)
    words.removeAll(keepingCapacity: true)
    unreliable.removeAll(keepingCapacity: true)
    return .frames(signature)
  }

  private func take(power: UnsafePointer<Float>) {
    let previous = previous.base
    var reliability = ReliabilityRanking()
    var word: UInt32 = 0
    var greatest: Float = 0
    var lower = Self.sum(power, edges[0], edges[1])
    var total = lower
    for bit in 0..<Self.bits {
      let upper = Self.sum(power, edges[bit + 1], edges[bit + 2])
      total += upper
      let difference = lower - upper
      let change = difference - previous[bit]
      previous[bit] = difference
      lower = upper
      if change > 0 { word |= 1 << UInt32(bit) }
      reliability[bit] = abs(change)
      greatest = max(greatest, abs(change))
    }
    frames += 1
    guard frames > 1 else { return }
    let isVoid = total < quietestEnergy || greatest <= leastChange * total
    words.append(isVoid ? 0 : word)
    unreliable.append(isVoid ? .max : reliability.lowest(unreliableCount))
  }

  private static func sum(_ power: UnsafePointer<Float>, _ first: Int, _ last: Int) -> Float {
    var sum: Float = 0
    for bin in first..<last { sum += power[bin] }
    return sum
  }
}
