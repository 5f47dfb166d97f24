import Fingerprinting

/// The look-ups of a query at one skew, those of the rarest hashes first.
///
/// Rare hashes say most about the place and cost least, so that a few of them often settle a
/// search; what is found everywhere comes last or not at all.
struct Lookups {
  private struct Run {
    var frame: Int32
    var first: UInt32
    var count: UInt32
  }

  private struct Asked {
    var frame: Int32
    var first: UInt32
    var end: UInt32
  }

  private var runs: [Run] = []
  private var next = 0
  /// Pairs of the query.
  let made: Int
  /// Postings of hashes that are passed over for being found everywhere.
  let skipped: Int

  /// Pairs the peaks and looks up how often their hashes occur.
  ///
  /// - Parameters:
  ///   - peaks: sorted by frame.
  ///   - skew: how much faster and higher than the references the peaks are taken to be.
  ///   - fanOut: the pairs of each anchor.
  ///   - index: where to look.
  init(
    _ peaks: [SpectralPeak], atSkew skew: Double, fanOut: Int, in index: OffsetVotingIndex
  ) {
    let hash = index.hash
    let table = index.image.cellTable
    let tolerance = index.configuration.frameTolerance
    let longest = index.configuration.longestPostingList
    let scale = 1 + skew
    let frames = peaks.map { Int32((Double($0.frame) * scale).rounded()) }
    let bins = peaks.map { Int32((Double($0.bin) / scale).rounded()) }
    var asked: [Asked] = []
    asked.reserveCapacity(min(1 << 16, peaks.count * fanOut))
    frames.withUnsafeBufferPointer { frames in
      bins.withUnsafeBufferPointer { bins in
        guard let frame = frames.baseAddress, let bin = bins.baseAddress else { return }
        hash.forEachPair(
          frames: frame, bins: bin, count: frames.count, fanOut: fanOut,
          anchors: 0..<hash.rows
        ) { anchor, difference, run in
          let low = max(hash.zoneFirst, difference - tolerance) - hash.zoneFirst
          let high = min(hash.zoneLast, difference + tolerance) - hash.zoneFirst
          asked.append(
            Asked(
              frame: frame[anchor], first: table.lists(before: run + low),
              end: table.lists(before: run + high + 1)))
        }
      }
    }
    // The table is far larger than any cache: this loop has nothing that would keep one look-up
    // waiting for the other.
    let listStarts = table.listStarts
    var found = asked.map { asked in
      let first = listStarts[Int(asked.first)]
      return Run(frame: asked.frame, first: first, count: listStarts[Int(asked.end)] &- first)
    }
    made = found.count
    var skipped = 0
    var occurrences = [Int](repeating: 0, count: longest + 2)
    found.removeAll { run in
      if Int(run.count) > longest { skipped += Int(run.count) }
      return run.count == 0 || Int(run.count) > longest
    }
    for run in found { occurrences[Int(run.count) + 1] += 1 }
    // A counting sort; equal counts stay in the order of the query.
    for count in 1..<occurrences.count { occurrences[count] += occurrences[count - 1] }
    runs = [Run](repeating: Run(frame: 0, first: 0, count: 0), count: found.count)
    for run in found {
      runs[occurrences[Int(run.count)]] = run
      occurrences[Int(run.count)] += 1
    }
    self.skipped = skipped
  }

  /// Votes with the next look-ups until about `budget` postings have been read.
  ///
  /// - Parameters:
  ///   - votes: one count for each stretch of the time line.
  ///   - postings: those of the index.
  ///   - budget: the postings to read at least, while there are any.
  ///   - lead: frames added to positions so that none is negative.
  ///   - shift: log₂ of the frames in one stretch of votes.
  /// - Returns: the postings read.
  mutating func vote(
    in votes: UnsafeMutablePointer<UInt8>, postings: UnsafePointer<UInt32>, budget: Int,
    lead: Int, shift: Int
  ) -> Int {
    var read = 0
    while next < runs.count, read < budget {
      let run = runs[next]
      let count = Int(run.count)
      let weight: UInt8 = count <= 8 ? 4 : count <= 64 ? 3 : count <= 512 ? 2 : 1
      let move = lead &- Int(run.frame)
      let first = Int(run.first)
      for posting in first..<first &+ count {
        let stretch = (Int(postings[posting]) &+ move) &>> shift
        let sum = votes[stretch] &+ weight
        votes[stretch] = sum < weight ? .max : sum
      }
      read += count
      next += 1
    }
    return read
  }

  /// Whether all look-ups have voted.
  var isSpent: Bool { next == runs.count }
}
