import Fingerprinting
import Foundation

/// One search: votes, verification, refinement.
struct OffsetVotingSearch: ~Copyable {
  /// A place of the common time line: where the query's first frame lies, at a skew.
  struct Place {
    var track: Int
    var start: Int
    var skew: Double
    var score: Double
    /// Hits above what neighbouring starts have.
    var surplus: Double
  }

  /// The height of a group with a count that is full: it may be the tallest of all.
  private static let full = 2 * UInt16(UInt8.max) + 1

  /// log₂ of the frames in one stretch of votes.
  static let stretchShift = 3

  let index: OffsetVotingIndex
  let query: QueryWindow
  let frames: Int
  /// All peaks, spread over neighbouring frames and bins.
  let map: QueryMap
  /// The most salient peaks, in their own bins: what both maps hold counts twice.
  let salientMap: QueryMap
  /// The most salient peaks: those that are paired.
  let salient: [SpectralPeak]
  var work = WorkCounters()
  private var warps: [Double: Warp] = [:]
  /// The counts of one evaluation.
  private let counts = UnsafeMutablePointer<Int32>.allocate(capacity: 64)

  init(_ index: OffsetVotingIndex, _ query: QueryWindow) {
    self.index = index
    self.query = query
    frames = Int(query.peaks.last?.frame ?? 0) + 1
    let rows = index.image.counts.rows
    let blockFrames = Int(max(1, min(1e6, 1 / query.frameDuration)).rounded())
    salient = Self.mostSalient(
      of: query.peaks, perBlock: index.configuration.salientPeaksPerSecond,
      blockFrames: blockFrames)
    map = QueryMap(query.peaks, rows: rows, frames: frames, frameSpread: 1, binSpread: 1)
    salientMap = QueryMap(salient, rows: rows, frames: frames, frameSpread: 1, binSpread: 0)
  }

  deinit { counts.deallocate() }

  /// How a reference's frames and bins become those of a query at a skew.
  private struct Warp {
    /// Query frames per reference frame, times 2^20.
    var slowness: Int
    /// For each bin of the references, where its row begins in the map.
    var rowStarts: [Int]
  }

  private mutating func warp(_ skew: Double) -> Warp {
    if let known = warps[skew] { return known }
    let warp = Warp(
      slowness: Int((Double(1 << 20) / (1 + skew)).rounded()),
      rowStarts: (0..<index.image.counts.rows).map {
        map.rowStart(Int((Double($0) * (1 + skew)).rounded()))
      })
    warps[skew] = warp
    return warp
  }

  /// The most salient peaks of each block of frames, in the order of the query.
  static func mostSalient(
    of peaks: [SpectralPeak], perBlock: Int, blockFrames: Int
  ) -> [SpectralPeak] {
    var chosen: [SpectralPeak] = []
    var counts = [Int32](repeating: 0, count: Int(peaks.map(\.salience).max() ?? 0) + 1)
    var start = 0
    while start < peaks.count {
      let block = Int(peaks[start].frame) / blockFrames
      var end = start
      while end < peaks.count, Int(peaks[end].frame) / blockFrames == block { end += 1 }
      // The least salience that is chosen: where the counts from above reach the number wanted.
      counts.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      for peak in peaks[start..<end] { counts[Int(peak.salience)] += 1 }
      var least = counts.count - 1
      var above = 0
      while least > 0, above + Int(counts[least]) < perBlock {
        above += Int(counts[least])
        least -= 1
      }
      for peak in peaks[start..<end] where Int(peak.salience) >= least {
        if Int(peak.salience) == least {
          // Of equals the first.
          guard above < perBlock else { continue }
          above += 1
        }
        chosen.append(peak)
      }
      start = end
    }
    return chosen
  }

  /// The best places, at most one a track, refined, best first.
  mutating func places(limit: Int) -> [Place] {
    var best = [Place?](repeating: nil, count: index.tracks.count)
    var searched: [Double] = []
    for skew in [0] + index.configuration.furtherSkews where !isCertain(best) {
      search(atSkew: skew, into: &best)
      searched.append(skew)
    }
    var ranked = refined(best, limit: limit)
    // Where the best place has another speed than was searched, others at that speed may be better.
    if let skew = ranked.first?.skew, !searched.contains(where: { abs($0 - skew) < 0.002 }) {
      search(atSkew: skew, into: &best)
      ranked = refined(best, limit: limit)
    }
    return Array(ranked.prefix(limit))
  }

