import Fingerprinting
import Signals
import TestSupport
import Testing

@testable import Strategies

struct ConstellationTests {
  private let strategy: ConstellationStrategy
  private var rate: SampleRate { strategy.requirements.sampleRate }

  init() throws { strategy = try ConstellationStrategy(.standard) }

  private func peaks(_ signature: Signature) throws -> PeakSignature {
    guard case .peaks(let peaks) = signature else {
      throw StrategyError.mismatchedParts
    }
    return peaks
  }

  private func signature(of samples: [Float]) throws -> Signature {
    try strategy.signature(of: samples.span)
  }

  private func signature(of samples: [Float], inBlocksOf size: Int) throws -> Signature {
    var extractor = try strategy.makeExtractor()
    let nothing: [Float] = []
    var whole = try extractor.consume(nothing.span)
    var start = 0
    while start < samples.count {
      let block = Array(samples[start..<min(samples.count, start + size)])
      try whole.append(try extractor.consume(block.span))
      start += size
    }
    try whole.append(try extractor.finish())
    return whole
  }

  @Test(arguments: [1, 7, 127, 512, 4_096, 50_000]) func blocksDoNotMatter(size: Int) throws {
    let samples = TestSound.music(seed: 4, seconds: 3, rate: rate).samples
    let whole = try signature(of: samples)
    #expect(try signature(of: samples, inBlocksOf: size) == whole)
    #expect(try peaks(whole).peaks.count > 100)
  }

  @Test func peaksAreSortedAndWithinTheBand() throws {
    let samples = TestSound.music(seed: 1, seconds: 4, rate: rate).samples
    let peaks = try peaks(try signature(of: samples))
    #expect(peaks.frameCount == (samples.count - 1_024) / strategy.configuration.hop + 1)
    for (left, right) in zip(peaks.peaks, peaks.peaks.dropFirst()) {
      #expect((left.frame, left.bin) < (right.frame, right.bin))
    }
    let band = strategy.configuration.lowestBin...strategy.configuration.highestBin
    #expect(peaks.peaks.allSatisfy { band.contains(Int($0.bin)) && $0.salience > 0 })
    #expect(peaks.peaks.allSatisfy { Int($0.frame) < peaks.frameCount })
  }

  @Test func gainMovesNoPeak() throws {
    let samples = TestSound.music(seed: 2, seconds: 2, rate: rate).samples
    let loud = try peaks(try signature(of: samples.map { $0 * 4 }))
    let plain = try peaks(try signature(of: samples))
    let shared = Set(loud.peaks.map { [Int($0.frame), Int($0.bin)] })
      .intersection(plain.peaks.map { [Int($0.frame), Int($0.bin)] })
    #expect(Double(shared.count) > 0.97 * Double(plain.peaks.count))
  }

  @Test func storedFormIsAFewOfTheQueryForm() throws {
    let samples = TestSound.music(seed: 3, seconds: 6, rate: rate).samples
    let query = try signature(of: samples)
    let stored = strategy.thinned(query)
    #expect(strategy.thinned(stored) == stored)
    let kept = try peaks(stored)
    let offered = try peaks(query)
    #expect(kept.frameCount == offered.frameCount)
    #expect(kept.peaks.allSatisfy { $0.salience == 0 })
    let places = Set(offered.peaks.map { [Int($0.frame), Int($0.bin)] })
    #expect(kept.peaks.allSatisfy { places.contains([Int($0.frame), Int($0.bin)]) })
    #expect(kept.peaks.count <= 7 * strategy.configuration.storedPeaksPerSecond)
    #expect(kept.peaks.count > 60)
  }

  @Test func soundWithoutContentIsEmpty() throws {
    let rate = rate
    let dither = TestSound.noise(seconds: 5, rate: rate, level: 0.000_03).samples
    var sounds: [[Float]] = [[], [0.5], [Float](repeating: 0, count: 60_000), dither]
    sounds.append([Float](repeating: .nan, count: 30_000))
    sounds.append([Float](repeating: 0.6, count: 60_000))
    for sound in sounds { #expect(try signature(of: sound).isEmpty) }
  }

  @Test func settingsThatCannotWorkAreRefused() {
    let refused: [JSONValue] = [
      .object(["hop": .integer(0)]), .object(["frameLength": .integer(1_023)]),
      .object(["lowestBin": .integer(0)]), .object(["highestBin": .integer(513)]),
      .object(["sampleRate": .integer(0)]), .object(["storedPeaksPerSecond": .integer(0)]),
      .object(["index": .object(["zoneLastFrame": .integer(0)])]),
      .object(["index": .object(["furtherSkews": .array([.number(0.9)])])]),
    ]
    for overrides in refused {
      #expect(throws: ConfigurationError.self) {
        try ConstellationConfiguration.standard(overriddenBy: overrides)
      }
    }
  }

  // Whitening, peak picking and thinning are of whole numbers: the same on every machine. A new
  // digest here means that the strategy's revision must be raised.
  @Test func peaksOfASyntheticSpectrogramNeverChange() {
    var generator = SplitMix64(seed: 77)
    let contrast = LocalContrast(binCount: 480, frameReach: 15, binReach: 20)
    let maxima = LocalMaxima(binCount: 480, frameReach: 3, binReach: 3, least: 256)
    var peaks: [SpectralPeak] = []
    func keep(frame: Int, bin: Int, value: Int16) {
      peaks.append(
        SpectralPeak(frame: UInt32(frame), bin: UInt16(bin), salience: UInt16(value)))
    }
    for _ in 0..<200 {
      let row = (0..<480).map { _ in Int16(generator.integer(in: -2_000...2_000)) }
      contrast.push(row) { maxima.push($0, body: keep) }
    }
    contrast.finish { maxima.push($0, body: keep) }
    maxima.finish(body: keep)
    let thin = PeakThinning(.standard).thin(peaks)
    let text = (peaks + thin).map { "\($0.frame),\($0.bin),\($0.salience)" }
    let digest = Seed(1).deriving(text.joined(separator: ";")).rawValue
    #expect([peaks.count, thin.count] == [1_981, 223])
    #expect(digest == 15_241_984_851_799_315_853)
  }
}
