import Fingerprinting
import Foundation
import Signals
import TestSupport
import Testing

struct SpectrumStreamTests {
  private func spectra(of samples: [Float], inBlocksOf size: Int) throws -> [[Float]] {
    let stream = try #require(SpectrumStream(window: hannWindow(count: 256), hop: 100))
    var frames: [[Float]] = []
    var start = 0
    while start < samples.count {
      let block = Array(samples[start..<min(samples.count, start + size)])
      stream.consume(block.span) { power in
        frames.append((0..<stream.binCount).map { power[$0] })
      }
      start += size
    }
    return frames
  }

  @Test(arguments: [1, 7, 99, 100, 4_000]) func blocksDoNotMatter(size: Int) throws {
    let samples = TestSound.noise(seconds: 0.4, rate: SampleRate(8_000)).samples
    let whole = try spectra(of: samples, inBlocksOf: samples.count)
    #expect(whole.count == (samples.count - 256) / 100 + 1)
    #expect(try spectra(of: samples, inBlocksOf: size) == whole)
  }

  @Test func toneIsInItsBin() throws {
    let samples = TestSound.tone(1_000, seconds: 0.2, rate: SampleRate(8_000)).samples
    for frame in try spectra(of: samples, inBlocksOf: samples.count) {
      #expect(frame.indices.max { frame[$0] < frame[$1] } == 32)
      // A Hann window passes half the amplitude, a real tone half of that in each of its bins.
      #expect(abs(frame[32].squareRoot() - 0.5 * 256 / 4) < 0.1)
    }
  }

  @Test func whatIsNoNumberIsSilence() throws {
    var samples = [Float](repeating: 0, count: 1_000)
    for (index, value) in [Float.nan, .infinity, -.infinity].enumerated() {
      samples[100 * index + 50] = value
    }
    #expect(try spectra(of: samples, inBlocksOf: 300).allSatisfy { $0.allSatisfy { $0 == 0 } })
    samples[500] = .greatestFiniteMagnitude
    #expect(try spectra(of: samples, inBlocksOf: 300).allSatisfy { $0.allSatisfy(\.isFinite) })
  }

  @Test func logarithmIsThatOfFoundation() {
    var generator = SplitMix64(seed: 1)
    let values = (0..<2_000).map { _ in Float(pow(2, generator.uniform(in: -30...50))) }
    var found = [Int16](repeating: 0, count: values.count)
    FixedLog2.write(of: values, floor: 1e-7, into: &found, count: values.count)
    for (value, logarithm) in zip(values, found) {
      let expected = log2(Double(value) + 1e-7)
      #expect(abs(Double(logarithm) / Double(FixedLog2.stepsPerOctave) - expected) < 0.0125)
    }
  }
}
