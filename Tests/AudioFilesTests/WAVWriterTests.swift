import AudioFiles
import Fingerprinting
import TestSupport
import Testing

@Suite struct WAVWriterTests {
  @Test(arguments: WAVSampleFormat.allCases)
  func whatIsWrittenIsReadBack(format: WAVSampleFormat) throws {
    try withTemporaryDirectory { folder throws in
      let path = folder.appending("a line é.wav")
      #expect(try writeWAV(Fixtures.music, to: path, sampleFormat: format) == 0)
      #expect(try readMono(path, at: nil).audio == Fixtures.music)
      let heard = try runTool("sox", [path.description, "-t", "f32", "-"])
      #expect(samples(of: heard.bytes) == Fixtures.music.samples)
      #expect(try path.read() == waveFile(Fixtures.music) || format == .pcm16)
      #expect(try audioFiles(below: folder).files == [path])
    }
  }

  @Test func whatDoesNotFitIsClippedAndCounted() throws {
    try withTemporaryDirectory { folder throws in
      let path = folder.appending("loud.wav")
      let audio = AudioBuffer(
        samples: [0, 2, -1, -1.5, 0.5, .nan, .infinity], sampleRate: SampleRate(8_000))
      #expect(try writeWAV(audio, to: path, sampleFormat: .pcm16) == 4)
      let full: Float = 32_767 / 32_768
      #expect(
        try readMono(path, at: nil).audio.samples == [0, full, -1, -1, 0.5, 0, full])
      #expect(try writeWAV(audio, to: path, sampleFormat: .float32) == 0)
      #expect(try readMono(path, at: nil).audio.samples == [0, 2, -1, -1.5, 0.5, 0, 0])
    }
  }

  @Test func failuresNameTheFileAndLeaveTheOldOne() throws {
    try withTemporaryDirectory { folder throws in
      let nowhere = folder.appending("no/such.wav")
      let error = #expect(throws: AudioFileError.self) {
        try writeWAV(Fixtures.music, to: nowhere, sampleFormat: .pcm16)
      }
      let words = error?.description ?? ""
      #expect(words.contains("no/such.wav: cannot be written: No such file"))
      let odd = AudioBuffer(samples: [0], sampleRate: SampleRate(5_512.5))
      #expect(throws: AudioFileError.self) {
        try writeWAV(odd, to: folder.appending("odd.wav"), sampleFormat: .pcm16)
      }
      #expect(try audioFiles(below: folder).files == [])
    }
  }
}