  private mutating func refined(_ best: [Place?], limit: Int) -> [Place] {
    var ranked = best.compactMap { $0 }
    sort(&ranked)
    ranked.removeLast(max(0, ranked.count - max(limit, 8)))
    // What is far behind the best cannot overtake it by another speed.
    let least = 0.7 * (ranked.first?.score ?? 0)
    for rank in ranked.indices { refine(&ranked[rank], speeds: ranked[rank].score >= least) }
    sort(&ranked)
    return ranked
  }

  private func sort(_ places: inout [Place]) {
    places.sort {
      $0.score != $1.score
        ? $0.score > $1.score : index.tracks[$0.track] < index.tracks[$1.track]
    }
  }

  // MARK: Votes

  private func isCertain(_ best: [Place?]) -> Bool {
    best.contains { ($0?.score ?? 0) >= index.configuration.confidentScore }
  }

  private mutating func search(atSkew skew: Double, into best: inout [Place?]) {
    let configuration = index.configuration
    let further = skew != 0
    var lookups = Lookups(
      salient, atSkew: skew,
      fanOut: further ? configuration.furtherFanOut : configuration.queryFanOut, in: index)
    work.lookups += lookups.made
    work.postingsSkipped += lookups.skipped
    let scratch = index.scratch.take(count: stretches)
    // The rarest hashes alone often settle a query at its own speed.
    let budgets =
      further
      ? [configuration.postingsPerFurtherPass]
      : [
        configuration.postingsAtFirst,
        configuration.postingsPerPass - configuration.postingsAtFirst,
      ]
    let places = further ? configuration.placesPerFurtherPass : configuration.placesPerPass
    for (turn, budget) in budgets.enumerated() where !lookups.isSpent {
      if turn > 0, isCertain(best) { break }
      work.postingsRead += lookups.vote(
        in: scratch.votes, postings: index.image.postings, budget: budget, lead: lead,
        shift: Self.stretchShift)
      for start in tallest(places, in: scratch) { verify(start, atSkew: skew, into: &best) }
    }
    index.scratch.give(scratch)
  }

  /// Frames added to positions so that a start before the time line stays positive.
  ///
  /// Like the beginnings of tracks a multiple of a whole group of stretches, so that a track gets
  /// its votes wherever it lies on the time line.
  private var lead: Int { (frames * 3 / 2 + 127) / 64 * 64 }

  private var stretches: Int {
    (((index.image.counts.timelineFrames + lead) >> Self.stretchShift) / 8 + 2) * 8
  }

  /// Starts in the middle of the stretches that have the most votes, one in eight stretches unless
  /// their counts are full; a stretch counts together with the next.
  private func tallest(_ places: Int, in scratch: VoteScratch) -> [Int] {
    var histogram = [Int](repeating: 0, count: Int(Self.full) + 1)
    // Most groups are low; a second look at them is seldom needed.
    var count = list(4, in: scratch, histogram: &histogram)
    if count < places {
      for height in histogram.indices { histogram[height] = 0 }
      count = list(1, in: scratch, histogram: &histogram)
    }
    // The tallest groups, and all that equal the last of them unless there are many: which tracks
    // are tried may not depend on their order.
    var left = places
    var least = histogram.count - 1
    while least > 1, histogram[least] < left {
      left -= histogram[least]
      least -= 1
    }
    if histogram[least] > 10 * places, least < histogram.count - 1 { least += 1 }
    var starts: [Int] = []
    for place in 0..<count where Int(scratch.heights[place]) >= least {
      let group = Int(scratch.groups[place])
      let base = scratch.votes + group * 8
      let height = scratch.heights[place]
      var next = 0
      for stretch in 0..<8 where stretch >= next {
        let isFull = base[stretch] == .max || base[stretch + 1] == .max
        guard isFull || UInt16(base[stretch]) + UInt16(base[stretch + 1]) == height else {
          continue
        }
        starts.append(
          (((group * 8 + stretch) << Self.stretchShift) + (1 << Self.stretchShift)) - lead)
        // Of full counts none can be passed over.
        next = isFull ? stretch + 2 : 8
      }
    }
    return starts
  }

