import Builtins
import Fingerprinting
import Foundation
import TestSupport
import Testing

/// Signatures of one fixed sound, kept in the repository: a change of output must be meant.
///
/// Transforms may round differently on another processor, so a few peaks or bits may differ there;
/// on the machine that recorded them they are equal. `RECORD_GOLDENS=1` records them again: raise
/// the strategy's revision then.
struct GoldenSignatureTests {
  private static let folder = FilePath(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
      .path)

  @Test(arguments: StrategyLawTests.strategies)
  func theSignatureOfAFixedSoundIsTheKeptOne(
    registered: StrategyLawTests.Registered
  ) throws {
    let strategy = try registered.entry.standard()
    let sound = TestSound.music(
      seed: 2003, seconds: 20, rate: strategy.requirements.sampleRate)
    let made = SignatureFile(
      identity: strategy.identity, configuration: "", source: nil,
      signature: strategy.thinned(try strategy.signature(of: sound.samples.span)))
    let path = Self.folder.appending("\(registered.entry.name).\(SignatureFile.fileExtension)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try path.write(made.encode())
    }
    let kept = try SignatureFile(decoding: path.read())
    #expect(
      kept.identity == made.identity,
      "record the golden signature again, with a new revision if the output changed")
    #expect(Self.difference(kept.signature, made.signature) <= 0.01)
  }

  /// The share of peaks that only one has, or of bits that differ.
  private static func difference(_ left: Signature, _ right: Signature) -> Double {
    switch (left, right) {
    case (.peaks(let left), .peaks(let right)):
      let (kept, made) = (Set(left.peaks), Set(right.peaks))
      return Double(kept.symmetricDifference(made).count) / Double(max(1, kept.union(made).count))
    case (.frames(let left), .frames(let right)) where left.words.count == right.words.count:
      let wrong = zip(left.words, right.words).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
      return Double(wrong) / Double(32 * max(1, left.words.count))
    default: return 1
    }
  }
}
