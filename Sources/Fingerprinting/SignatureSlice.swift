extension Signature {
  /// The part from one frame to another, counted anew from its first frame.
  public func slice(_ frames: Range<Int>) -> Signature {
    switch self {
    case .peaks(let whole):
      let first = Self.firstPlace(of: frames.lowerBound, in: whole.peaks)
      let end = max(first, Self.firstPlace(of: frames.upperBound, in: whole.peaks))
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

  /// The place of the first of sorted peaks at or after a frame.
  public static func firstPlace(of frame: Int, in peaks: [SpectralPeak]) -> Int {
    var (low, high) = (0, peaks.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(peaks[middle].frame) < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