  /// Lists the groups that have a stretch of at least so many votes (a power of two), or one next
  /// to them, and their heights, as far as no group left out can be as high.
  private func list(_ votes: Int, in scratch: VoteScratch, histogram: inout [Int]) -> Int {
    let memory = UnsafeRawPointer(scratch.votes)
    let mask = UInt64(256 - votes) &* 0x0101_0101_0101_0101
    let least = UInt16(2 * votes - 1)
    var count = 0
    histogram.withUnsafeMutableBufferPointer { histogram in
      for group in 0..<(stretches / 8 - 1) {
        let start = 8 &* group
        let bytes = memory.load(fromByteOffset: start, as: UInt64.self)
        let after = memory.load(fromByteOffset: start &+ 8, as: UInt8.self)
        guard (bytes | UInt64(after)) & mask != 0 else { continue }
        let own = memory.load(fromByteOffset: start, as: SIMD8<UInt8>.self)
        let next = memory.loadUnaligned(fromByteOffset: start &+ 1, as: SIMD8<UInt8>.self)
        var height =
          (SIMD8<UInt16>(truncatingIfNeeded: own)
          &+ SIMD8<UInt16>(truncatingIfNeeded: next)).max()
        guard height >= least else { continue }
        if height >= UInt8.max, own.max() == .max || next.max() == .max { height = Self.full }
        scratch.groups[count] = UInt32(truncatingIfNeeded: group)
        scratch.heights[count] = height
        histogram[Int(height)] &+= 1
        count &+= 1
      }
    }
    return count
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
    while track >= 0, Int(numbers[4 * track]) + Int(numbers[4 * track + 1]) > start {
      if let place = evaluate(track: track, around: start, skew: skew, reach: 16, isGuess: true),
        place.score > best[track]?.score ?? -.infinity
      {
        best[track] = place
      }
      track -= 1
    }
  }

  /// Counts the track's stored peaks that the query has too, at 64 starts around one, and compares
  /// the best of those within `reach` with the others.
  mutating func evaluate(
    track: Int, around start: Int, skew: Double, reach: Int, isGuess: Bool = false
  ) -> Place? {
    work.placesVerified += 1
    let peaks = peakRange(
      of: track, from: start - 32, to: start + Int(Double(frames) * (1 + skew)) + 32)
    let warp = self.warp(skew)
    let frame = index.image.peakFrames + peaks.lowerBound
    let bin = index.image.peakBins + peaks.lowerBound
    let slowness = warp.slowness
    var counter = ShiftCounter()
    let isPromising = warp.rowStarts.withUnsafeBufferPointer { rowStarts in
      guard let rowStart = rowStarts.baseAddress else { return false }
      @inline(__always) func bits(_ map: borrowing QueryMap, _ peak: Int) -> UInt64 {
        let distance = Int(frame[peak]) &- start
        // Fixed point: the query's frame, rounded.
        let moment = (distance &* slowness &+ 1 << 19) &>> 20
        return map.bits(rowStart: rowStart[Int(bin[peak])], from: moment &- 32)
      }
      counter.add(count: peaks.count) { bits(salientMap, $0) }
      if isGuess {
        counter.write(to: counts)
        let best = judge(reach: reach, trials: Double(peaks.count))
        guard best.score >= index.configuration.promisingScore else { return false }
      }
      counter.add(count: peaks.count) { bits(map, $0) }
      return true
    }
    work.framesCompared += peaks.count
    guard isPromising else { return nil }
    counter.write(to: counts)
    let (top, surplus, score) = judge(reach: reach, trials: Double(2 * peaks.count))
    guard counts[top] > 0 else { return nil }
    // A set bit `shift` means that the query's frame is `shift` − 32 later than predicted.
    return Place(
      track: track, start: start + 32 - top, skew: skew, score: score, surplus: surplus)
  }

