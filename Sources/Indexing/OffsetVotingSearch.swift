import Fingerprinting

/// One search: votes, verification, refinement.
struct OffsetVotingSearch: ~Copyable {
  /// A place of the common time line: where the query's first frame lies, at a skew.
  struct Place {
    var track: Int
    var start: Int
    var skew: Double
    var score: Double
    var hits: Int
  }

  /// log₂ of the frames in one stretch of votes.
  static let stretchShift = 3

  let index: OffsetVotingIndex
  let query: QueryWindow
  let frames: Int
  let map: QueryMap
  let hashed: [SpectralPeak]
  var work = WorkCounters()

  init(_ index: OffsetVotingIndex, _ query: QueryWindow) {
    self.index = index
    self.query = query
    frames = Int(query.peaks.last?.frame ?? 0) + 1
    map = QueryMap(
      query.peaks, rows: index.image.counts.rows + 16, frames: frames, frameSpread: 1, binSpread: 1)
    let blockFrames = Int(max(1, min(1e6, 1 / query.frameDuration)).rounded())
    hashed = Self.mostSalient(
      of: query.peaks, perBlock: index.configuration.queryPeaksPerSecond, blockFrames: blockFrames)
  }

  /// The most salient peaks of each block of frames, in the order of the query.
  static func mostSalient(
    of peaks: [SpectralPeak], perBlock: Int, blockFrames: Int
  ) -> [SpectralPeak] {
    var chosen: [SpectralPeak] = []
    var start = 0
    while start < peaks.count {
      let block = Int(peaks[start].frame) / blockFrames
      var end = start
      while end < peaks.count, Int(peaks[end].frame) / blockFrames == block { end += 1 }
      if end - start <= perBlock {
        chosen += peaks[start..<end]
      } else {
        let saliences = peaks[start..<end].map(\.salience).sorted(by: >)
        let least = saliences[perBlock - 1]
        var ties = perBlock - saliences.prefix { $0 > least }.count
        for peak in peaks[start..<end] where peak.salience >= least {
          if peak.salience == least {
            guard ties > 0 else { continue }
            ties -= 1
          }
          chosen.append(peak)
        }
      }
      start = end
    }
    return chosen
  }

  /// The best candidates, refined, best first.
  mutating func candidates(limit: Int) -> [Candidate] {
    var best = [Place?](repeating: nil, count: index.tracks.count)
    search(atSkew: 0, into: &best)
    for skew in index.configuration.furtherSkews {
      if best.contains(where: { ($0?.score ?? 0) >= index.configuration.confidentScore }) { break }
      search(atSkew: skew, into: &best)
    }
    var ranked = best.compactMap { $0 }
    sort(&ranked)
    ranked.removeLast(max(0, ranked.count - max(limit, 8)))
    for rank in ranked.indices { refine(&ranked[rank]) }
    sort(&ranked)
    return ranked.prefix(limit).map { candidate(at: $0) }
  }

  private func sort(_ places: inout [Place]) {
    places.sort {
      $0.score != $1.score
        ? $0.score > $1.score : index.tracks[$0.track] < index.tracks[$1.track]
    }
  }

  // MARK: Votes

  private mutating func search(atSkew skew: Double, into best: inout [Place?]) {
    let scratch = index.scratch.take(count: stretches)
    vote(atSkew: skew, in: scratch)
    let starts = tallest(in: scratch)
    index.scratch.give(scratch)
    for start in starts { verify(start, atSkew: skew, into: &best) }
  }

  /// Frames added to positions so that a start before the time line stays positive.
  private var lead: Int { ((frames * 3 / 2 + 63) >> Self.stretchShift) << Self.stretchShift }

  private var stretches: Int {
    (((index.image.counts.timelineFrames + lead) >> Self.stretchShift) / 8 + 2) * 8
  }

