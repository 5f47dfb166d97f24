import AudioFiles
import Fingerprinting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Inputs made by outside tools, each once, in a folder that goes when the tests end.
enum Fixtures {
  static let seconds = 4.0
  /// The music that all files hold, in both channels.
  static let music: AudioBuffer = {
    let sound = TestSound.music(seed: 7, seconds: seconds)
    let peak = sound.samples.map(abs).max() ?? 1
    // Steps of 16 bits, so that no format of that width or more loses anything.
    let samples = sound.samples.map { ($0 / peak * 16_384).rounded() / 32_768 }
    return AudioBuffer(samples: samples, sampleRate: .compactDisc)
  }()

  private static let folder: FilePath = {
    let path = "/tmp/soundmark-audio-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    removedAtExit = path
    atexit { try? FileManager.default.removeItem(atPath: removedAtExit) }
    return FilePath(path)
  }()

  private static let made = Mutex<Set<String>>([])

  /// The path of a file that `make` writes when it is first asked for.
  static func file(_ name: String, make: (_ path: String) throws -> Void) throws -> FilePath {
    let path = folder.appending(name)
    try made.withLock { made in
      guard !made.contains(name) else { return }
      try make(path.description)
      made.insert(name)
    }
    return path
  }

  /// The music as a stereo WAV of 16 bits.
  static func wave() throws -> FilePath {
    try file("a.wav") {
      try FilePath($0).write(waveFile(channels: [music.samples, music.samples]))
    }
  }

  /// The music converted by ffmpeg.
  static func encoded(_ name: String, _ options: [String]) throws -> FilePath {
    let wave = try wave().description
    return try file(name) { path in
      try runTool(
        "ffmpeg", ["-nostdin", "-v", "error", "-y", "-i", wave] + options + ["file:" + path])
    }
  }

  /// The music as MP3 with a complete Info frame.
  static func mp3() throws -> FilePath { try encoded("a.mp3", ["-b:a", "128k"]) }

  /// A file of the given bytes.
  static func bytes(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    try file(name) { try FilePath($0).write(bytes) }
  }

  /// A mono WAV whose header says what it is told to say.
  static func oddWave(
    _ name: String, rate: UInt32 = 44_100, channels: UInt16 = 1, bits: UInt16 = 16,
    tag: UInt16 = 1, extra: [UInt8] = [], data: [UInt8], claimed: UInt32? = nil
  ) throws -> FilePath {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let block = channels &* bits / 8
    var format = bytes(tag) + bytes(channels) + bytes(rate)
    format += bytes(rate &* UInt32(block)) + bytes(block) + bytes(bits) + extra
    let body =
      Array("WAVEfmt ".utf8) + bytes(UInt32(format.count)) + format + Array("data".utf8)
      + bytes(claimed ?? UInt32(data.count)) + data
    return try Self.bytes(name, Array("RIFF".utf8) + bytes(UInt32(body.count)) + body)
  }

  static func pcm16(_ samples: some Sequence<Float>) -> [UInt8] {
    samples.flatMap { sample in
      withUnsafeBytes(of: Int16(sample * 32_767).littleEndian) { Array($0) }
    }
  }
}

nonisolated(unsafe) private var removedAtExit = ""

/// The largest difference between two sounds of the same length.
func largestDifference(_ left: some Collection<Float>, _ right: some Collection<Float>) -> Float {
  guard left.count == right.count else { return .infinity }
  let (left, right) = (ContiguousArray(left), ContiguousArray(right))
  return left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { right in
      var largest: Float = 0
      var index = 0
      // Plain loops and comparisons: this runs unoptimised.
      while index < left.count {
        let difference = left[index] - right[index]
        if !(difference <= largest) { largest = difference }
        if !(-difference <= largest) { largest = -difference }
        index += 1
      }
      return largest
    }
  }
}

/// What ffmpeg itself makes of a file: the mean of its channels at its own rate.
func ffmpegMean(_ path: FilePath) throws -> [Float] {
  let output = try runTool(
    "ffmpeg",
    [
      "-nostdin", "-v", "quiet", "-i", "file:" + path.description, "-map", "0:a:0", "-c:a",
      "pcm_f32le", "-ac", "2", "-f", "f32le", "pipe:1",
    ])
  let interleaved = samples(of: output.bytes)
  return stride(from: 0, to: interleaved.count - 1, by: 2).map {
    (interleaved[$0] + interleaved[$0 + 1]) / 2
  }
}