  /// The start with most hits within `reach` of the middle, and how its hits stand out.
  private func judge(
    reach: Int, trials: Double
  ) -> (top: Int, surplus: Double, score: Double) {
    var top = 32
    for shift in (32 - reach)...(32 + reach) where counts[shift] > counts[top] { top = shift }
    let hits = Double(counts[top])
    var sum = 0.0
    var squares = 0.0
    var others = 0.0
    var rival = 0.0
    for shift in 0..<64 where abs(shift - top) > 5 {
      let count = Double(counts[shift])
      sum += count
      squares += count * count
      others += 1
      rival = max(rival, count)
    }
    let mean = sum / others
    let score = max(
      Self.score(hits: hits, mean: mean, variance: squares / others - mean * mean, of: trials),
      Self.score(hits: hits, mean: rival, variance: 0, of: trials))
    return (top, hits - mean, score)
  }

  /// How far a count stands above chance, in standard deviations.
  ///
  /// The signed root of the binomial deviance: unlike the plain difference over its deviation it
  /// is near normal for small counts too, so that one threshold serves all. Counts at other starts
  /// that vary more than chance would have it (hits that come in groups) lower it.
  ///
  /// Music of a fast and steady beat resembles itself at neighbouring starts, which then vary much
  /// and say little of chance. A place is therefore also compared with the best of them as if that
  /// were chance, and has the better of the two scores.
  static func score(hits: Double, mean: Double, variance: Double, of trials: Double) -> Double {
    let chance = (mean + 0.5) / (trials + 1)
    let share = min(1, hits / trials)
    guard share > chance else { return 0 }
    let surplus = share * log(share / chance)
    let lack = share < 1 ? (1 - share) * log((1 - share) / (1 - chance)) : 0
    let dispersion = max(1, variance / (trials * chance * (1 - chance)))
    return (2 * trials * (surplus + lack) / dispersion).squareRoot()
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

  /// Evaluates a place with itself in the middle of its neighbours, so that its score depends on
  /// nothing else, and at other speeds.
  private mutating func refine(_ place: inout Place, speeds: Bool) {
    let middle = place
    place.score = -.infinity
    attempt(0, of: middle, into: &place)
    guard speeds else { return }
    for direction in [-1, 1] {
      var step = direction
      while abs(step) <= 4, attempt(step, of: middle, into: &place) { step += direction }
    }
  }

  /// Evaluates a place at another speed and keeps it where it is better.
  @discardableResult
  private mutating func attempt(_ step: Int, of middle: Place, into best: inout Place) -> Bool {
    let skew = middle.skew + Double(step) * 0.0025
    // The middle of the query keeps its place while the speed changes about it.
    let start = middle.start - Int((Double(frames) / 2 * (skew - middle.skew)).rounded())
    guard let near = evaluate(track: middle.track, around: start, skew: skew, reach: 16),
      // In the middle of its neighbours a place scores a little otherwise, not much.
      near.score > best.score - 1,
      let place = evaluate(track: middle.track, around: near.start, skew: skew, reach: 0),
      place.score > best.score
    else { return false }
    best = place
    return true
  }

  /// The stored peaks at a place, and which of them the query has too.
  mutating func matches(at place: Place) -> PlaceMatches {
    let warp = warp(place.skew)
    let scale = 1 + place.skew
    var matches = PlaceMatches()
    let end = place.start + Int(Double(frames) * scale) + 2
    for peak in peakRange(of: place.track, from: place.start - 2, to: end) {
      let moment = Double(Int(index.image.peakFrames[peak]) - place.start) / scale
      let frame = Int(moment.rounded())
      let row = warp.rowStarts[Int(index.image.peakBins[peak])]
      guard frame >= 0, frame < frames + 1 else { continue }
      for shift in PlaceMatches.chanceShifts where (0..<frames).contains(frame + shift) {
        matches.chanceTrials += 1
        matches.chanceHits += Int(map.bits(rowStart: row, from: frame + shift) & 1)
      }
      var trial = PlaceMatches.Trial(
        moment: moment, isHit: map.bits(rowStart: row, from: frame) & 1 == 1)
      if trial.isHit {
        // Each peak of the query is spread over three frames, and two are never so close that the
        // one in the middle of five bits is in doubt.
        switch salientMap.bits(rowStart: row, from: frame - 2) & 31 {
        case 0b01110: trial.lateness = Double(frame) - moment
        case 0b11100: trial.lateness = Double(frame + 1) - moment
        case 0b00111: trial.lateness = Double(frame - 1) - moment
        default: break
        }
      }
      matches.trials.append(trial)
    }
    return matches
  }
}
