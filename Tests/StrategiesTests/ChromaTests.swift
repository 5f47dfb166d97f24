import Fingerprinting
import Strategies
import TestSupport
import Testing

@Suite struct ChromaTests {
  static let rate = SampleRate(11_025)

  func words(_ samples: [Float], inBlocksOf size: Int? = nil) throws -> BitFrameSignature {
    var extractor = try ChromaStrategy(.standard).makeExtractor()
    var signature = try extractor.consume([Float]().span)
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + (size ?? samples.count))
      try signature.append(extractor.consume(samples[start..<end].span))
      start = end
    }
    try signature.append(extractor.finish())
    guard case .frames(let frames) = signature else { throw StrategyError.mismatchedParts }
    return frames
  }

  /// What `fpcalc` prints for the file after `FINGERPRINT=`; empty where it finds too little.
  func fpcalc(_ path: FilePath, _ options: String...) throws -> String {
    let output = try launchTool(
      "fpcalc", (options + ["-length", "0"]).map { FilePath($0) } + [path])
    let line = output.text.split(separator: "\n").first { $0.hasPrefix("FINGERPRINT=") }
    return line.map { String($0.dropFirst("FINGERPRINT=".count)) } ?? ""
  }

  /// Compares our words with fpcalc's for mono 16-bit files, and returns how many bits there were.
  func compare(_ sounds: [(name: String, samples: [Float])]) throws -> Int {
    var bits = 0
    try withTemporaryDirectory { folder in
      for (name, samples) in sounds {
        let path = folder.appending("sound.wav")
        try path.write(waveFile(channels: [samples], rate: 11_025))
        // The strategy rounds to 16 bits as the file does.
        let ours = try words(samples, inBlocksOf: 5_000).words
        #expect(ChromaprintText.raw(ours) == (try fpcalc(path, "-raw")), "\(name), raw")
        if !ours.isEmpty {
          #expect(
            try ChromaprintText.compressed(ours) == fpcalc(path), "\(name), compressed")
        }
        bits += ours.count * 32
      }
    }
    return bits
  }

  /// Sounds of every kind, other ones for every `round`.
  func sounds(round: UInt64) -> [(name: String, samples: [Float])] {
    var generator = Seed(round).deriving("chroma sounds").generator
    func seconds() -> Double { generator.uniform(in: 3.5...9) }
    func level() -> Float {
      // 1 … 2^-12 of full scale, in steps of a half.
      Float(1) / Float(1 << generator.integer(in: 0...12))
    }
    func scaled(_ audio: AudioBuffer, _ factor: Float) -> [Float] {
      audio.samples.map { $0 * factor }
    }
    let rate = Self.rate
    var clicks = [Float](repeating: 0, count: Int(seconds() * rate.hertz))
    for _ in 0..<generator.integer(in: 1...20) {
      clicks[generator.integer(below: clicks.count)] = Float(generator.uniform(in: -1...1))
    }
    var gated = TestSound.noise(seed: generator.next(), seconds: seconds(), rate: rate).samples
    let period = generator.integer(in: 5_000...40_000)
    for index in gated.indices where index / period % 2 == 0 { gated[index] = 0 }
    var brown: Float = 0
    let wandering = TestSound.noise(seed: generator.next(), seconds: seconds(), rate: rate)
    let square = TestSound.tone(
      generator.uniform(in: 40...2_000), seconds: seconds(), rate: rate, level: 1)
    let factor = level()
    return [
      ("music", TestSound.music(seed: generator.next(), seconds: seconds(), rate: rate).samples),
      (
        "quiet music",
        scaled(
          TestSound.music(seed: generator.next(), seconds: seconds(), rate: rate), level())
      ),
      (
        "noise",
        scaled(TestSound.noise(seed: generator.next(), seconds: seconds(), rate: rate), level())
      ),
      (
        "tone",
        scaled(
          TestSound.tone(generator.uniform(in: 20...5_000), seconds: seconds(), rate: rate),
          level())
      ),
      (
        "sweep",
        TestSound.sweep(
          from: 30, to: generator.uniform(in: 1_000...5_500), seconds: seconds(), rate: rate
        ).samples
      ),
      ("clicks", clicks),
      ("gated noise", gated),
      (
        "brown noise",
        wandering.samples.map { step in
          brown = brown * 0.999 + step * 0.05
          return brown
        }
      ),
      ("square", square.samples.map { $0 < 0 ? -factor : factor }),
    ]
  }

  @Test func wordsEqualThoseOfFpcalc() throws {
    var inputs = sounds(round: 1) + sounds(round: 2)
    inputs.append(("silence", TestSound.silence(seconds: 5, rate: Self.rate).samples))
    inputs.append(("constant", [Float](repeating: 0.6, count: 60_000)))
    let noise = TestSound.noise(seconds: 3, rate: Self.rate).samples
    // One sample too few for a word, exactly one word, one too few for two, two.
    for count in [30_030, 30_031, 31_395, 31_396] {
      inputs.append(("\(count) samples", Array(noise.prefix(count))))
    }
    inputs.append(("one sample", [0.5]))
    #expect(try compare(inputs) > 15_000)
  }

  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func wordsEqualThoseOfFpcalcOverManySounds() throws {
    var inputs: [(name: String, samples: [Float])] = []
    for round in 10..<34 { inputs += sounds(round: UInt64(round)) }
    inputs.append(
      ("ten minutes", TestSound.music(seed: 5, seconds: 600, rate: Self.rate).samples))
    #expect(inputs.count > 200)
    #expect(try compare(inputs) > 350_000)
  }

  @Test func wordsOfAStereoFileAlmostEqualThoseOfFpcalc() throws {
    let left = TestSound.music(seed: 21, seconds: 20).samples
    let right = TestSound.music(seed: 22, seconds: 20).samples
    try withTemporaryDirectory { folder in
      let path = folder.appending("stereo.wav")
      try path.write(waveFile(channels: [left, right]))
      let mono = try sox(
        path.description, "-t", "f32", "-r", "11025", "-c", "1", "-")
      let ours = try words(samples(of: mono.bytes)).words
      let theirs = try ChromaprintText.parse(raw: fpcalc(path, "-raw"))
      #expect(abs(ours.count - theirs.count) <= 1)
      let differing = zip(ours, theirs).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +)
      #expect(differing * 100 <= min(ours.count, theirs.count) * 32)
    }
  }

  @Test func silenceIsVoid() throws {
    let silence = try words(TestSound.silence(seconds: 8, rate: Self.rate).samples)
    #expect(silence.words.allSatisfy { $0 == ChromaConfiguration.standard.index.voidWord })
    #expect(silence.unreliableBits.allSatisfy { $0 == .max })
    #expect(Signature.frames(silence).isEmpty)
  }

  @Test func samplesThatAreNoNumbersAreSilence() throws {
    var samples = TestSound.music(seed: 3, seconds: 6, rate: Self.rate).samples
    var zeroed = samples
    for index in stride(from: 100, to: samples.count, by: 997) {
      samples[index] = [Float.nan, .infinity, -.infinity][index % 3]
      zeroed[index] = 0
    }
    #expect(try words(samples) == words(zeroed))
    #expect(try words([.nan]).words.isEmpty)
  }

  @Test(arguments: [1, 1_365, 4_097])
  func blocksDoNotMatter(size: Int) throws {
    let samples = Array(TestSound.music(seed: 4, seconds: 4, rate: Self.rate).samples)
    #expect(try words(samples, inBlocksOf: size) == words(samples))
  }

  /// The bits marked as unreliable are those that noise turns first.
  @Test func unreliableBitsAreWrongMoreOften() throws {
    let samples = TestSound.music(seed: 6, seconds: 20, rate: Self.rate).samples
    let noise = TestSound.noise(seed: 7, seconds: 20, rate: Self.rate, level: 0.05).samples
    let clean = try words(samples)
    let noisy = try words(zip(samples, noise).map { $0 + $1 })
    var marked = 0
    var markedWrong = 0
    var wrong = 0
    for (index, mask) in noisy.unreliableBits.enumerated() {
      let errors = noisy.words[index] ^ clean.words[index]
      marked += mask.nonzeroBitCount
      markedWrong += (errors & mask).nonzeroBitCount
      wrong += errors.nonzeroBitCount
    }
    let unmarked = noisy.words.count * 32 - marked
    #expect(marked == noisy.words.count * ChromaConfiguration.standard.unreliableBits)
    #expect(wrong > 50)
    #expect(
      Double(markedWrong) / Double(marked) > 2 * Double(wrong - markedWrong) / Double(unmarked))
  }

  @Test func storedFormKeepsTheWordsOnly() throws {
    let strategy = try ChromaStrategy(.standard)
    let query = Signature.frames(
      try words(TestSound.music(seed: 8, seconds: 5, rate: Self.rate).samples))
    let stored = strategy.thinned(query)
    #expect(strategy.thinned(stored) == stored)
    guard case .frames(let frames) = stored, case .frames(let before) = query else { return }
    #expect(frames.words == before.words)
    #expect(frames.unreliableBits.isEmpty)
  }

  @Test func refusesImpossibleSettings() {
    var configuration = ChromaConfiguration.standard
    configuration.unreliableBits = 25
    #expect(throws: ConfigurationError.self) { try ChromaStrategy(configuration) }
    configuration = .standard
    configuration.index.keyShifts = [17]
    #expect(throws: ConfigurationError.self) { try ChromaStrategy(configuration) }
  }
}
