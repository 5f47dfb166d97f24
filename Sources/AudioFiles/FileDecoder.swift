internal import Fingerprinting

/// One file being decoded: chooses the decoder, lets another take over where the first one stops
/// short, and keeps the book of what happened.
final class FileDecoder {
  let path: FilePath
  let sampleRate: Int
  let channels: Int
  private let file: RegularFile
  private let choice: DecoderChoice
  private let track: Int
  private let plan: DecodingPlan
  private var source: any FrameSource
  private var decoders: [String]
  private(set) var warnings: [String]
  /// Frames read or passed over so far.
  private(set) var position: Int64 = 0
  private(set) var reachedEnd = false
  private var complained = false

  /// Rates at which sound is believed; a file at another one has a broken header.
  static let saneRates = 1_000...768_000
  static let saneChannels = 1...256

  init(_ path: FilePath, decoder choice: DecoderChoice, track: Int) throws(AudioFileError) {
    self.path = path
    self.choice = choice
    self.track = track
    file = try RegularFile(path)
    guard track >= 0 else { throw .noSuchTrack(path, asked: track, tracks: 1) }
    plan = try DecodingPlan(file)
    let opened = try plan.open(choice, track: track)
    source = opened.source
    warnings = plan.warnings + opened.warnings
    decoders = [source.decoder]
    sampleRate = source.sampleRate
    channels = source.channels
    try Self.check(path, rate: sampleRate, channels: channels)
  }

  /// Refuses what no sound can be.
  static func check(_ path: FilePath, rate: Int, channels: Int) throws(AudioFileError) {
    guard saneRates.contains(rate) else {
      throw .impossibleFormat(
        path, found: "a sample rate of \(rate) Hz", expected: "1000 to 768000 Hz")
    }
    guard saneChannels.contains(channels) else {
      throw .impossibleFormat(path, found: "\(channels) channels", expected: "1 to 256")
    }
  }

  var container: String { plan.content }

  /// How long the file says that it is; nil where it does not say.
  var claimedDuration: Seconds? {
    plan.claimedFrames(of: source).map { Seconds(Double($0) / Double(sampleRate)) }
  }

  /// Fills the buffer with whole frames; fewer than fit only at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
    var done = 0
    let wanted = buffer.count / channels
    while done < wanted, !reachedEnd {
      try Task.checkCancellation()
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)...])
      let count = try source.read(rest)
      // What a complaining decoder gave is used only where nobody can do better.
      let trusted = source.condition == .damaged ? 0 : count
      if source.condition != .sound, try takeOver(at: position + Int64(trusted)) {
        done += trusted
        position += Int64(trusted)
        continue
      }
      done += count
      position += Int64(count)
      if count == 0 { reachedEnd = true }
    }
    try checkBounds()
    return done
  }

  /// Passes over frames.
  func skip(_ frames: Int64, using buffer: UnsafeMutableBufferPointer<Float>) throws {
    guard frames > 0 else { return }
    if source.seek(to: frames) {
      position = frames
      return
    }
    let largest = Int64(buffer.count / channels)
    while position < frames, !reachedEnd {
      let count = Int(min(largest, frames - position))
      _ = try read(UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)]))
    }
  }

  /// Lets ffmpeg go on where libsndfile stopped short.
  private func takeOver(at stop: Int64) throws(AudioFileError) -> Bool {
    let complaint = "damaged: \(source.decoder) stopped at frame \(stop) (\(time(stop)))"
    guard !complained, source.condition == .damaged || !plan.isEnd(at: stop) else { return false }
    complained = true
    guard choice == .automatic, plan.mayContinueWithFFmpeg else {
      if source.condition == .damaged { warnings.append(complaint) }
      return false
    }
    let next: FFmpegSource
    do {
      next = try plan.ffmpeg(track: track)
    } catch .timedOut(let path, let reason) {
      throw .timedOut(path, reason: reason)
    } catch {
      warnings.append("\(complaint); no ffmpeg could read on: \(error)")
      return false
    }
    guard next.sampleRate == sampleRate, next.channels == channels, try next.discard(stop) else {
      warnings.append("\(complaint); ffmpeg finds nothing after it")
      return false
    }
    warnings.append("\(complaint); ffmpeg read on")
    source = next
    decoders.append(next.decoder)
    return true
  }

  /// Refuses to go on when more comes out than the file can hold.
  private func checkBounds() throws(AudioFileError) {
    // The sparsest codecs spend 16 bytes on a second; short files may be sparser still.
    let limit = 600 + file.size / 16
    let seconds = position / Int64(sampleRate)
    guard seconds <= limit else {
      throw .boundless(path, seconds: Int(limit), bytes: file.size)
    }
  }

  func time(_ frames: Int64) -> String {
    let hundredths = (Double(frames) / Double(sampleRate) * 100).rounded()
    let whole = Int64(hundredths)
    let rest = whole % 100
    return "\(whole / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  /// The report, once all that is wanted has been read.
  func report(read frames: Int64, mixer: DownMixer) -> DecodeReport {
    let claimed = plan.claimedFrames(of: source)
    var isTruncated = plan.isCutOff
    if reachedEnd, let claimed {
      let missing = claimed - position
      // A hundredth, or half a second where that is less; what ffmpeg tells is a whole number of
      // codec frames at best.
      let slack: Int64 = source is FFmpegSource ? 2_304 : 0
      let tolerated = max(slack, min(claimed / 100, Int64(sampleRate / 2)))
      if missing > tolerated {
        isTruncated = true
        warnings.append(
          "truncated: the file claims \(claimed) frames (\(time(claimed))),"
            + " \(position) (\(time(position))) could be read")
      } else if -missing > tolerated, claimed > 0 {
        warnings.append(
          "the file claims \(claimed) frames (\(time(claimed))) and holds more:"
            + " \(position) (\(time(position)))")
      }
    }
    if reachedEnd, source is SoundFileSource, let remainder = plan.remainder {
      warnings.append(remainder)
    }
    if let failure = (source as? FFmpegSource)?.failure { warnings.append(failure) }
    if let complaints = (source as? SoundFileSource)?.complaints, !complaints.isEmpty {
      warnings.append("damaged: the MPEG decoder says: \(complaints.joined(separator: "; "))")
    }
    if mixer.repairedSamples > 0 {
      warnings.append("\(mixer.repairedSamples) samples are no finite number; read as silence")
    }
    if mixer.cancelledFrames > 0 {
      warnings.append(
        "the channels cancel out in \(time(mixer.cancelledFrames)); one channel was taken there")
    }
    return DecodeReport(
      path: path.description, container: container, decoder: decoders.joined(separator: " + "),
      sampleRate: SampleRate(Double(sampleRate)), channels: channels, track: track,
      claimedFrames: claimed, readFrames: frames, isTruncated: isTruncated, warnings: warnings)
  }
}
