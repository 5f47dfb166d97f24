import Fingerprinting

/// Signatures of all shapes, from a seed.
enum SignatureSamples {
  static let frameDuration = Seconds(256.0 / 11_025)

  static func peaks(
    seed: UInt64, count: Int, bins: Int = 512, perFrame: Double = 0.7, salience: Bool = false
  ) -> Signature {
    var generator = SplitMix64(seed: seed)
    var peaks: [SpectralPeak] = []
    var frame: UInt32 = 0
    while peaks.count < count {
      let number = generator.unit() < perFrame ? 1 + generator.integer(below: 2) : 0
      var frameBins = (0..<number).map { _ in UInt16(generator.integer(below: bins)) }
      frameBins.sort()
      for bin in frameBins where peaks.count < count {
        let value = salience ? UInt16(generator.integer(below: 900)) : 0
        peaks.append(SpectralPeak(frame: frame, bin: bin, salience: value))
      }
      frame += 1
    }
    return .peaks(
      PeakSignature(frameDuration: frameDuration, frameCount: Int(frame), peaks: peaks))
  }

  static func frames(seed: UInt64, count: Int, masks: Bool = false) -> Signature {
    var generator = SplitMix64(seed: seed)
    func words() -> [UInt32] {
      (0..<count).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    }
    return .frames(
      BitFrameSignature(
        frameDuration: frameDuration, words: words(), unreliableBits: masks ? words() : []))
  }

  static func of(_ peaks: [(UInt32, UInt16, UInt16)], frameCount: Int = 0) -> Signature {
    .peaks(
      PeakSignature(
        frameDuration: frameDuration, frameCount: frameCount,
        peaks: peaks.map { SpectralPeak(frame: $0.0, bin: $0.1, salience: $0.2) }))
  }

  static let all: [Signature] = [
    of([]), of([], frameCount: 1 << 32), of([(0, 0, 0)]), of([(.max, .max, .max)]),
    of([(0, 0, 1), (0, 0, 0), (0, .max, 0), (.max, 0, 7)]), of([(5, 7, 0), (5, 7, 0), (5, 9, 0)]),
    // Steps on both sides of the long form of Rice's code.
    of((0..<60).map { (UInt32($0 * $0 * $0), UInt16($0 % 3), 0) }),
    of([(0, 1, 0), (1, 1, 0), (2, 1, 0), (26, 1, 0), (49, 1, 0), (74, 1, 0), (1 << 31, 1, 0)]),
    peaks(seed: 1, count: 300), peaks(seed: 2, count: 300, salience: true),
    peaks(seed: 3, count: 300, bins: 65_536, perFrame: 0.001, salience: true),
    peaks(seed: 4, count: 300, bins: 1), peaks(seed: 5, count: 300, bins: 600, perFrame: 1),
    frames(seed: 1, count: 0), frames(seed: 2, count: 1), frames(seed: 3, count: 257),
    frames(seed: 4, count: 1, masks: true), frames(seed: 5, count: 100, masks: true),
  ]

  static func file(_ signature: Signature, source: String? = "a/b\\xe9.wav") -> SignatureFile {
    SignatureFile(
      identity: ComponentIdentity(name: "tone", revision: 3, configurationDigest: "00ff"),
      configuration: "{\"hop\":256}", source: source, signature: signature)
  }
}
