import AudioFiles
import Fingerprinting
import TestSupport
import Testing

struct PCMTests {
  /// Mono samples of bytes at 11,025 Hz, taken in pieces.
  private func converted(_ bytes: [UInt8], _ format: PCMFormat, pieces: Int) throws -> [Float] {
    var stream = PCMStream(to: SampleRate(11_025))
    var samples: [Float] = []
    func keep(_ block: Span<Float>) {
      block.withUnsafeBufferPointer { samples.append(contentsOf: $0) }
    }
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let end = min(bytes.count, start + pieces)
      try bytes[start..<end].withUnsafeBytes { try stream.process($0, as: format, into: keep) }
    }
    try stream.finish(into: keep)
    return samples
  }

  /// Bytes give the samples that a file of the same bytes gives, wherever they are divided.
  @Test(arguments: [
    (SampleEncoding.u8, ["-b", "8", "-e", "unsigned"]), (.s16, ["-b", "16", "-e", "signed"]),
    (.s24, ["-b", "24", "-e", "signed"]), (.s32, ["-b", "32", "-e", "signed"]),
    (.f32, ["-b", "32", "-e", "float"]), (.f64, ["-b", "64", "-e", "float"]),
  ])
  func encodings(encoding: SampleEncoding, options: [String]) throws {
    try withTemporaryDirectory { folder in
      let music = TestSound.music(seed: 3, seconds: 1.3, rate: SampleRate(22_050))
      for channels in [1, 2] {
        let wave = folder.appending("x.wav")
        let raw = folder.appending("x.raw")
        for file in [wave, raw] {
          try runTool(
            "sox",
            ["-D", "-t", "f32", "-r", "22050", "-c", "1", "-"] + options + [file.description]
              + (channels == 2 ? ["remix", "1", "1v0.5"] : []),
            input: TestSupport.bytes(of: music.samples))
        }
        let expected = try readMono(wave, at: SampleRate(11_025)).audio.samples
        let format = PCMFormat(
          sampleRate: SampleRate(22_050), channels: channels, encoding: encoding)
        let bytes = try raw.read()
        for pieces in [bytes.count, 4_097, 13] {
          #expect(try converted(bytes, format, pieces: pieces) == expected)
        }
      }
    }
  }

  /// Planar and interleaved bytes are the same sound.
  @Test func planes() throws {
    let left = TestSound.music(seed: 4, seconds: 1, rate: SampleRate(48_000)).samples
    let right = TestSound.noise(seconds: 1, rate: SampleRate(48_000)).samples
    let interleaved = zip(left, right).flatMap { [$0, $1] }
    let format = PCMFormat(sampleRate: SampleRate(48_000), channels: 2)
    var planar = format
    planar.isInterleaved = false
    let planes = bytes(of: left) + bytes(of: right)
    let expected = try converted(bytes(of: interleaved), format, pieces: 1 << 20)
    #expect(try converted(planes, planar, pieces: planes.count) == expected)
  }

  /// Every rate and number of channels comes out at the strategy's rate, as long as it was.
  @Test(arguments: [8_000.0, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000], [1, 2, 6, 8])
  func ratesAndChannels(rate: Double, channels: Int) throws {
    let count = Int(rate)
    let samples = [Float](repeating: 0.25, count: count * channels)
    let format = PCMFormat(sampleRate: SampleRate(rate), channels: channels)
    let made = try converted(bytes(of: samples), format, pieces: 8_192)
    #expect(made.count == 11_025)
    #expect(made[4_000..<7_000].allSatisfy { abs($0 - 0.25) < 1e-4 })
  }

  @Test func impossibleFormatsAreRefused() {
    for format in [
      PCMFormat(sampleRate: SampleRate(1)), PCMFormat(sampleRate: SampleRate(300_000)),
      PCMFormat(sampleRate: SampleRate(.nan)),
      PCMFormat(sampleRate: SampleRate(44_100), channels: 0),
      PCMFormat(sampleRate: SampleRate(44_100), channels: 9),
    ] {
      #expect(throws: PCMFormatError.self) { try format.validate() }
    }
    let odd = PCMFormat(sampleRate: SampleRate(22_050))
    #expect(throws: Never.self) { try odd.validate() }
    #expect(throws: PCMFormatError.self) { try odd.validate(isStrict: true) }
  }

  /// The format may change within a stream; in strict mode that is refused.
  @Test func formatChange() throws {
    let tone = TestSound.tone(440, seconds: 1, rate: SampleRate(48_000))
    let same = TestSound.tone(440, seconds: 1, rate: SampleRate(16_000))
    for isStrict in [false, true] {
      var stream = PCMStream(to: SampleRate(8_000), isStrict: isStrict)
      var count = 0
      func give(_ audio: AudioBuffer) throws {
        let piece = PCMBuffer(audio)
        try piece.bytes.withUnsafeBytes { bytes in
          try stream.process(bytes, as: piece.format) { count += $0.count }
        }
      }
      try give(tone)
      if isStrict {
        #expect(throws: PCMFormatError.self) { try give(same) }
      } else {
        try give(same)
        try stream.finish { count += $0.count }
        #expect(count == 16_000)
      }
    }
  }

  /// A WAV file through a pipe is read by its header, bare samples as they were declared.
  @Test func waveThroughAPipe() throws {
    let music = TestSound.music(seed: 5, seconds: 1, rate: SampleRate(22_050))
    let wave = waveFile(channels: [music.samples], rate: 22_050, float: true)
    for (bytes, format) in [
      (wave, nil),
      (TestSupport.bytes(of: music.samples), PCMFormat(sampleRate: SampleRate(22_050))),
    ] {
      let (pieces, remarks) = try delivered(bytes, format: format, pieceBytes: 7)
      #expect(pieces.flatMap(\.bytes) == TestSupport.bytes(of: music.samples))
      #expect(pieces.allSatisfy { $0.format == PCMFormat(sampleRate: SampleRate(22_050)) })
      #expect(remarks.isEmpty)
    }
    #expect(throws: PCMSourceError.self) {
      _ = try delivered(Array("no sound at all".utf8), format: nil, pieceBytes: 100)
    }
    #expect(throws: PCMSourceError.self) {
      _ = try delivered(Array(wave[..<30]), format: nil, pieceBytes: 100)
    }
    #expect(try delivered([], format: nil, pieceBytes: 100).0.isEmpty)
  }

  /// Bare samples in another format than was said get a word about what they look like.
  @Test func wrongFormatsAreNoticed() throws {
    let rate = SampleRate(22_050)
    let music = TestSound.music(seed: 5, seconds: 3, rate: rate)
    let floats = TestSupport.bytes(of: music.samples)
    let (_, asInteger) = try delivered(
      floats, format: PCMFormat(sampleRate: rate, encoding: .s16), pieceBytes: 9_999)
    #expect(asInteger.first?.contains("f32") == true, "\(asInteger)")
    let stereo = music.samples.flatMap { [$0, $0 * 0.98] }
    let (_, asMono) = try delivered(
      TestSupport.bytes(of: stereo), format: PCMFormat(sampleRate: rate), pieceBytes: 9_999)
    #expect(asMono.first?.contains("2 channels") == true, "\(asMono)")
    let (_, right) = try delivered(
      floats, format: PCMFormat(sampleRate: rate), pieceBytes: 9_999)
    #expect(right.isEmpty, "\(right)")
  }

  private func delivered(
    _ bytes: [UInt8], format: PCMFormat?, pieceBytes: Int
  ) throws -> (pieces: [PCMBuffer], remarks: [String]) {
    try withPipe(holding: bytes) { descriptor in
      let source = DescriptorSource(
        descriptor, name: "pipe", format: format, patience: Seconds(60), pieceBytes: pieceBytes)
      var pieces: [PCMBuffer] = []
      var remarks: [String] = []
      try source.deliver(until: StopSignal(), opened: {}) { piece in
        switch piece {
        case .sound(let buffer): pieces.append(buffer)
        case .remark(let words): remarks.append(words)
        case .lost, .interrupted: break
        }
      }
      return (pieces, remarks)
    }
  }
}
