public import Fingerprinting
internal import Processes

/// A coding that loses something, as ffmpeg's encoders do it.
///
/// The coded sound is a bare stream, as a broadcast carries it: where the format has a delay that a
/// file's header would take back, the delay stays.
public enum LossyCodec: String, CaseIterable, Codable, Sendable {
  /// MPEG audio layer 3, by LAME.
  case mp3
  /// Vorbis, by libvorbis.
  case vorbis
  /// Opus, by libopus.
  case opus
  /// GSM 06.10 full rate, by libgsm: 13,000 bits per second, at 8 kHz.
  case gsm
  /// AAC-LC, by ffmpeg itself.
  case aac
  /// G.711 µ-law: 64,000 bits per second, at 8 kHz.
  case mulaw
  /// G.711 A-law: 64,000 bits per second, at 8 kHz.
  case alaw

  /// The bits per second used where none are asked for.
  public var usualBitrate: Int {
    switch self {
    case .opus: 32_000
    case .gsm: 13_000
    case .mp3, .vorbis, .aac, .mulaw, .alaw: 64_000
    }
  }

  /// Whether no other number of bits per second can be had.
  public var hasFixedBitrate: Bool {
    switch self {
    case .gsm, .mulaw, .alaw: true
    case .mp3, .vorbis, .opus, .aac: false
    }
  }

  /// The rate at which sound of this rate is coded: the lowest that loses no frequency, else the
  /// highest that there is.
  func codedRate(for rate: SampleRate) -> SampleRate {
    let rates: [Double] =
      switch self {
      case .mp3, .vorbis, .aac:
        [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
      case .opus: [8_000, 12_000, 16_000, 24_000, 48_000]
      case .gsm, .mulaw, .alaw: [8_000]
      }
    return SampleRate(rates.first { $0 >= rate.hertz } ?? rates.last ?? 8_000)
  }

  private var purpose: String { "code sound as \(rawValue)" }

  private var encoder: String {
    switch self {
    case .mp3: "libmp3lame"
    case .vorbis: "libvorbis"
    case .opus: "libopus"
    case .gsm: "libgsm"
    case .aac: "aac"
    case .mulaw: "pcm_mulaw"
    case .alaw: "pcm_alaw"
    }
  }

  private var container: String {
    switch self {
    case .mp3: "mp3"
    case .vorbis, .opus: "ogg"
    case .gsm: "gsm"
    case .aac: "adts"
    case .mulaw, .alaw: "wav"
    }
  }

  /// Codes a sound and decodes it again.
  ///
  /// - Parameters:
  ///   - audio: the sound.
  ///   - bitrate: bits per second; the usual number where absent.
  /// - Returns: as many samples as `audio`, at its rate. What the coding delays is late.
  /// - Throws: `AudioFileError.processing` where `ffmpeg` is missing, lacks the encoder or refuses the
  ///   bit rate.
  public func roundTrip(
    _ audio: AudioBuffer, bitrate: Int? = nil
  ) throws(AudioFileError) -> AudioBuffer {
    let coded = codedRate(for: audio.sampleRate)
    let folder = try ScratchFolder(to: purpose)
    let (soundFile, codedFile) = (folder.file("sound.wav"), folder.file("coded"))
    // Silence after it pushes out what the encoder still holds.
    let tail = [Float](repeating: 0, count: Int(audio.sampleRate.hertz / 5))
    var result = audio
    do {
      let input = try Resampler.resample(
        audio.samples + tail, from: audio.sampleRate, to: coded, quality: .high)
      try writeWAV(
        AudioBuffer(samples: input, sampleRate: coded), to: soundFile, sampleFormat: .float32)
      try run(encoding(from: soundFile, to: codedFile, bitrate: bitrate ?? usualBitrate))
      let bytes = try run(decoding(of: codedFile, at: coded))
      let decoded = bytes.withUnsafeBytes { raw in
        (0..<raw.count / 4).map {
          Float(
            bitPattern: UInt32(
              littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
        }
      }
      result.samples = try Resampler.resample(
        decoded, from: coded, to: audio.sampleRate, quality: .high)
    } catch let error as AudioFileError {
      throw error
    } catch {
      throw .processing(purpose, reason: "\(error)")
    }
    guard result.samples.count >= audio.samples.count else {
      throw .processing(
        purpose,
        reason: "expected at least \(audio.samples.count) samples back, found "
          + "\(result.samples.count)")
    }
    result.samples.removeLast(result.samples.count - audio.samples.count)
    return result
  }

  private func encoding(
    from sound: FilePath, to coded: FilePath, bitrate: Int
  ) -> [ProgramArgument] {
    var arguments: [ProgramArgument] = ["-y"] + FFmpegProgram.caution
    arguments += ["-i", FFmpegProgram.argument(for: sound), "-map_metadata", "-1"]
    arguments += ["-c:a", "\(encoder)"]
    if !hasFixedBitrate { arguments += ["-b:a", "\(bitrate)"] }
    if self == .mp3 { arguments += ["-write_xing", "0", "-id3v2_version", "0"] }
    arguments += ["-fflags", "+bitexact", "-flags:a", "+bitexact", "-f", "\(container)"]
    return arguments + [FFmpegProgram.argument(for: coded)]
  }

  private func decoding(of coded: FilePath, at rate: SampleRate) -> [ProgramArgument] {
    FFmpegProgram.caution + [
      "-i", FFmpegProgram.argument(for: coded), "-map", "0:a:0", "-ac", "1", "-ar",
      "\(Int(rate.hertz))", "-f", "f32le", "pipe:1",
    ]
  }

  @discardableResult
  private func run(_ arguments: [ProgramArgument]) throws -> [UInt8] {
    guard let program = FFmpegProgram.find("ffmpeg") else {
      throw AudioFileError.processing(purpose, reason: "'ffmpeg' is not on PATH; install it")
    }
    let result = try runProgram(
      program, ["-nostdin"] + arguments, patience: FFmpegProgram.patience)
    guard result.status.isSuccess else {
      let said = result.errorText.split(separator: "\n").suffix(2).joined(separator: "; ")
      throw AudioFileError.processing(
        purpose, reason: "ffmpeg ended with \(result.status): \(said)")
    }
    return result.output
  }
}
