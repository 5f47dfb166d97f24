import Fingerprinting
import Foundation
import Signals

/// Samples in, Chromaprint's words out: 16-bit samples, spectrum, twelve notes, smoothing over
/// time, unit norm, classifiers.
final class ChromaExtractor: SignatureExtractor {
  /// The settings of Chromaprint's algorithm 2.
  static let sampleRate = 11_025.0
  static let frameLength = 4_096
  static let hop = frameLength / 3
  private static let lowestFrequency = 28.0
  private static let highestFrequency = 3_520.0
  private static let smoothing = [0.25, 0.75, 1.0, 0.75, 0.25]
  private static let smallestNorm = 0.01

  /// Samples until the first word is known.
  static let firstWordSamples =
    frameLength + hop * (smoothing.count - 1 + ChromaClassifier.rows - 1)
  static let frameDuration = Seconds(Double(hop) / sampleRate)

  private let spectra: SpectrumStream
  private let notes: [Int]
  private let firstBin: Int
  private let unreliableCount: Int
  private let quantised: AlignedBuffer<Float>
  private var chroma = [Double](repeating: 0, count: ChromaImage.chromas)
  private var recentChroma: [[Double]] = []
  private var image = ChromaImage()
  private var rowCount = 0
  private var words: [UInt32] = []
  private var unreliable: [UInt32] = []

  init(_ configuration: ChromaConfiguration) throws(StrategyError) {
    // Samples are 16-bit integers here, and the window brings them to full scale 1.
    let last = Double(Self.frameLength - 1)
    let window = (0..<Self.frameLength).map {
      Float((0.54 - 0.46 * cos(Double($0) * 2 * Double.pi / last)) / Double(Int16.max))
    }
    guard let spectra = SpectrumStream(window: window, hop: Self.hop) else {
      throw .resources("FFTW has no plan for \(Self.frameLength) samples")
    }
    self.spectra = spectra
    unreliableCount = configuration.unreliableBits
    quantised = AlignedBuffer(count: 4_096, zero: 0)
    let binsPerHertz = Double(Self.frameLength) / Self.sampleRate
    firstBin = max(1, Int((Self.lowestFrequency * binsPerHertz).rounded()))
    let endBin = Int((Self.highestFrequency * binsPerHertz).rounded())
    notes = (firstBin..<endBin).map { bin in
      let octave = log2(Double(bin) / binsPerHertz / 27.5)
      return Int(Double(ChromaImage.chromas) * (octave - octave.rounded(.down)))
    }
  }

  func consume(_ block: Span<Float>) throws(StrategyError) -> Signature {
    block.withUnsafeBufferPointer { samples in
      var start = 0
      while start < samples.count {
        let count = min(quantised.count, samples.count - start)
        for index in 0..<count {
          quantised.base[index] = Self.quantise(samples[start + index])
        }
        let part = UnsafeBufferPointer(start: quantised.base, count: count)
        spectra.consume(part.span) { take(power: $0) }
        start += count
      }
    }
    return takeWords()
  }

  func finish() throws(StrategyError) -> Signature { takeWords() }

  private func takeWords() -> Signature {
    let signature = BitFrameSignature(
      frameDuration: Self.frameDuration, words: words, unreliableBits: unreliable)
    words.removeAll(keepingCapacity: true)
    unreliable.removeAll(keepingCapacity: true)
    return .frames(signature)
  }

  /// The 16-bit integer of a sample, rounded to the nearest even as decoders do.
  @inline(__always)
  private static func quantise(_ sample: Float) -> Float {
    let finite = abs(sample) <= .greatestFiniteMagnitude ? sample : 0
    let scaled = max(-32_768, min(32_767, finite * 32_768))
    // Adding 1.5 × 2^23 leaves no room for a fraction.
    return (scaled + 12_582_912) - 12_582_912
  }

  private func take(power: UnsafePointer<Float>) {
    for note in chroma.indices { chroma[note] = 0 }
    for (offset, note) in notes.enumerated() {
      chroma[note] += Double(power[firstBin + offset])
    }
    recentChroma.append(chroma)
    guard recentChroma.count == Self.smoothing.count else { return }
    var row = [Double](repeating: 0, count: ChromaImage.chromas)
    for (weight, frame) in zip(Self.smoothing, recentChroma) {
      for note in row.indices { row[note] += weight * frame[note] }
    }
    recentChroma.removeFirst()
    var squares = 0.0
    for value in row { squares += value * value }
    let norm = squares.squareRoot()
    for note in row.indices { row[note] = norm < Self.smallestNorm ? 0 : row[note] / norm }
    image.append(row)
    rowCount += 1
    if rowCount >= ChromaClassifier.rows { appendWord() }
  }

  private func appendWord() {
    var word: UInt32 = 0
    var distances = ReliabilityRanking()
    for (position, classifier) in ChromaClassifier.all.enumerated() {
      let (code, high, low) = classifier.quantise(classifier.value(in: image))
      word = word << 2 | code
      let lowBit = 2 * (ChromaClassifier.all.count - 1 - position)
      distances[lowBit + 1] = Float(high)
      distances[lowBit] = Float(low)
    }
    words.append(word)
    unreliable.append(
      word == ChromaClassifier.wordOfSilence ? .max : distances.lowest(unreliableCount))
  }
}
