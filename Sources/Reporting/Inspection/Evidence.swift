import Fingerprinting

/// What speaks for a query lying at a place of a reference: the agreement of their signatures.
struct Evidence {
  /// A peak on its way to a plot.
  struct Mark {
    /// Seconds from the beginning of the query, or of the reference.
    var time: Double
    /// The bin as the query or the reference sounds.
    var bin: Double
    var isMatched: Bool
  }

  /// How well query and reference agree at a place, and elsewhere in the same reference.
  struct Summary: Hashable, Encodable {
    /// Peaks that coincide there, or per cent of equal bits.
    var here: Double
    /// The mean of all other places.
    var mean: Double
    /// The standard deviation of all other places.
    var deviation: Double
    /// The best other place.
    var elsewhere: Double

    /// How many deviations the place stands above the mean; nothing where all others are alike.
    var height: Double? { deviation > 0 ? (here - mean) / deviation : nil }
    /// Whether no other place of the reference agrees as well.
    var isBest: Bool { here > elsewhere }
    /// Whether so much agreement is no chance, though other places may have as much, as loops do.
    var standsOut: Bool { height.map { $0 >= 5 } ?? isBest }
  }

  /// Query peaks; empty for signatures of bits.
  var queryMarks: [Mark] = []
  /// Reference peaks at that place; empty for signatures of bits.
  var referenceMarks: [Mark] = []
  /// Frames of 32 bits: whether query and reference are equal, nothing where there is no reference or
  /// the query is void.
  var equalBits: [[Bool?]] = []
  /// The seconds of one frame of the query.
  let frame: Double
  /// The peaks that the histogram counts.
  private(set) var salientPeaks = 0
  /// For each place of the reference the agreement there: salient peaks that coincide, or per cent of
  /// equal bits.
  var histogram: [(start: Double, value: Double)] = []

  /// By how much the query was slowed down before its signature was taken.
  private let speed: Double

  /// Peaks this near in time count as one, in frames.
  private static let frameReach = 1.5
  private static let binReach = 1
  /// Frames that one place of the histogram of peaks takes.
  private static let step = 4.0

  /// Compares signatures.
  ///
  /// - Parameters:
  ///   - query: the query's, of its sound with the skew `speed` − 1 taken back.
  ///   - salient: the same in stored form: what stands out most.
  ///   - reference: the reference's, as it was enrolled.
  ///   - alignment: where the query as it sounds lies in the reference.
  ///   - speed: how much faster the query sounds than what the signature was made of.
  init(
    query: Signature, salient: Signature, reference: Signature, at alignment: Alignment,
    speed: Double
  ) {
    frame = query.frameDuration.value / speed
    self.speed = speed
    let scale = alignment.timeScale / speed
    switch (query, reference) {
    case (.peaks(let query), .peaks(let reference)):
      let pitch = (1 + alignment.assumedFrequencySkew) / speed
      compare(
        query, reference, from: alignment.referenceStart.value, scale: scale, pitch: pitch)
      guard case .peaks(let salient) = salient else { return }
      salientPeaks = salient.peaks.count
      histogram = votes(salient, reference, scale: scale, pitch: pitch)
    case (.frames(let query), .frames(let reference)):
      compare(query, reference, from: alignment.referenceStart.value, scale: scale)
    default: break
    }
  }

  /// Agreement at a place, and elsewhere.
  func summary(at start: Double) -> Summary {
    let near = histogram.filter { abs($0.start - start) <= 0.1 }.map(\.value)
    let far = histogram.filter { abs($0.start - start) > 0.3 }.map(\.value)
    let mean = far.isEmpty ? 0 : far.reduce(0, +) / Double(far.count)
    let square = far.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return Summary(
      here: near.max() ?? 0, mean: mean,
      deviation: far.isEmpty ? 0 : (square / Double(far.count)).squareRoot(),
      elsewhere: far.max() ?? 0)
  }

  // MARK: peaks

