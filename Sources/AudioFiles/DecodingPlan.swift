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
  private let view: FileView
  /// Why ffmpeg is the better choice.
  private var preferenceForFFmpeg: String?
  /// What the container says, where libsndfile does not tell.
  private var claim: Int64?

  init(_ file: RegularFile) throws(AudioFileError) {
    self.file = file
    kind = ContentKind(of: file)
    content = kind.name
    view = FileView(whole: file)
  }

  func claimedFrames(of source: any FrameSource) -> Int64? { claim ?? source.claimedFrames }

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
    if track > 0 || preferenceForFFmpeg != nil {
      do {
        return (try ffmpeg(track: track), preferenceForFFmpeg.map { [$0] } ?? [])
      } catch let failure where track == 0 {
        guard let source = try? soundFile(track: 0) else { throw failure }
        return (source, [preferenceForFFmpeg ?? "", "\(failure)"])
      }
    }
    let refusal: AudioFileError
    do {
      let source = try soundFile(track: 0)
      // A claim of nothing at all may be a header that was never completed.
      if source.claimedFrames ?? 0 > 0 || file.size < 1_024 { return (source, []) }
      guard let better = try? ffmpeg(track: 0) else { return (source, []) }
      return (better, ["the header gives no length; read by ffmpeg to the end of the file"])
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
      file.path, content: content, track: track, keepsTime: kind.family != .mpeg)
    if kind.family == .other, let container = source.container { content = container }
    if let tracks = source.tracks, tracks > 1 {
      warnings.append("\(tracks) audio tracks; track \(track) was read, counted from 0")
    }
    return source
  }

  private func soundFile(track: Int) throws(AudioFileError) -> SoundFileSource {
    guard track == 0 else { throw .noSuchTrack(file.path, asked: track, tracks: 1) }
    do throws(SoundFileSource.Refusal) {
      return try SoundFileSource(view, isRawGSM: kind.family == .rawGSM)
    } catch {
      throw .unreadable(
        file.path, content: content, reason: "\(SoundFileSource.version): \(error.reason)")
    }
  }
}
