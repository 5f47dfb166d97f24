import Fingerprinting

/// The choice of the peaks that are stored.
struct PeakThinning {
  private let frameReach: Int
  private let binReach: Int
  private let blockFrames: Int
  private let peaksPerBlock: Int

  init(_ configuration: ConstellationConfiguration) {
    frameReach = configuration.storedFrameReach
    binReach = configuration.storedBinReach
    blockFrames = max(1, Int((configuration.sampleRate / Double(configuration.hop)).rounded()))
    peaksPerBlock = configuration.storedPeaksPerSecond
  }

  func thin(_ peaks: [SpectralPeak]) -> [SpectralPeak] {
    // A stored peak has no salience: there is nothing left to choose by.
    guard peaks.contains(where: { $0.salience > 0 }) else { return peaks }
    var kept: [SpectralPeak] = []
    var block: [SpectralPeak] = []
    var blockNumber = 0
    var windowStart = 0
    for index in peaks.indices {
      let number = Int(peaks[index].frame) / blockFrames
      if number != blockNumber {
        kept.append(contentsOf: strongest(of: block))
        block.removeAll(keepingCapacity: true)
        blockNumber = number
      }
      while Int(peaks[windowStart].frame) + frameReach < Int(peaks[index].frame) {
        windowStart += 1
      }
      if isHighest(index, of: peaks, from: windowStart) { block.append(peaks[index]) }
    }
    kept.append(contentsOf: strongest(of: block))
    return kept
  }

  private func isHighest(_ index: Int, of peaks: [SpectralPeak], from start: Int) -> Bool {
    let peak = peaks[index]
    var other = start
    while other < peaks.count, Int(peaks[other].frame) <= Int(peak.frame) + frameReach {
      if abs(Int(peaks[other].bin) - Int(peak.bin)) <= binReach,
        peaks[other].salience > peak.salience
          || (peaks[other].salience == peak.salience && other < index)
      {
        return false
      }
      other += 1
    }
    return true
  }

  private func strongest(of block: [SpectralPeak]) -> [SpectralPeak] {
    var chosen = Array(block.indices)
    if block.count > peaksPerBlock {
      chosen.sort { (block[$1].salience, $0) < (block[$0].salience, $1) }
      chosen.removeLast(block.count - peaksPerBlock)
      chosen.sort()
    }
    return chosen.map { SpectralPeak(frame: block[$0].frame, bin: block[$0].bin, salience: 0) }
  }
}
