import Fingerprinting
import Testing

@testable import Reporting

/// What speaks for a place, on signatures whose agreement is known.
struct EvidenceTests {
  private static let frame = Seconds(0.01)

  private static func peaks(_ list: [(frame: Int, bin: Int)], frames: Int) -> Signature {
    .peaks(
      PeakSignature(
        frameDuration: frame, frameCount: frames,
        peaks: list.map {
          SpectralPeak(frame: UInt32($0.frame), bin: UInt16($0.bin), salience: 0)
        }))
  }

  /// A query twice as fast and high as its reference: as it sounds, and with that taken back.
  @Test(arguments: [1.0, 2.0]) func peaksThatCoincideAreLit(speed: Double) {
    let reference = (0..<50).map { (frame: 7 + 20 * $0, bin: 100 + 3 * ($0 * 37 % 53)) }
    let heard = reference[10..<20].map {
      (
        frame: Int((Double($0.frame - 200) / 2 * speed).rounded(.down)),
        bin: Int((Double($0.bin) * 2 / speed).rounded())
      )
    }
    let query = Self.peaks(heard + [(frame: 31, bin: 900)], frames: Int(100 * speed))
    let evidence = Evidence(
      query: query, salient: query,
      reference: Self.peaks(reference, frames: 1_000),
      at: Alignment(referenceStart: Seconds(2), timeScale: 2, frequencySkew: 1), speed: speed)
    #expect(evidence.queryMarks.map(\.isMatched) == [Bool](repeating: true, count: 10) + [false])
    #expect(evidence.referenceMarks.count == 10 && evidence.referenceMarks.allSatisfy(\.isMatched))
    // Marks are where the query as it is has them, whatever was taken back.
    for (mark, peak) in zip(evidence.queryMarks, reference[10..<20]) {
      #expect(abs(mark.time - (Double(peak.frame) * 0.01 - 2) / 2) <= 0.01)
      #expect(mark.bin == Double(peak.bin) * 2)
    }
    #expect(evidence.referenceMarks.first?.time == 2.07)
    let summary = evidence.summary(at: 2)
    #expect(summary.here == 10 && summary.isBest && summary.standsOut && summary.elsewhere <= 4)
    #expect(!evidence.summary(at: 6).isBest)
  }

  @Test func equalBitsAreLitAndVoidOnesAreNot() {
    var generator = SplitMix64(seed: 5)
    let words = (0..<600).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    var query = BitFrameSignature(
      frameDuration: Self.frame, words: Array(words[250..<350]),
      unreliableBits: [UInt32](repeating: 0, count: 100))
    query.words[3] ^= 0b101
    query.words[4] = 0
    query.unreliableBits[4] = .max
    let evidence = Evidence(
      query: .frames(query), salient: .frames(query),
      reference: .frames(
        BitFrameSignature(frameDuration: Self.frame, words: words, unreliableBits: [])),
      at: Alignment(referenceStart: Seconds(2.5)), speed: 1)
    #expect(evidence.equalBits[3].prefix(4) == [false, true, false, true])
    #expect(evidence.equalBits[4].allSatisfy { $0 == nil })
    #expect(evidence.equalBits[5].allSatisfy { $0 == true })
    let summary = evidence.summary(at: 2.5)
    #expect(abs(summary.here - 100 * (1 - 2.0 / (99 * 32))) < 1e-9)
    #expect(summary.standsOut && abs(summary.mean - 50) < 1 && (summary.height ?? 0) > 20)
    // Places where at least half of the query lies in the reference.
    #expect(evidence.histogram.count == 600)
    // Beyond the end there is nothing to compare.
    let late = Evidence(
      query: .frames(query), salient: .frames(query),
      reference: .frames(
        BitFrameSignature(
          frameDuration: Self.frame, words: Array(words[..<300]), unreliableBits: [])),
      at: Alignment(referenceStart: Seconds(2.5)), speed: 1)
    #expect(late.equalBits[60].allSatisfy { $0 == nil } && late.equalBits[40][0] == true)
  }
}
