import AudioFiles
import Catalogs
import Fingerprinting
import Indexing
import Strategies
import TestSupport
import Testing

struct StrategyRecognizerTests {
  private static let seeds: [UInt64] = [1, 2]

  private static func piece(_ seed: UInt64) -> AudioBuffer {
    TestSound.music(seed: seed, seconds: 5, rate: SampleRate(11_025))
  }

  private func recognizer() throws -> StrategyRecognizer {
    let strategy = try ConstellationStrategy(.standard)
    return try withTemporaryDirectory { folder in
      var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
      for seed in Self.seeds {
        let path = folder.appending("\(seed).wav")
        try path.write(waveFile(Self.piece(seed)))
        let signature = try enrolledSignature(of: path, with: strategy).signature
        try builder.insert(signature, as: TrackID("\(path.lastComponent)"))
      }
      return try StrategyRecognizer(strategy: strategy, index: try builder.freeze())
    }
  }

  @Test func enrolmentIsTheThinnedSignatureOfTheWholeFile() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("a.wav")
      try path.write(waveFile(TestSound.music(seed: 1, seconds: 2, rate: SampleRate(16_000))))
      let strategy = try ConstellationStrategy(.standard)
      let (signature, report) = try enrolledSignature(of: path, with: strategy)
      let whole = try readMono(path, at: strategy.requirements.sampleRate).audio
      #expect(signature == strategy.thinned(try strategy.signature(of: whole.samples.span)))
      #expect(!signature.isEmpty)
      #expect(report.readFrames == 2 * 16_000)
    }
  }

  @Test func silenceIsEnrolledAsNothing() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("a.wav")
      try path.write(waveFile(TestSound.silence(seconds: 3, rate: SampleRate(11_025))))
      let strategies: [any FingerprintStrategy] = [
        try ConstellationStrategy(.standard), try SpectralBandsStrategy(.standard),
      ]
      for strategy in strategies {
        let signature = try enrolledSignature(of: path, with: strategy).signature
        #expect(signature.isEmpty, "\(strategy.identity)")
      }
    }
  }

  @Test func fileAndBufferAreAnsweredAlike() async throws {
    let recognizer = try recognizer()
    let piece = Self.piece(2)
    let query = AudioBuffer(
      samples: Array(piece.samples[15_000..<55_000]), sampleRate: piece.sampleRate)
    let answer = try await recognizer.identify(query)
    let best = try #require(answer.candidates.first)
    #expect(best.track == TrackID("2.wav"))
    #expect(abs(best.alignment.referenceStart.value - 15_000 / 11_025) < 0.05)
    #expect(answer.status == .searched)
    #expect(answer.signatureBytes > 100)
    #expect(answer.latency.extract > .zero && answer.latency.search > .zero)

    try withTemporaryDirectory { folder in
      let path = folder.appending("query.wav")
      try path.write(waveFile(piece))
      let (fromFile, report) = try recognizer.identify(
        path, from: Seconds(15_000 / 11_025), duration: Seconds(40_000 / 11_025))
      #expect(fromFile.candidates == answer.candidates)
      #expect(fromFile.work == answer.work)
      #expect(fromFile.signatureBytes == answer.signatureBytes)
      #expect(fromFile.latency.decode > .zero && fromFile.latency.extract > .zero)
      #expect(report.readFrames == 40_000)
    }
  }

  @Test func anyRateIsAsGood() async throws {
    let recognizer = try recognizer()
    for rate in [8_000.0, 48_000] {
      let piece = Self.piece(2)
      let samples = try Resampler.resample(
        piece.samples, from: piece.sampleRate, to: SampleRate(rate))
      let answer = try await recognizer.identify(
        AudioBuffer(samples: samples, sampleRate: SampleRate(rate)))
      #expect(answer.candidates.first?.track == TrackID("2.wav"), "\(rate) Hz")
    }
  }

  @Test func shortAndSilentQueriesMatchNothing() async throws {
    let recognizer = try recognizer()
    let shortest = recognizer.strategy.requirements.shortestQuery.value
    let piece = Self.piece(2)
    for count in [0, 1, 1_000, Int(shortest * 11_025) - 1] {
      let query = AudioBuffer(samples: Array(piece.samples[..<count]), sampleRate: piece.sampleRate)
      let answer = try await recognizer.identify(query)
      #expect(answer.status == .tooShort)
      #expect(answer.candidates.isEmpty)
    }
    let longEnough = AudioBuffer(
      samples: Array(piece.samples[..<Int((shortest * 11_025).rounded(.up))]),
      sampleRate: piece.sampleRate)
    #expect(try await recognizer.identify(longEnough).status == .searched)
    for sample: Float in [0, 0.6, .nan, .infinity] {
      let query = AudioBuffer(
        samples: [Float](repeating: sample, count: 33_075), sampleRate: Fixtures.rate)
      let answer = try await recognizer.identify(query)
      #expect(answer.status == .noUsableAudio)
      #expect(answer.candidates.isEmpty)
      #expect(answer.signatureBytes > 0)
    }
  }

  @Test func strategyAndIndexOfDifferentIdentityCannotBePaired() throws {
    let strategy = try ConstellationStrategy(.standard)
    let foreign = ComponentIdentity(name: "other", revision: 1, configurationDigest: "")
    let index = try IndexBuilder(strategy.indexing, builtWith: foreign).freeze()
    #expect(throws: IndexError.identityMismatch(index: foreign, strategy: strategy.identity)) {
      try StrategyRecognizer(strategy: strategy, index: index)
    }
  }
}