  private mutating func vote(atSkew skew: Double, in scratch: VoteScratch) {
    let hash = index.hash
    let configuration = index.configuration
    let starts = index.image.cellStarts
    let postings = index.image.postings
    let votes = scratch.votes
    let lead = lead
    let tolerance = configuration.frameTolerance
    let longest = configuration.longestPostingList
    var lookups = 0
    var read = 0
    var skipped = 0
    let scale = 1 + skew
    let frames = hashed.map { Int32((Double($0.frame) * scale).rounded()) }
    let bins = hashed.map { Int32((Double($0.bin) / scale).rounded()) }
    frames.withUnsafeBufferPointer { frames in
      bins.withUnsafeBufferPointer { bins in
        guard let frame = frames.baseAddress, let bin = bins.baseAddress else { return }
        hash.forEachPair(
          frames: frame, bins: bin, count: frames.count, fanOut: configuration.queryFanOut
        ) { anchor, difference, run in
          lookups += 1
          let low = max(hash.zoneFirst, difference - tolerance) - hash.zoneFirst
          let high = min(hash.zoneLast, difference + tolerance) - hash.zoneFirst
          let first = Int(starts[run + low])
          let end = Int(starts[run + high + 1])
          guard first < end else { return }
          guard end - first <= longest else {
            skipped += end - first
            return
          }
          read += end - first
          let weight: UInt16 =
            end - first <= 8 ? 4 : end - first <= 64 ? 3 : end - first <= 512 ? 2 : 1
          let shift = lead - Int(frame[anchor])
          for posting in first..<end {
            let stretch = (Int(postings[posting]) + shift) >> Self.stretchShift
            votes[stretch] = votes[stretch] &+ weight
          }
        }
      }
    }
    work.lookups += lookups
    work.postingsRead += read
    work.postingsSkipped += skipped
  }

  /// Starts in the middle of the stretches that have the most votes, at most one in eight
  /// stretches; a stretch counts together with the next.
  private func tallest(in scratch: VoteScratch) -> [Int] {
    let votes = scratch.votes
    let groups = stretches / 8 - 1
    var heights = [UInt16](repeating: 0, count: groups)
    var histogram = [Int](repeating: 0, count: 1 << 16)
    for group in 0..<groups {
      let base = votes + group * 8
      var height: UInt16 = 0
      for stretch in 0..<8 { height = max(height, base[stretch] &+ base[stretch + 1]) }
      heights[group] = height
      histogram[Int(height)] += 1
    }
    // All groups above `least`, and as many of those equal to it as are wanted.
    var wanted = index.configuration.placesPerPass
    var least = (1 << 16) - 1
    while least > 1, histogram[least] < wanted {
      wanted -= histogram[least]
      least -= 1
    }
    var starts: [Int] = []
    for group in 0..<groups where Int(heights[group]) >= least && heights[group] > 0 {
      if Int(heights[group]) == least {
        guard wanted > 0 else { continue }
        wanted -= 1
      }
      let base = votes + group * 8
      guard let stretch = (0..<8).first(where: { base[$0] &+ base[$0 + 1] == heights[group] })
      else { continue }
      starts.append(
        (((group * 8 + stretch) << Self.stretchShift) + (1 << Self.stretchShift)) - lead)
    }
    return starts
  }

  // MARK: Verification

  private mutating func verify(_ start: Int, atSkew skew: Double, into best: inout [Place?]) {
    let numbers = index.image.trackNumbers
    // The last track that begins before the query's end; the ones before it may reach the query too.
    var low = 0
    var high = index.tracks.count
    let end = start + frames
    while low < high {
      let middle = (low + high) / 2
      if Int(numbers[4 * middle]) <= end { low = middle + 1 } else { high = middle }
    }
    var track = low - 1
    var tried = 0
    while track >= 0, tried < 8 {
      let first = Int(numbers[4 * track])
      guard first + Int(numbers[4 * track + 1]) > start else { break }
      if let place = evaluate(track: track, around: start, skew: skew),
        place.score > best[track]?.score ?? -.infinity
      {
        best[track] = place
      }
      track -= 1
      tried += 1
    }
  }

