internal import Fingerprinting

/// What is known of a file before it is decoded, and what follows for how to decode it.
final class DecodingPlan {
  let file: RegularFile
  private(set) var content: String
  private(set) var warnings: [String] = []
  /// Whether the container itself shows that its end is missing.
  private(set) var isCutOff = false
  /// Whether ffmpeg, given the file itself, yields the same frames at the same places.
  private(set) var mayContinueWithFFmpeg = true
  private let kind: ContentKind
  /// The file as libsndfile is to see it.
  private var view: FileView
  /// Why ffmpeg is the better choice.
  private var reasonForFFmpeg: String?
  /// How many frames the container claims, where that has been found out here.
  private var claim: Int64??
  /// Fewer frames than this mean that libsndfile has been misled.
  private var fewestFrames: Int64 = 0
  /// Breaks that the view repairs and ffmpeg would not, and how many samples are lost there.
  private var damage: (what: String, lost: Int64)?
  /// Whether the file is MPEG audio.
  private var isMPEG = false

  init(_ file: RegularFile) throws(AudioFileError) {
    self.file = file
    kind = ContentKind(of: file)
    content = kind.name
    view = FileView(whole: file)
    switch kind.family {
    case .riff: try planWave()
    case .ogg: planOgg()
    case .unknown: planMPEG()
    case .flac:
      view = FileView(file)
      view.append(.file(kind.offset), length: file.size - kind.offset)
    case .rawGSM, .other, .notSound: break
    }
  }

  private func planWave() throws(AudioFileError) {
    guard let layout = WaveLayout(file, at: kind.offset) else { return }
    try FileDecoder.check(file.path, rate: layout.sampleRate, channels: layout.channels)
    view = layout.view(of: file, from: kind.offset)
    warnings = layout.warnings
    if layout.hasFixedFrames { claim = .some(layout.claimedFrames) }
  }

  private func planOgg() {
    let layout = OggLayout(file, from: kind.offset)
    reasonForFFmpeg = layout.reasonForFFmpeg
    if !layout.hasEnd {
      isCutOff = true
      warnings.append("truncated: the last Ogg page is not marked as the last")
    }
  }

  private func planMPEG() {
    guard let layout = MPEGLayout(file, from: kind.offset) else { return }
    isMPEG = true
    content = layout.first.name
    if layout.junkBefore > 0 {
      warnings.append("ignored: \(layout.junkBefore) bytes before the first frame of sound")
    }
    if layout.changesFormat {
      reasonForFFmpeg = "joined of streams of different formats; read by ffmpeg"
      return
    }
    claim = .some(layout.claimedSamples)
    let breaks = layout.lostFrames.count { $0 > 0 }
    if breaks > Self.mostBreaks {
      reasonForFFmpeg = "damaged: breaks in the sequence of frames: \(breaks); times are not exact"
      return
    }
    if breaks > 0 {
      let lost = layout.lostFrames.reduce(0, +) * Int64(layout.first.samples)
      damage = ("damaged: breaks in the sequence of frames: \(breaks)", lost)
      mayContinueWithFFmpeg = false
    }
    view = layout.view(of: file)
    fewestFrames = layout.samples - 2 * Int64(layout.first.samples)
  }

  /// With more breaks than this a file is garbage rather than damaged; ffmpeg is better at that,
  /// and does not fill our error stream.
  private static let mostBreaks = 8

  /// A note of what stands after the end of the sound, once it has been read.
  var remainder: String? {
    let rest = view.length - view.furthest
    guard kind.family == .flac, rest > max(1 << 17, view.length / 100) else { return nil }
    return "ignored: \(rest) bytes after the end of the sound"
  }

  /// Whether the sound ends there, whatever libsndfile had expected.
  func isEnd(at frame: Int64) -> Bool { fewestFrames > 0 && frame >= fewestFrames }

  func claimedFrames(of source: any FrameSource) -> Int64? {
    claim ?? source.claimedFrames
  }

  /// Opens the decoder that serves best.
  func open(
    _ choice: DecoderChoice, track: Int
  ) throws(AudioFileError) -> (source: any FrameSource, warnings: [String]) {
    if file.size == 0 { throw .noAudio(file.path, content: content) }
    if kind.family == .notSound {
      throw .unreadable(file.path, content: content, reason: "no sound format")
    }
    switch choice {
    case .ffmpeg: return (try ffmpeg(track: track), [])
    case .sndfile: return (try soundFile(track: track), [])
    case .automatic: break
    }
    if track > 0 || reasonForFFmpeg != nil {
      do {
        return (try ffmpeg(track: track), reasonForFFmpeg.map { [$0] } ?? [])
      } catch let failure where track == 0 {
        guard let source = try? soundFile(track: 0) else { throw failure }
        return (source, ["\(reasonForFFmpeg ?? ""); it failed: \(failure)"])
      }
    }
    let refusal: AudioFileError
    do {
      let source = try soundFile(track: 0)
      // A length of nothing, or of far less than the frames found, is a library misled.
      let frames = source.claimedFrames ?? 0
      if frames >= fewestFrames, frames > 0 || file.size < 1_024 { return (source, []) }
      guard let better = try? ffmpeg(track: 0) else { return (source, []) }
      return (better, ["\(source.decoder) sees \(frames) frames; read by ffmpeg"])
    } catch {
      refusal = error
    }
    do {
      return (try ffmpeg(track: 0), [])
    } catch .unreadable(let path, let content, let reason) {
      guard case .unreadable(_, _, let first) = refusal else { throw refusal }
      throw .unreadable(path, content: content, reason: "\(first); \(reason)")
    }
  }

  func ffmpeg(track: Int) throws(AudioFileError) -> FFmpegSource {
    let source = try FFmpegSource(
      file.path, content: content, track: track, keepsTime: !isMPEG,
      isKnown: isMPEG || kind.family != .unknown)
    if kind.family == .unknown, !isMPEG, let container = source.container { content = container }
    if let damage {
      warnings.append("\(damage.what); times after them are early by up to \(damage.lost) samples")
    }
    if let tracks = source.tracks, tracks > 1 {
      warnings.append("\(tracks) audio tracks; track \(track) was read, counted from 0")
    }
    return source
  }

  private func soundFile(track: Int) throws(AudioFileError) -> SoundFileSource {
    guard track == 0 else { throw .noSuchTrack(file.path, asked: track, tracks: 1) }
    do throws(SoundFileSource.Refusal) {
      let source = try SoundFileSource(view, isRawGSM: kind.family == .rawGSM)
      if let damage {
        warnings.append("\(damage.what); silence put in for \(damage.lost) samples")
      }
      return source
    } catch {
      throw .unreadable(
        file.path, content: content, reason: "\(SoundFileSource.version): \(error.reason)")
    }
  }
}
