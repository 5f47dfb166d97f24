import Fingerprinting
import Signals
import TestSupport
import Testing

struct RealTransformTests {
  private func transform(_ samples: [Float]) throws -> [Float] {
    let transform = try #require(RealTransform(length: samples.count))
    let input = AlignedBuffer<Float>(count: samples.count, zero: 0)
    let output = AlignedBuffer<Float>(count: samples.count + 2, zero: 0)
    for (index, sample) in samples.enumerated() { input.base[index] = sample }
    transform.forward(input.base, into: output.base)
    return (0..<output.count).map { output.base[$0] }
  }

  private func noise(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in Float(generator.uniform(in: -1...1)) }
  }

  @Test func agreesWithNumpy() throws {
    let samples = noise(1_024, seed: 3)
    let script = """
      import sys, numpy
      x = numpy.array(sys.stdin.read().split(), dtype=float)
      for c in numpy.fft.rfft(x): print(c.real, c.imag)
      """
    let input = samples.map { "\($0)" }.joined(separator: " ")
    let printed = try runTool("python3", ["-c", script], input: Array(input.utf8)).text
    let expected = printed.split { $0 == " " || $0 == "\n" }.compactMap { Float($0) }
    let found = try transform(samples)
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test func threadsPlanAndTransformAtOnce() async throws {
    let lengths = [64, 96, 128, 250, 512, 1_024, 2_048]
    let alone = try lengths.map { try transform(noise($0, seed: 9)) }
    let together = try await withThrowingTaskGroup(of: (Int, [Float]).self) { group in
      for turn in 0..<70 {
        group.addTask {
          let which = turn % lengths.count
          return (which, try transform(noise(lengths[which], seed: 9)))
        }
      }
      var results: [(Int, [Float])] = []
      for try await result in group { results.append(result) }
      return results
    }
    #expect(together.count == 70)
    #expect(together.allSatisfy { $0.1 == alone[$0.0] })
  }

  @Test(arguments: [0, -2, 7]) func refusesImpossibleLengths(length: Int) {
    #expect(RealTransform(length: length) == nil)
  }
}
