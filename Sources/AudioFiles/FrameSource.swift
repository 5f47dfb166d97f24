/// Something that gives the frames of one audio track in order, channels interleaved.
protocol FrameSource: AnyObject {
  var sampleRate: Int { get }
  var channels: Int { get }
  /// How many frames the container says there are.
  var claimedFrames: Int64? { get }
  /// Name and version, for the report.
  var decoder: String { get }
  /// What the last read showed about the file.
  var condition: ReadCondition { get }

  /// Fills the buffer with whole frames.
  ///
  /// - Returns: the number of frames; fewer than fit only at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int

  /// Goes to a frame without reading those between, where that is certain to be exact.
  func seek(to frame: Int64) -> Bool
}

/// What a read shows about a file.
enum ReadCondition {
  case sound
  /// The decoder complained; some of what it gave may be made up or misplaced.
  case damaged
  /// The decoder stopped before the end that it expected itself.
  case stoppedEarly
}
