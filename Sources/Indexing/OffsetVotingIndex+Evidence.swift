import Fingerprinting

extension OffsetVotingIndex {
  func duration(of track: TrackID) -> Seconds? {
    guard let place = tracks.firstIndex(of: track) else { return nil }
    return Seconds(image.counts.frameDuration * Double(image.trackNumbers[4 * place + 1]))
  }

  func sharedEvidence(
    of candidate: Candidate, with other: Candidate, in query: Signature
  ) -> Double? {
    guard case .peaks(let query) = query else { return nil }
    let frames = query.frameCount
    let heard = Set(query.peaks.map { Cell(frame: Int($0.frame), bin: Int($0.bin)) })
    let own = cells(of: candidate, frames: frames).filter { $0.isNear(heard) }
    guard !own.isEmpty else { return nil }
    let others = Set(cells(of: other, frames: frames))
    return Double(own.count { $0.isNear(others) }) / Double(own.count)
  }

  /// A frame and a bin of a query.
  private struct Cell: Hashable {
    var frame: Int
    var bin: Int

    func isNear(_ cells: Set<Cell>) -> Bool {
      (-1...1).contains { frame in
        (-1...1).contains { cells.contains(Cell(frame: self.frame + frame, bin: bin + $0)) }
      }
    }
  }

  /// Where a query would have the stored peaks of a candidate.
  private func cells(of candidate: Candidate, frames: Int) -> [Cell] {
    guard let track = tracks.firstIndex(of: candidate.track) else { return [] }
    let numbers = image.trackNumbers
    let first = Int(numbers[4 * track])
    let peaks = Int(numbers[4 * track + 2])
    let end = track + 1 < tracks.count ? Int(numbers[4 * track + 6]) : image.counts.peaks
    let scale = candidate.alignment.timeScale
    let start = candidate.alignment.referenceStart.value / image.counts.frameDuration
    return (peaks..<max(peaks, end)).compactMap { peak in
      let frame = (Double(Int(image.peakFrames[peak]) - first) - start) / scale
      guard frame > -1, frame < Double(frames) + 1 else { return nil }
      return Cell(
        frame: Int(frame.rounded()), bin: Int((Double(image.peakBins[peak]) * scale).rounded()))
    }
  }
}
