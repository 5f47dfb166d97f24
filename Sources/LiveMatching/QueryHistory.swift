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
    firstPlace(of: frame, in: peaks)
  }
}

/// The place of the first peak at or after a frame.
private func firstPlace(of frame: Int, in peaks: [SpectralPeak]) -> Int {
  var (low, high) = (0, peaks.count)
  while low < high {
    let middle = (low + high) / 2
    if Int(peaks[middle].frame) < frame { low = middle + 1 } else { high = middle }
  }
  return low
}

extension Signature {
  /// The part from one frame to another, counted anew from its first frame.
  func slice(_ frames: Range<Int>) -> Signature {
    switch self {
    case .peaks(let whole):
      let first = firstPlace(of: frames.lowerBound, in: whole.peaks)
      let end = max(first, firstPlace(of: frames.upperBound, in: whole.peaks))
      let peaks = whole.peaks[first..<end].map { peak in
        SpectralPeak(
          frame: peak.frame - UInt32(frames.lowerBound), bin: peak.bin, salience: peak.salience)
      }
      let count = max(0, min(frames.upperBound, whole.frameCount) - frames.lowerBound)
      return .peaks(
        PeakSignature(frameDuration: whole.frameDuration, frameCount: count, peaks: peaks))
    case .frames(let whole):
      let range = frames.clamped(to: 0..<whole.words.count)
      return .frames(
        BitFrameSignature(
          frameDuration: whole.frameDuration, words: Array(whole.words[range]),
          unreliableBits: whole.unreliableBits.isEmpty ? [] : Array(whole.unreliableBits[range])))
    }
  }
}