  /// Counts the track's stored peaks that the query has too, at 64 starts around one, and compares
  /// the best of them with the others.
  private mutating func evaluate(track: Int, around start: Int, skew: Double) -> Place? {
    work.placesVerified += 1
    let peaks = peakRange(
      of: track, from: start - 32, to: start + Int(Double(frames) * (1 + skew)) + 32)
    var counter = ShiftCounter()
    let inverse = Float(1 / (1 + skew))
    let scale = Float(1 + skew)
    let frame = index.image.peakFrames
    let bin = index.image.peakBins
    let rows = map.rows
    for peak in peaks {
      let row = Int(Float(bin[peak]) * scale + 0.5)
      guard row < rows else { continue }
      let moment = Int((Float(Int(frame[peak]) - start) * inverse + 512.5)) - 512
      counter.add(map.bits(row: row, from: moment - 32))
    }
    work.framesCompared += peaks.count
    let counts = counter.values()
    var top = 16
    for shift in 17..<48 where counts[shift] > counts[top] { top = shift }
    let hits = Int(counts[top])
    guard hits > 0 else { return nil }
    var sum = 0.0
    var squares = 0.0
    var others = 0.0
    for shift in 0..<64 where abs(shift - top) > 5 {
      let count = Double(counts[shift])
      sum += count
      squares += count * count
      others += 1
    }
    let mean = sum / others
    let spread = squares / others - mean * mean
    let binomial = mean * (1 - min(1, mean / Double(max(1, peaks.count))))
    let score = (Double(hits) - mean) / (max(spread, binomial) + 1).squareRoot()
    // A set bit `shift` means that the query's frame is `shift` − 32 later than predicted.
    return Place(track: track, start: start + 32 - top, skew: skew, score: score, hits: hits)
  }

  private func peakRange(of track: Int, from: Int, to: Int) -> Range<Int> {
    let numbers = index.image.trackNumbers
    let first = Int(numbers[4 * track + 2])
    let end =
      track + 1 < index.tracks.count ? Int(numbers[4 * track + 6]) : index.image.counts.peaks
    func firstPeak(at frame: Int) -> Int {
      var low = first
      var high = end
      while low < high {
        let middle = (low + high) / 2
        if Int(index.image.peakFrames[middle]) < frame { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let low = firstPeak(at: from)
    return low..<max(low, firstPeak(at: to))
  }

  // MARK: Refinement

  private mutating func refine(_ place: inout Place) {
    let middle = place
    for step in [-4, -3, -2, -1, 1, 2, 3, 4] {
      let skew = middle.skew + Double(step) * 0.0025
      // The middle of the query keeps its place while the speed changes about it.
      let start = middle.start - Int((Double(frames) / 2 * (skew - middle.skew)).rounded())
      if let other = evaluate(track: place.track, around: start, skew: skew),
        other.score > place.score
      {
        place = other
      }
    }
  }

  private func candidate(at place: Place) -> Candidate {
    let trackStart = Int(index.image.trackNumbers[4 * place.track])
    var matched = 0
    var first = frames
    var last = 0
    let scale = 1 + place.skew
    for peak in peakRange(
      of: place.track, from: place.start - 2, to: place.start + Int(Double(frames) * scale) + 2)
    {
      let row = Int((Double(index.image.peakBins[peak]) * scale).rounded())
      let moment = Int((Double(Int(index.image.peakFrames[peak]) - place.start) / scale).rounded())
      guard row < map.rows, moment >= 0, moment < frames, map.bits(row: row, from: moment) & 1 == 1
      else { continue }
      matched += 1
      first = min(first, moment)
      last = max(last, moment)
    }
    let frame = Seconds(query.frameDuration)
    let queryStart = Double(place.start - trackStart) - Double(query.start) * scale
    return Candidate(
      track: index.tracks[place.track], score: place.score,
      alignment: Alignment(
        referenceStart: frame * queryStart, timeScale: scale, frequencySkew: place.skew),
      support: Support(
        matched: min(matched, query.peaks.count), offered: query.peaks.count,
        first: frame * Double(query.start + min(first, last)),
        last: frame * Double(query.start + last)))
  }
}
