import Fingerprinting

/// One search: keys are looked up, promising places verified, the best place of each track kept.
///
/// The first round looks up keys as they are, the next ones with more and more unreliable bits
/// flipped, until a place is certain. The rest of a round in which that happens only follows words
/// that agree in every reliable bit, for music repeats itself and the true place agrees best. Which
/// places are seen depends on index and query alone.
struct BitFrameSearch {
  /// A place of the query in a track, verified.
  struct Place {
    var track: Int
    /// The track's frame at the query's first; negative where the query begins earlier.
    var start: Int
    var score: Double
  }

  /// The share of differing bits among neighbouring words from which a place is not verified.
  private static let probeErrorRate = 0.42
  private static let passes = 8
  /// Frames of a query whose keys are looked up; of longer queries every second, third … one.
  private static let mostLookups = 2_048
  /// The share of differing bits up to which a frame counts as support.
  private static let supportErrorRate = 0.25

  private let index: BitFrameIndex
  private let query: BitFrameQuery
  private let configuration: BitFrameConfiguration
  private let wordCount: Int
  private var work = WorkCounters()
  private var visited: Set<Int> = []
  private var best: [Int: Place] = [:]
  private var highest = -Double.infinity
  /// The reliable bits in which a word that a key led to may differ.
  private var allowedErrors: Int

  init(_ index: BitFrameIndex, _ query: BitFrameQuery) {
    self.index = index
    self.query = query
    configuration = index.configuration
    allowedErrors = index.configuration.wordErrors
    wordCount = index.trackEnds.last ?? 0
  }

  mutating func answer(limit: Int) -> SearchAnswer {
    lookUpAll()
    let found = best.values.sorted { ($1.score, $0.track) < ($0.score, $1.track) }
    var candidates = found.prefix(limit + 8).map { place in candidate(at: refined(place)) }
    candidates.sort { ($1.score, $0.track) < ($0.score, $1.track) }
    return SearchAnswer(candidates: Array(candidates.prefix(limit)), work: work)
  }

  private mutating func lookUpAll() {
    let count = query.words.count
    let step = (count + Self.mostLookups - 1) / Self.mostLookups
    for flips in 0...configuration.flippedBits {
      for pass in 0..<Self.passes {
        for frame in stride(from: pass * step, to: count, by: Self.passes * step)
        where query.masks[frame] != 0 {
          for table in index.tables { lookUp(frame, in: table, flips: flips) }
        }
        if highest >= configuration.certainScore { allowedErrors = 0 }
      }
      if highest >= configuration.certainScore { return }
      if work.postingsRead >= configuration.postingsBudget { return }
    }
  }

  /// Looks up a frame's key with every choice of `flips` of its unreliable bits flipped.
  private mutating func lookUp(_ frame: Int, in table: BitFrameTable, flips: Int) {
    let key = table.key(query.words[frame])
    let unreliable = table.key(query.unreliable(frame))
    if frame > 0, query.masks[frame - 1] != 0, table.key(query.words[frame - 1]) == key,
      flips == 0 || table.key(query.unreliable(frame - 1)) == unreliable
    {
      return
    }
    let choices = unreliable.nonzeroBitCount
    guard flips > 0 else { return probe(table, key, frame) }
    guard flips <= choices else { return }
    // Gosper's way through all numbers of `choices` bits of which `flips` are set.
    var choice: UInt32 = (1 << UInt32(flips)) - 1
    while choice >> UInt32(choices) == 0 {
      probe(table, key ^ Self.spread(choice, over: unreliable), frame)
      let lowest = choice & (~choice &+ 1)
      let carried = choice + lowest
      choice = (((carried ^ choice) >> 2) / lowest) | carried
    }
  }

  /// The bits of `choice` at the places of the set bits of `mask`.
  private static func spread(_ choice: UInt32, over mask: UInt32) -> UInt32 {
    var result: UInt32 = 0
    var choice = choice
    var mask = mask
    while choice != 0 {
      if choice & 1 != 0 { result |= mask & (~mask &+ 1) }
      choice >>= 1
      mask &= mask &- 1
    }
    return result
  }

  private mutating func probe(_ table: BitFrameTable, _ key: UInt32, _ frame: Int) {
    let start = Int(table.starts[Int(key)])
    let end = Int(table.starts[Int(key) + 1])
    work.lookups += 1
    let count = end - start
    let fairShare = table.placeCount / Int(table.keyMask)
    guard count <= (fairShare + 1) * configuration.commonKeyFactor else {
      work.postingsSkipped += count
      return
    }
    work.postingsRead += count
    let word = query.words[frame]
    let mask = query.masks[frame]
    let allowed = UInt32(allowedErrors)
    var posting = start
    while posting + 8 <= end {
      let differing = (BitDistance.load(table.words + posting) ^ word) & mask
      let near = BitDistance.counts(differing) .<= allowed
      if any(near) {
        for lane in 0..<8 where near[lane] { visit(Int(table.places[posting + lane]), frame) }
      }
      posting += 8
    }
    while posting < end {
      if ((table.words[posting] ^ word) & mask).nonzeroBitCount <= Int(allowed) {
        visit(Int(table.places[posting]), frame)
      }
      posting += 1
    }
  }

