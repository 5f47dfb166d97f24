import Fingerprinting

extension Signature {
  /// What the signature would be if the sound's skew were taken back: slower and lower by it.
  ///
  /// Peaks are moved, which costs next to nothing; bit frames would have to be made again, and stay.
  func unskewed(by skew: Double) -> Signature {
    guard skew != 0, case .peaks(let whole) = self else { return self }
    let scale = 1 + skew
    var peaks = whole.peaks.map { peak in
      SpectralPeak(
        frame: UInt32(saturating: (Double(peak.frame) * scale).rounded()),
        bin: UInt16(saturating: (Double(peak.bin) / scale).rounded()), salience: peak.salience)
    }
    peaks.sort {
      ($0.frame, $0.bin, $1.salience) < ($1.frame, $1.bin, $0.salience)
    }
    var kept: [SpectralPeak] = []
    kept.reserveCapacity(peaks.count)
    for peak in peaks where kept.last?.frame != peak.frame || kept.last?.bin != peak.bin {
      kept.append(peak)
    }
    return .peaks(
      PeakSignature(
        frameDuration: whole.frameDuration,
        frameCount: Int(saturating: (Double(whole.frameCount) * scale).rounded()), peaks: kept))
  }
}

extension Candidate {
  /// The answer to a query from that to the query with a skew taken back.
  func skewed(by skew: Double) -> Candidate {
    guard skew != 0 else { return self }
    let scale = 1 + skew
    var candidate = self
    candidate.alignment.timeScale *= scale
    let measured: Double? = alignment.frequencySkew
    if let measured { candidate.alignment.frequencySkew = (1 + measured) * scale - 1 }
    candidate.support.first = support.first * (1 / scale)
    candidate.support.last = support.last * (1 / scale)
    return candidate
  }
}

extension ReferenceLine {
  /// The skew to search at for what lies on the line: what the strategy bears by itself needs none.
  var searchedSkew: Double { abs(timeScale - 1) < 0.015 ? 0 : timeScale - 1 }
}
