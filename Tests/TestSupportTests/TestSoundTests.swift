import Fingerprinting
import Foundation
import TestSupport
import Testing

struct TestSoundTests {
  /// Numpy's own sines: the rotation loses nothing that a float could show.
  @Test func tonesAndSweepsAreSines() throws {
    let tone = TestSound.tone(1_000, seconds: 1)
    let sweep = TestSound.sweep(from: 100, to: 8_000, seconds: 1)
    let errors = try python(
      """
      import numpy as np, sys
      x = np.frombuffer(sys.stdin.buffer.read(), "<f4").reshape(2, 44100)
      n = np.arange(44100)
      print(np.abs(x[0] - 0.5 * np.sin(2 * np.pi * 1000 * n / 44100)).max())
      turns = (100 * n + 7900 / 44100 * n * (n - 1) / 2) / 44100
      print(np.abs(x[1] - 0.5 * np.sin(2 * np.pi * turns)).max())
      """, input: bytes(of: tone.samples + sweep.samples))
    for error in errors.split(separator: "\n") {
      #expect(try #require(Double(error)) < 1e-6)
    }
  }

  @Test func musicIsBroadbandAndAnotherForEverySeed() throws {
    let pieces = [UInt64(1), 1, 2].map { TestSound.music(seed: $0, seconds: 2) }
    #expect(pieces[0] == pieces[1])
    #expect(pieces[0] != pieces[2])
    let text = try python(
      """
      import numpy as np, sys
      x = np.frombuffer(sys.stdin.buffer.read(), "<f4")
      power = np.abs(np.fft.rfft(x)) ** 2
      edges = [0, 300, 1500, 5000, 22050]
      f = np.fft.rfftfreq(len(x), 1 / 44100)
      parts = [power[(f >= a) & (f < b)].sum() / power.sum() for a, b in zip(edges, edges[1:])]
      print(min(parts), np.abs(x).max())
      """, input: bytes(of: pieces[0].samples))
    let numbers = text.split { $0.isWhitespace }.compactMap { Double($0) }
    #expect(numbers[0] > 0.005)
    #expect(numbers[1] > 0.1 && numbers[1] < 1)
  }

  @Test func noiseIsWhite() {
    let noise = TestSound.noise(seconds: 1, level: 0.5)
    // A third of the square of the level.
    #expect(abs(noise.meanSquare - 1.0 / 12) < 0.001)
    let shifted = zip(noise.samples, noise.samples.dropFirst()).map { Double($0) * Double($1) }
    #expect(abs(shifted.reduce(0, +) / 44_100) < 0.002)
    #expect(TestSound.silence(seconds: 0.5).samples == [Float](repeating: 0, count: 22_050))
  }

  @Test(arguments: [true, false])
  func soxReadsTheWaveFiles(float: Bool) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("a.wav")
      let left: [Float] = [0, 0.5, -0.25, 0.125]
      let right: [Float] = [0.75, -0.5, 0, -1]
      try path.write(waveFile(channels: [left, right], rate: 8_000, float: float))
      let raw = try sox("\(path)", "-t", "f32", "-")
      #expect(samples(of: raw.bytes) == zip(left, right).flatMap { [$0, $1] })
      #expect(try runTool("soxi", ["-r", "\(path)"]).text == "8000\n")
    }
  }

  @Test func toolsThatFailSaySo() throws {
    #expect { try runTool("sh", ["-c", "echo why >&2; exit 3"]) } throws: {
      "\($0)".contains("3 why")
    }
    #expect(try launchTool("sh", ["-c", "kill -9 $$"].map { FilePath($0) }).status == 137)
    #expect(throws: ToolFailure.self) { try runTool("/nonexistent/tool", []) }
    #expect(try runTool("cat", [], input: Array("in".utf8)).text == "in")
    #expect(samples(of: bytes(of: [1, -0.5, .infinity])) == [1, -0.5, .infinity])
  }

  @Test func temporaryFoldersAreGoneAfterwards() throws {
    let path = try withTemporaryDirectory { folder in
      let name = FilePath(bytes: folder.bytes + [0x2f, 0xe9])
      try name.write([1, 2])
      #expect(try name.read() == [1, 2])
      return folder
    }
    #expect(!FileManager.default.fileExists(atPath: "\(path)"))
  }
}