  /// Verifies the place where `frame` of the query meets `place`, if its neighbours promise enough.
  private mutating func visit(_ place: Int, _ frame: Int) {
    var bits = 0
    var errors = 0
    for neighbour in -4...4 where neighbour != 0 {
      let asked = frame + neighbour * configuration.probeStep
      let held = place + neighbour * configuration.probeStep
      guard query.words.indices.contains(asked), held >= 0, held < wordCount else { continue }
      let mask = query.masks[asked]
      bits += mask.nonzeroBitCount
      errors += ((query.words[asked] ^ index.words[held]) & mask).nonzeroBitCount
    }
    guard Double(errors) <= Self.probeErrorRate * Double(bits) else { return }
    guard place < wordCount, visited.insert(place - frame).inserted else { return }
    let track = self.track(holding: place)
    let start = place - frame - trackStart(track)
    let overlap = self.overlap(track, start)
    guard overlap.count >= configuration.shortestOverlap else { return }
    let errorsInAll = index.distance(query, at: start + trackStart(track), over: overlap)
    work.placesVerified += 1
    work.framesCompared += overlap.count
    let bitsInAll = query.bitsBefore[overlap.upperBound] - query.bitsBefore[overlap.lowerBound]
    let found = Place(track: track, start: start, score: score(errorsInAll, of: bitsInAll))
    guard found.score > 0 else { return }
    highest = max(highest, found.score)
    if let known = best[track], (known.score, found.start) >= (found.score, known.start) { return }
    best[track] = found
  }

  /// How far the error rate is below a half, in standard deviations of unrelated sound's.
  private func score(_ errors: Int, of bits: Int) -> Double {
    guard bits > 0 else { return 0 }
    return (0.5 - Double(errors) / Double(bits)) * 2
      * (Double(bits) / query.varianceFactor).squareRoot()
  }

  private func trackStart(_ track: Int) -> Int { track == 0 ? 0 : index.trackEnds[track - 1] }

  /// The track of a place, by bisection.
  private func track(holding place: Int) -> Int {
    var low = 0
    var high = index.trackEnds.count - 1
    while low < high {
      let middle = (low + high) / 2
      if index.trackEnds[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The query's frames that lie within the track.
  private func overlap(_ track: Int, _ start: Int) -> Range<Int> {
    let length = index.trackEnds[track] - trackStart(track)
    let first = max(0, -start)
    return first..<max(first, min(query.words.count, length - start))
  }

  /// Errors and bits at a place, without frames that are void in the track; nil where too few
  /// frames overlap.
  private mutating func exact(_ track: Int, _ start: Int) -> (errors: Int, bits: Int)? {
    let overlap = overlap(track, start)
    guard overlap.count >= configuration.shortestOverlap else { return nil }
    work.framesCompared += overlap.count
    let words = index.words + trackStart(track)
    var errors = 0
    var bits = 0
    for frame in overlap {
      let word = words[start + frame]
      let mask = word == configuration.voidWord ? 0 : query.masks[frame]
      errors += ((query.words[frame] ^ word) & mask).nonzeroBitCount
      bits += mask.nonzeroBitCount
    }
    return bits == 0 ? nil : (errors, bits)
  }

  /// The best place near one that was found: look-ups may be a few frames off.
  private mutating func refined(_ found: Place) -> Place {
    var place = found
    place.score = exact(place.track, place.start).map { score($0.errors, of: $0.bits) } ?? 0
    for direction in [-1, 1] {
      for _ in 0..<(2 * configuration.referenceStride) {
        let start = place.start + direction
        guard let next = exact(place.track, start) else { break }
        let nextScore = score(next.errors, of: next.bits)
        guard nextScore > place.score else { break }
        place.start = start
        place.score = nextScore
      }
    }
    return place
  }

  /// The candidate at a place: its time to a part of a frame, and the frames that support it.
  private mutating func candidate(at place: Place) -> Candidate {
    let offset = Double(place.start) + fraction(at: place)
    let words = index.words + trackStart(place.track)
    var matched = 0
    var first = 0
    var last = 0
    for frame in overlap(place.track, place.start) {
      let word = words[place.start + frame]
      let mask = word == configuration.voidWord ? 0 : query.masks[frame]
      let errors = ((query.words[frame] ^ word) & mask).nonzeroBitCount
      guard mask != 0, Double(errors) <= Self.supportErrorRate * Double(mask.nonzeroBitCount)
      else { continue }
      if matched == 0 { first = frame }
      last = frame
      matched += 1
    }
    return Candidate(
      track: index.tracks[place.track], score: place.score,
      alignment: Alignment(referenceStart: index.frameDuration * offset),
      support: Support(
        matched: matched, offered: query.usable, first: index.frameDuration * Double(first),
        last: index.frameDuration * Double(last)))
  }

  /// Where between two frames the error rate is least: it falls and rises about linearly.
  private mutating func fraction(at place: Place) -> Double {
    func rate(_ counts: (errors: Int, bits: Int)) -> Double {
      Double(counts.errors) / Double(counts.bits)
    }
    guard let before = exact(place.track, place.start - 1),
      let here = exact(place.track, place.start), let after = exact(place.track, place.start + 1)
    else { return 0 }
    let depth = max(rate(before), rate(after)) - rate(here)
    guard depth > 0 else { return 0 }
    return max(-0.5, min(0.5, (rate(before) - rate(after)) / (2 * depth)))
  }
}

extension BitFrameIndex {
  /// The masked bits in which the query and the words from `start` on differ, over the query's
  /// frames `overlap`; `start` counts from the first word of the first track.
  func distance(_ query: BitFrameQuery, at start: Int, over overlap: Range<Int>) -> Int {
    query.words.withUnsafeBufferPointer { asked in
      query.masks.withUnsafeBufferPointer { masks -> Int in
        guard let asked = asked.baseAddress, let masks = masks.baseAddress else { return 0 }
        let first = overlap.lowerBound
        return BitDistance.masked(
          asked + first, words + (start + first), masks + first, overlap.count)
      }
    }
  }
}
