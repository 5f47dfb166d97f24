internal import CSndFile
internal import Foundation

/// libsndfile reading a view of a file.
final class SoundFileSource: FrameSource {
  let sampleRate: Int
  let channels: Int
  let claimedFrames: Int64?
  var decoder: String { Self.version }
  private(set) var condition = ReadCondition.sound
  /// Frames that the library expects to read; nil where it gives no sensible number.
  private let expectedFrames: Int64?
  /// Whether each frame lies at a place that can be computed.
  private let isUncompressed: Bool
  private let isMPEG: Bool
  /// What the decoder beneath complained of, each once.
  private(set) var complaints: [String] = []
  private let view: FileView
  private let handle: OpaquePointer
  private var position: Int64 = 0

  static let version = String(cString: sf_version_string()).replacing("-", with: " ")

  /// Opens a view of a file.
  ///
  /// - Parameters:
  ///   - view: the file as the library is to see it.
  ///   - isRawGSM: whether it is GSM 06.10 without a header.
  /// - Throws: `Refusal` with the library's words.
  init(_ view: FileView, isRawGSM: Bool) throws(Refusal) {
    var info = SF_INFO()
    if isRawGSM {
      // It has no header to tell.
      info.samplerate = 8_000
      info.channels = 1
      info.format = CInt(SF_FORMAT_RAW | SF_FORMAT_GSM610)
    }
    var callbacks = FileView.callbacks
    let user = Unmanaged.passUnretained(view).toOpaque()
    // It may print while it looks for the sound; what counts is printed again on reading.
    let opened = DecoderMessages.during {
      sf_open_virtual(&callbacks, CInt(SFM_READ), &info, user)
    }
    guard let handle = opened.value else {
      throw Refusal(reason: String(cString: sf_strerror(nil)))
    }
    self.handle = handle
    self.view = view
    isMPEG = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
    sampleRate = Int(info.samplerate)
    channels = Int(info.channels)
    let frames = Int64(info.frames)
    expectedFrames = frames < Int64.max / 2 ? frames : nil
    let major = Int(info.format) & SF_FORMAT_TYPEMASK
    let minor = Int(info.format) & SF_FORMAT_SUBMASK
    isUncompressed =
      major != SF_FORMAT_FLAC
      && [
        SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
        SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW, SF_FORMAT_ALAW,
      ].contains(minor)
    claimedFrames = Self.claim(handle, frames: expectedFrames)
  }

  deinit { sf_close(handle) }

  struct Refusal: Error { let reason: String }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let wanted = Int64(buffer.count / channels)
    let count = max(0, readFrames(wanted, into: buffer))
    position += Int64(count)
    condition =
      sf_error(handle) != 0
      ? .damaged : count < wanted && position < expectedFrames ?? .max ? .stoppedEarly : .sound
    return Int(count)
  }

  private func readFrames(_ wanted: Int64, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    func read() -> Int { Int(sf_readf_float(handle, buffer.baseAddress, sf_count_t(wanted))) }
    guard isMPEG else { return read() }
    let (count, messages) = DecoderMessages.during(read)
    for message in messages where complaints.count < 8 && !complaints.contains(message) {
      complaints.append(message)
    }
    return count
  }

  /// What a file may say of itself.
  enum Tag { case title, artist, album }

  /// The bytes of a tag, in whatever encoding; nil where the file has none.
  func text(_ tag: Tag) -> [UInt8]? {
    let kind =
      switch tag {
      case .title: SF_STR_TITLE
      case .artist: SF_STR_ARTIST
      case .album: SF_STR_ALBUM
      }
    return sf_get_string(handle, CInt(kind)).map { text in
      Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
  }

  func seek(to frame: Int64) -> Bool {
    guard isUncompressed, frame <= expectedFrames ?? 0,
      sf_seek(handle, sf_count_t(frame), CInt(SF_SEEK_SET)) == frame
    else { return false }
    position = frame
    return true
  }

  /// What the header claimed before the library cut it down to what the file can hold, which only
  /// its log tells: `<claim> (should be <bytes>)`.
  private static func claim(_ handle: OpaquePointer, frames: Int64?) -> Int64? {
    guard let frames else { return nil }
    let log = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, filled in
      filled = Int(
        max(0, sf_command(handle, CInt(SFC_GET_LOG_INFO), buffer.baseAddress, 4_096)))
    }
    var claim = frames
    for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
      guard let found = line.firstMatch(of: /: (\d+) \(should be (\d+)\)/),
        let claimed = Int64(found.1), let real = Int64(found.2), frames > 0, real > 0,
        claimed > real, claimed < UInt32.max
      else { continue }
      // The last such line is about the sound itself.
      claim = claimed / max(1, (real + frames / 2) / frames)
    }
    return claim
  }
}
