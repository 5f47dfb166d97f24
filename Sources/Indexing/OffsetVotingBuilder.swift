import Fingerprinting
import Foundation

/// Collects stored peaks; pairs are made when it is frozen.
final class OffsetVotingBuilder {
  /// Tracks begin at multiples of so many frames, a group of stretches of votes, so that a track's
  /// votes do not depend on where it lies.
  private static let step = 64

  private let configuration: OffsetVotingConfiguration
  private let identity: ComponentIdentity
  private var tracks: [TrackID] = []
  private var known: Set<TrackID> = []
  private var trackNumbers: [UInt32] = []
  private var frames: [UInt32] = []
  private var bins: [UInt16] = []
  private var timelineFrames = 0
  private var signatureBytes = 0
  private var frameDuration: Double?
  private var duration = 0.0

  init(_ configuration: OffsetVotingConfiguration, builtWith identity: ComponentIdentity) {
    self.configuration = configuration
    self.identity = identity
  }

  func insert(_ signature: Signature, as track: TrackID) throws(IndexError) {
    guard case .peaks(let peaks) = signature else {
      throw .familyMismatch(expected: .peaks, found: signature.family)
    }
    guard frameDuration == nil || frameDuration == peaks.frameDuration.value else {
      throw .capacity(
        "expected frames of \(frameDuration ?? 0) s, found \(peaks.frameDuration) in '\(track)'")
    }
    let last = peaks.peaks.last.map { Int($0.frame) + 1 } ?? 0
    let count = max(peaks.frameCount, last)
    guard count >= 0, count < Int(UInt32.max) / 4,
      timelineFrames + count < Int(UInt32.max) / 2
    else {
      throw .capacity(
        "the index holds \(timelineFrames) frames and cannot take \(count) more; split the catalog")
    }
    let isSorted = zip(peaks.peaks, peaks.peaks.dropFirst()).allSatisfy {
      ($0.frame, $0.bin) <= ($1.frame, $1.bin)
    }
    guard isSorted else {
      throw .capacity("the peaks of '\(track)' are not sorted by frame, then bin")
    }
    guard known.insert(track).inserted else { throw .duplicateTrack(track) }
    frameDuration = peaks.frameDuration.value
    tracks.append(track)
    trackNumbers += [UInt32(timelineFrames), UInt32(count), UInt32(frames.count), 0]
    for peak in peaks.peaks {
      frames.append(UInt32(timelineFrames) + peak.frame)
      bins.append(peak.bin)
    }
    // No window of a query reaches from one track into the next.
    let gap = QueryWindow.longest(frameDuration: peaks.frameDuration.value) * 9 / 8
    timelineFrames = (timelineFrames + count + gap + Self.step) / Self.step * Self.step
    duration += peaks.frameDuration.value * Double(count)
    signatureBytes += signature.encodedByteCount
  }

  func freeze() throws(IndexError) -> OffsetVotingIndex {
    let hash = PairHash(configuration, rows: Int(bins.max() ?? 0) + 1)
    guard let cells = hash.cells else {
      throw .capacity("\(hash.rows) bins and these zones have too many hashes; narrow the zones")
    }
    var counts = [UInt32](repeating: 0, count: cells)
    sort(hash) { $0.count(into: &counts) }
    let pairs = counts.reduce(0) { $0 + Int($1) }
    guard pairs < Int(UInt32.max) else {
      throw .capacity("\(pairs) pairs are more than an index can hold; split the catalog")
    }
    let text = OffsetVotingImage.Text(
      identity: identity, configuration: configuration, tracks: tracks)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let json = try? encoder.encode(text) else {
      throw .capacity("the names of the tracks cannot be written as text")
    }
    let image = try OffsetVotingImage(
      new: .init(
        textBytes: json.count, tracks: tracks.count, peaks: frames.count, rows: hash.rows,
        cells: cells, postings: pairs, timelineFrames: timelineFrames,
        signatureBytes: signatureBytes, frameDuration: frameDuration ?? 1, duration: duration,
        lists: counts.count { $0 > 0 }))
    json.copyBytes(to: image.text)
    image.trackNumbers.update(from: trackNumbers, count: trackNumbers.count)
    image.peakFrames.update(from: frames, count: frames.count)
    image.peakBins.update(from: bins, count: bins.count)
    image.cellTable.fill(counts: counts)
    sort(hash) { $0.fill(image.postings, counts: counts) }
    image.seal()
    return OffsetVotingIndex(image, text)
  }

  private func sort(_ hash: PairHash, _ body: (PostingSorter) -> Void) {
    frames.withUnsafeBufferPointer { frames in
      bins.withUnsafeBufferPointer { bins in
        trackNumbers.withUnsafeBufferPointer { trackNumbers in
          body(
            PostingSorter(
              hash: hash, fanOut: configuration.referenceFanOut, frames: frames, bins: bins,
              trackNumbers: trackNumbers))
        }
      }
    }
  }
}