  private mutating func compare(
    _ query: PeakSignature, _ reference: PeakSignature, from start: Double, scale: Double,
    pitch: Double
  ) {
    let duration = query.frameDuration.value
    let byBin = Self.places(of: query)
    var isLit = [Bool](repeating: false, count: query.peaks.count)
    let end = Double(query.frameCount) * duration
    for peak in reference.peaks {
      let time = Double(peak.frame) * reference.frameDuration.value
      let heard = (time - start) / scale
      guard heard >= 0, heard <= end else { continue }
      let bin = Int(Int32(saturating: (Double(peak.bin) * pitch).rounded()))
      var isMatched = false
      for near in bin - Self.binReach...bin + Self.binReach {
        for place in byBin[near] ?? []
        where abs(Double(query.peaks[place].frame) * duration - heard) <= Self.frameReach * duration
        {
          isLit[place] = true
          isMatched = true
        }
      }
      referenceMarks.append(Mark(time: time, bin: Double(peak.bin), isMatched: isMatched))
    }
    queryMarks = zip(query.peaks, isLit).map { peak, isMatched in
      Mark(
        time: Double(peak.frame) * frame, bin: Double(peak.bin) * speed, isMatched: isMatched)
    }
  }

  /// The peaks of each bin.
  private static func places(of signature: PeakSignature) -> [Int: [Int]] {
    Dictionary(grouping: signature.peaks.indices) { Int(signature.peaks[$0].bin) }
  }

  /// How many reference peaks have a query peak of their frequency, by the place that would mean.
  private func votes(
    _ query: PeakSignature, _ reference: PeakSignature, scale: Double, pitch: Double
  ) -> [(start: Double, value: Double)] {
    let byBin = Self.places(of: query)
    let first = -Double(query.frameCount) * scale
    let count =
      min(1 << 24, Int(saturating: (Double(reference.frameCount) - first) / Self.step)) + 1
    var votes = [Int](repeating: 0, count: max(1, count))
    var last = [Int](repeating: -1, count: votes.count)
    for (number, peak) in reference.peaks.enumerated() {
      let bin = Int(Int32(saturating: (Double(peak.bin) * pitch).rounded()))
      for near in bin - Self.binReach...bin + Self.binReach {
        for place in byBin[near] ?? [] {
          let lag = Double(peak.frame) - Double(query.peaks[place].frame) * scale
          let slot = Int(saturating: (lag - first) / Self.step)
          guard votes.indices.contains(slot), last[slot] != number else { continue }
          last[slot] = number
          votes[slot] += 1
        }
      }
    }
    return votes.enumerated().map { slot, count in
      (
        (first + (Double(slot) + 0.5) * Self.step) * reference.frameDuration.value, Double(count)
      )
    }
  }

  // MARK: bits

  private mutating func compare(
    _ query: BitFrameSignature, _ reference: BitFrameSignature, from start: Double, scale: Double
  ) {
    let duration = reference.frameDuration.value
    let first = (start / duration).rounded()
    // Void frames, all bits unreliable, are not compared.
    let heard = query.words.indices.filter {
      !query.unreliableBits.indices.contains($0) || query.unreliableBits[$0] != .max
    }
    equalBits = Array(
      repeating: [Bool?](repeating: nil, count: 32), count: query.words.count)
    for place in heard {
      let other = Int(saturating: first + (Double(place) * scale).rounded())
      guard reference.words.indices.contains(other) else { continue }
      let difference = query.words[place] ^ reference.words[other]
      equalBits[place] = (0..<32).map { difference >> UInt32($0) & 1 == 0 }
    }
    let asked = heard.map {
      (Int(Int32(saturating: (Double($0) * scale).rounded())), query.words[$0])
    }
    guard let last = asked.last?.0 else { return }
    // At least half of the query lies in the reference.
    let lowest = -last / 2
    let highest = max(lowest, reference.words.count - 1 - last / 2)
    histogram = (lowest...highest).map { lag in
      var (different, compared) = (0, 0)
      for (offset, word) in asked where reference.words.indices.contains(lag + offset) {
        different += (word ^ reference.words[lag + offset]).nonzeroBitCount
        compared += 32
      }
      return (
        Double(lag) * duration,
        compared == 0 ? 50 : 100 - 100 * Double(different) / Double(compared)
      )
    }
  }
}
