public import Fingerprinting
internal import Processes

/// Changes tempo and pitch apart from each other, with the `rubberband` program's finer engine.
///
/// - Parameters:
///   - audio: the sound, at a whole rate.
///   - tempo: how much faster it passes: 1.04 takes 1.04 s of `audio` in 1 s.
///   - pitch: how much higher it sounds: 1.04 makes 100 Hz sound at 104 Hz.
/// - Returns: the sound at its rate, its beginning where it was.
/// - Throws: `AudioFileError.processing` where the program is missing or fails.
public func stretched(
  _ audio: AudioBuffer, tempo: Double, pitch: Double
) throws(AudioFileError) -> AudioBuffer {
  let purpose = "change tempo and pitch"
  let folder = try ScratchFolder(to: purpose)
  let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
  // Room above the peaks: the program clips at full scale.
  let peak = audio.samples.reduce(Float(0)) { max($0, abs($1)) }
  guard peak > 0, peak.isFinite else {
    var silence = audio
    let count = (Double(audio.samples.count) / tempo).rounded()
    silence.samples = [Float](repeating: 0, count: Int(count))
    return silence
  }
  let room = peak * 4
  var scaled = audio
  for place in scaled.samples.indices { scaled.samples[place] /= room }
  try writeWAV(scaled, to: input, sampleFormat: .float32)
  guard let program = FFmpegProgram.find("rubberband") else {
    throw .processing(
      purpose, reason: "'rubberband' is not on PATH; install it (Debian's rubberband-cli)")
  }
  do {
    // One thread and no retries: the same samples each time.
    let result = try runProgram(
      program,
      [
        "--quiet", "--fine", "--ignore-clipping", "--tempo", "\(tempo)", "--frequency", "\(pitch)",
        ProgramArgument(bytes: input.bytes), ProgramArgument(bytes: output.bytes),
      ], patience: FFmpegProgram.patience * 10)
    guard result.status.isSuccess else {
      throw AudioFileError.processing(
        purpose, reason: "rubberband ended with \(result.status): \(result.errorText)")
    }
    var stretched = try readMono(output, at: nil).audio
    guard stretched.sampleRate == audio.sampleRate else {
      throw AudioFileError.processing(
        purpose, reason: "expected \(audio.sampleRate) back, found \(stretched.sampleRate)")
    }
    for place in stretched.samples.indices { stretched.samples[place] *= room }
    return stretched
  } catch let error as AudioFileError {
    throw error
  } catch {
    throw .processing(purpose, reason: "\(error)")
  }
}
