internal import Fingerprinting
internal import Processes

/// The `ffmpeg` program decoding one audio track of a file into a pipe.
///
/// Its word is not taken: what counts is the data that comes, and the exit code beside it.
final class FFmpegSource: FrameSource {
  private(set) var sampleRate = 0
  private(set) var channels = 0
  private(set) var claimedFrames: Int64?
  let decoder: String
  let condition = ReadCondition.sound
  /// What the file holds, in ffmpeg's words.
  let container: String?
  /// Audio tracks in the file, where known.
  let tracks: Int?
  /// What went wrong although there was sound, once the end is reached.
  private(set) var failure: String?

  private let path: FilePath
  private let child: ChildProcess
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Bytes in the buffer that have not been handed on.
  private var pending = 0..<0
  private var isAtEnd = false
  private var frames: Int64 = 0

  /// Starts decoding; `keepsTime` says whether gaps in the time stamps become silence, `isKnown`
  /// whether the content has been recognised, so that ffmpeg need not be sure of it.
  init(
    _ path: FilePath, content: String, track: Int, keepsTime: Bool, isKnown: Bool
  ) throws(AudioFileError) {
    self.path = path
    guard let program = FFmpegProgram.find("ffmpeg"), let version = FFmpegProgram.version else {
      throw .ffmpegMissing(path, content: content, reason: "'ffmpeg' is not on PATH")
    }
    decoder = "ffmpeg \(version)"
    let probed = FFmpegProgram.probe(path)
    container = probed?.container
    tracks = probed?.tracks.count
    var expected: FFmpegProgram.Track?
    if let probed {
      guard !probed.tracks.isEmpty else { throw .noAudio(path, content: content) }
      guard isKnown || !probed.isGuess else {
        throw .unreadable(path, content: content, reason: "ffmpeg guesses \(probed.container)")
      }
      guard track >= 0, track < probed.tracks.count else {
        throw .noSuchTrack(path, asked: track, tracks: probed.tracks.count)
      }
      expected = probed.tracks[track]
      if let rate = expected?.sampleRate, let channels = expected?.channels {
        try FileDecoder.check(path, rate: rate, channels: channels)
      }
    }
    do throws(ProgramError) {
      child = try ChildProcess(
        program,
        ["-nostdin"] + FFmpegProgram.caution
          + ["-i", FFmpegProgram.argument(for: path), "-map", "0:a:\(track)"]
          + (keepsTime ? ["-af", "aresample=async=1"] : [])
          + [
            "-map_metadata", "-1", "-fflags", "+bitexact", "-c:a", "pcm_f32le", "-f", "wav",
            "pipe:1",
          ])
    } catch {
      throw .ffmpegMissing(path, content: content, reason: "\(error)")
    }
    try readHeader(content: content)
    if let seconds = expected?.seconds {
      claimedFrames = Int64(saturating: (min(seconds, 1e9) * Double(sampleRate)).rounded())
    }
  }

  deinit { bytes.deallocate() }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int {
    let frameSize = 4 * channels
    let target = UnsafeMutableRawBufferPointer(buffer)
    let wanted = target.count / frameSize * frameSize
    var done = 0
    while done < wanted, try fill(atLeast: 1) {
      let count = min(wanted - done, pending.count)
      UnsafeMutableRawBufferPointer(rebasing: target[done..<done + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[pending.prefix(count)]))
      pending = pending.dropFirst(count)
      done += count
    }
    frames += Int64(done / frameSize)
    return done / frameSize
  }

  func seek(to frame: Int64) -> Bool { false }

  /// Passes over frames; false when none is left after them.
  func discard(_ count: Int64) throws(AudioFileError) -> Bool {
    var rest = count * Int64(4 * channels)
    while rest > 0, try fill(atLeast: 1) {
      let part = Int(min(rest, Int64(pending.count)))
      pending = pending.dropFirst(part)
      rest -= Int64(part)
    }
    frames += count
    return try fill(atLeast: 1)
  }

  /// Reads the WAV header that ffmpeg writes before the samples.
  private func readHeader(content: String) throws(AudioFileError) {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[pending.lowerBound + offset + $1]) << (8 * $1) }
    }
    func isMarked(_ mark: String) -> Bool { bytes[pending].starts(with: mark.utf8) }
    guard try fill(atLeast: 12), isMarked("RIFF") else { throw try nothing(content) }
    pending = pending.dropFirst(12)
    while try fill(atLeast: 8) {
      let isData = isMarked("data")
      let isFormat = isMarked("fmt ")
      let size = number(4, 4)
      pending = pending.dropFirst(8)
      if isData, channels > 0 { return }
      guard size <= bytes.count / 2, try fill(atLeast: size) else { break }
      if isFormat, size >= 16 {
        channels = number(2, 2)
        sampleRate = number(4, 4)
      }
      pending = pending.dropFirst(size)
    }
    throw try nothing(content)
  }

  /// Why there was not even a header.
  private func nothing(_ content: String) throws(AudioFileError) -> AudioFileError {
    child.stop()
    let said = child.errorText.split(separator: "\n").last.map(String.init) ?? "it says nothing"
    if said.contains("matches no streams") {
      return .noAudio(path, content: content)
    }
    return .unreadable(path, content: content, reason: "ffmpeg: \(said)")
  }

  /// Has at least so many bytes pending, unless the end comes before.
  private func fill(atLeast count: Int) throws(AudioFileError) -> Bool {
    while pending.count < count, !isAtEnd {
      let moved = pending.count
      if moved > 0, pending.lowerBound > 0, let start = bytes.baseAddress {
        start.copyMemory(from: start + pending.lowerBound, byteCount: moved)
      }
      pending = 0..<moved
      do throws(ProgramError) {
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[moved...])
        let read = try child.read(into: room, patience: FFmpegProgram.patience)
        pending = 0..<(moved + read)
        if read == 0 {
          isAtEnd = true
          try end()
        }
      } catch {
        throw .timedOut(path, reason: "\(error), after \(frames) frames")
      }
    }
    return pending.count >= count
  }

  private func end() throws(ProgramError) {
    let status = try child.finish(patience: FFmpegProgram.patience)
    let last = child.errorText.split(separator: "\n").last.map { ", the last: \($0)" } ?? ""
    if !status.isSuccess {
      failure = "ffmpeg ended with \(status); problems reported: \(child.errorLines)\(last)"
    } else if child.errorLines > 0 {
      failure = "ffmpeg reported problems: \(child.errorLines)\(last)"
    }
  }
}
