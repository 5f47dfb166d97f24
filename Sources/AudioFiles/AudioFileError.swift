public import Fingerprinting

/// Why a file gave no sound, or could not be written.
public enum AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case notFound(FilePath)
  /// It is a folder, a pipe, a device or the like.
  case notARegularFile(FilePath, kind: String)
  /// The system does not let it be read.
  case notReadable(FilePath, reason: String)
  /// No decoder makes sound of it.
  case unreadable(FilePath, content: String, reason: String)
  /// It needs `ffmpeg`, which is not there.
  case ffmpegMissing(FilePath, content: String, reason: String)
  /// It holds no sample of sound.
  case noAudio(FilePath, content: String)
  /// It ends before the place where reading was to begin.
  case endsBefore(FilePath, start: Seconds, length: String)
  /// It has fewer audio tracks than that.
  case noSuchTrack(FilePath, asked: Int, tracks: Int)
  /// Its header says what cannot be: a sample rate of 1 Hz, no channels.
  case impossibleFormat(FilePath, found: String, expected: String)
  /// Its decoder made no progress.
  case timedOut(FilePath, reason: String)
  /// It yields more sound than its size can hold.
  case boundless(FilePath, seconds: Int, bytes: Int64)
  /// It is too long to be held in memory.
  case tooLongForMemory(FilePath, limit: Int)
  /// Two rates between which nothing can be converted.
  case resampling(from: SampleRate, to: SampleRate, reason: String)
  /// A program cannot do what is wanted of it, such as "code sound as mp3".
  case processing(_ purpose: String, reason: String)
  /// It could not be written.
  case notWritable(FilePath, reason: String)

  /// Whether the file itself is missing, rather than bad.
  public var isMissingInput: Bool {
    if case .notFound = self { true } else { false }
  }

  /// The error in words: which file, what was expected, what was found, what to do.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file"
    case .notARegularFile(let path, let kind):
      "\(path): expected a regular file, found a \(kind); give the sound as a file"
    case .notReadable(let path, let reason):
      "\(path): cannot be opened: \(reason)"
    case .unreadable(let path, let content, let reason):
      "\(path): expected sound, found what looks like \(content) (\(reason)); convert the file"
    case .ffmpegMissing(let path, let content, let reason):
      "\(path): looks like \(content), which needs the ffmpeg program (\(reason)); install ffmpeg"
    case .noAudio(let path, let content):
      "\(path): no audio: \(content) without a track or a sample of sound"
    case .endsBefore(let path, let start, let length):
      "\(path): nothing to read from \(start) on: it ends after \(length)"
    case .noSuchTrack(let path, let asked, let tracks):
      "\(path): audio track \(asked) was asked for, but there are \(tracks), counted from 0"
    case .impossibleFormat(let path, let found, let expected):
      "\(path): the header says \(found), expected \(expected); repair or convert the file"
    case .timedOut(let path, let reason):
      "\(path): decoding stopped: \(reason)"
    case .boundless(let path, let seconds, let bytes):
      "\(path): its \(bytes) bytes gave more than \(seconds) s of sound; convert the file"
    case .tooLongForMemory(let path, let limit):
      "\(path): more than \(limit) samples do not fit in memory at once; ask for a part of it"
    case .resampling(let from, let to, let reason):
      "cannot convert from \(from) to \(to): \(reason)"
    case .processing(let purpose, let reason):
      "cannot \(purpose): \(reason)"
    case .notWritable(let path, let reason):
      "\(path): cannot be written: \(reason)"
    }
  }
}
