import Fingerprinting

/// The recent end of a stream's signature: as much as queries can ask about, however long the
/// stream is.
struct QueryHistory {
  private var parts: Signature
  /// Whole-stream number of the first frame that is kept.
  private(set) var firstFrame = 0
  /// Frames that have become certain, counted from the stream's beginning.
  private(set) var frameCount = 0
  let frameDuration: Double

  /// - Parameter start: what an extractor returns before any sound.
  init(_ start: Signature) {
    parts = start
    frameDuration = start.frameDuration.value
  }

  /// The first frame that begins at or after a time since the first sample.
  func frame(at time: Double) -> Int {
    max(0, Int(saturating: (time / frameDuration - 1e-6).rounded(.up)))
  }

  /// Adds what has become certain.
  mutating func append(_ part: Signature) throws(StrategyError) {
    try parts.append(part)
    switch parts {
    case .peaks(let peaks): frameCount = peaks.frameCount
    case .frames(let frames): frameCount = firstFrame + frames.words.count
    }
  }

  /// Forgets what lies before a frame; where little would be gained, later.
  mutating func forget(before frame: Int) {
    guard frame > firstFrame + 256 else { return }
    switch parts {
    case .peaks(var peaks):
      parts = .peaks(PeakSignature(frameDuration: peaks.frameDuration, frameCount: 0, peaks: []))
      peaks.peaks.removeFirst(place(of: frame, in: peaks.peaks))
      parts = .peaks(peaks)
    case .frames(var frames):
      parts = .frames(
        BitFrameSignature(frameDuration: frames.frameDuration, words: [], unreliableBits: []))
      let count = min(frame - firstFrame, frames.words.count)
      frames.words.removeFirst(count)
      frames.unreliableBits.removeFirst(min(count, frames.unreliableBits.count))
      parts = .frames(frames)
    }
    firstFrame = frame
  }

  /// The signature from one frame to another, as if the stream began there.
  func query(_ frames: Range<Int>) -> Signature {
    let start = max(frames.lowerBound, firstFrame)
    return parts.slice(start - offset..<max(start, frames.upperBound) - offset)
  }

  /// The first frame from `frame` on that holds anything; nil where none does.
  func firstSound(from frame: Int) -> Int? {
    switch parts {
    case .peaks(let peaks):
      let place = place(of: frame, in: peaks.peaks)
      return place < peaks.peaks.count ? Int(peaks.peaks[place].frame) : nil
    case .frames(let frames):
      let first = max(0, frame - firstFrame)
      guard first < frames.words.count else { return nil }
      guard !frames.unreliableBits.isEmpty else { return first + firstFrame }
      return frames.unreliableBits[first...].firstIndex { $0 != .max }.map { $0 + firstFrame }
    }
  }

  /// Bit frames are counted from the first that is kept, peaks carry their whole-stream number.
  private var offset: Int {
    if case .frames = parts { firstFrame } else { 0 }
  }

  private func place(of frame: Int, in peaks: [SpectralPeak]) -> Int {
    Signature.firstPlace(of: frame, in: peaks)
  }
}
