import Dispatch
import Foundation

/// Makes the pairs of all stored peaks and sorts them by cell, several slices of bins at once.
///
/// Sendable because slices write to cells, and so to postings, of their own, and what they share
/// is only read; the memory is good as long as the closure that lends it runs.
struct PostingSorter: @unchecked Sendable {
  private let hash: PairHash
  private let fanOut: Int
  private let frames: UnsafeBufferPointer<UInt32>
  private let bins: UnsafeBufferPointer<UInt16>
  private let trackNumbers: UnsafeBufferPointer<UInt32>
  private let slices: [Range<Int>]

  /// Prepares the work.
  ///
  /// - Parameters:
  ///   - hash: which pairs are made.
  ///   - fanOut: the pairs of each anchor.
  ///   - frames: those of all peaks on the common time line.
  ///   - bins: those of all peaks.
  ///   - trackNumbers: four a track, of which the third is its first peak.
  init(
    hash: PairHash, fanOut: Int, frames: UnsafeBufferPointer<UInt32>,
    bins: UnsafeBufferPointer<UInt16>, trackNumbers: UnsafeBufferPointer<UInt32>
  ) {
    self.hash = hash
    self.fanOut = fanOut
    self.frames = frames
    self.bins = bins
    self.trackNumbers = trackNumbers
    slices = Self.slices(of: bins, rows: hash.rows)
  }

  /// Ranges of bins with about as many peaks each, one for each processor.
  private static func slices(of bins: UnsafeBufferPointer<UInt16>, rows: Int) -> [Range<Int>] {
    let wanted = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount))
    var peaks = [Int](repeating: 0, count: rows)
    for bin in bins { peaks[Int(bin)] += 1 }
    var slices: [Range<Int>] = []
    var first = 0
    var count = 0
    for bin in 0..<rows {
      count += peaks[bin]
      let isFull = count * wanted >= bins.count * (slices.count + 1)
      guard bin == rows - 1 || isFull && slices.count < wanted - 1 else { continue }
      slices.append(first..<bin + 1)
      first = bin + 1
    }
    return slices
  }

  /// Counts the pairs of each cell.
  func count(into counts: inout [UInt32]) {
    counts.withUnsafeMutableBufferPointer { counts in
      nonisolated(unsafe) let counts = counts
      DispatchQueue.concurrentPerform(iterations: slices.count) { slice in
        forEachPair(of: slices[slice]) { _, cell in counts[cell] &+= 1 }
      }
    }
  }

  /// Writes the anchors' frames cell by cell; within a cell they ascend.
  func fill(_ postings: UnsafeMutablePointer<UInt32>, counts: [UInt32]) {
    var next = counts
    var total: UInt32 = 0
    for cell in next.indices {
      let start = total
      total += next[cell]
      next[cell] = start
    }
    nonisolated(unsafe) let postings = postings
    next.withUnsafeMutableBufferPointer { next in
      nonisolated(unsafe) let next = next
      DispatchQueue.concurrentPerform(iterations: slices.count) { slice in
        forEachPair(of: slices[slice]) { frame, cell in
          postings[Int(next[cell])] = frame
          next[cell] &+= 1
        }
      }
    }
  }

  @inline(__always)
  private func forEachPair(of anchors: Range<Int>, _ body: (_ frame: UInt32, _ cell: Int) -> Void) {
    guard let frame = frames.baseAddress, let bin = bins.baseAddress else { return }
    for track in stride(from: 2, to: trackNumbers.count, by: 4) {
      let start = Int(trackNumbers[track])
      let end = track + 4 < trackNumbers.count ? Int(trackNumbers[track + 4]) : frames.count
      hash.forEachPair(
        frames: frame + start, bins: bin + start, count: end - start, fanOut: fanOut,
        anchors: anchors
      ) { anchor, difference, run in
        body(frame[start + anchor], run + difference - hash.zoneFirst)
      }
    }
  }
}
