import Fingerprinting

/// One search: keys are looked up, promising places verified, the best place of each track kept.
///
/// The first round looks up keys as they are, the next ones with more and more unreliable bits
/// flipped, until a place is certain. The rest of a round in which that happens only follows words
/// that agree in every reliable bit, for music repeats itself and the true place agrees best. Which
/// places are seen depends on index and query alone.
struct BitFrameSearch {
  /// Eight words around one frame of the query: a place where they differ too much is not verified.
  private struct Neighbours {
    /// The share of differing bits up to which a place is verified.
    private static let errorRate = 0.42
    /// The lanes of the words next before and after, which are looked at first.
    private static let nearest = (3, 4)

    private let allowed: Int
    /// The same for the two nearest words alone, where fewer bits say less.
    private let allowedNearest: Int
    private let words: SIMD8<UInt32>
    private let masks: SIMD8<UInt32>
    private let step: Int
    private let wordCount: Int

    init(of frame: Int, in query: BitFrameQuery, step: Int, wordCount: Int) {
      var words = SIMD8<UInt32>(repeating: 0)
      var masks = SIMD8<UInt32>(repeating: 0)
      for lane in 0..<8 {
        let neighbour = frame + (lane < 4 ? lane - 4 : lane - 3) * step
        guard query.words.indices.contains(neighbour) else { continue }
        words[lane] = query.words[neighbour]
        masks[lane] = query.masks[neighbour]
      }
      self.words = words
      self.masks = masks
      self.step = step
      self.wordCount = wordCount
      let bits = BitDistance.counts(masks).wrappedSum()
      allowed = Int(Self.errorRate * Double(bits))
      let (before, after) = Self.nearest
      allowedNearest = Int(
        Self.errorRate * Double(masks[before].nonzeroBitCount + masks[after].nonzeroBitCount))
    }

    /// Whether a place promises enough to be verified.
    ///
    /// Every word of a place is a wait for memory, and most places are dismissed by two.
    @inline(__always)
    func promise(_ held: UnsafePointer<UInt32>, at place: Int) -> Bool {
      if place >= 4 * step && place + 4 * step < wordCount {
        let (before, after) = Self.nearest
        let first = (held[place - step] ^ words[before]) & masks[before]
        let second = (held[place + step] ^ words[after]) & masks[after]
        guard first.nonzeroBitCount + second.nonzeroBitCount <= allowedNearest else {
          return false
        }
      }
      return errors(in: held, at: place) <= allowed
    }

    /// The masked bits that differ around a place; beyond the ends stands the word at the end.
    @inline(__always)
    private func errors(in held: UnsafePointer<UInt32>, at place: Int) -> Int {
      var around = SIMD8<UInt32>(repeating: 0)
      if place >= 4 * step && place + 4 * step < wordCount {
        for lane in 0..<8 { around[lane] = held[place + (lane < 4 ? lane - 4 : lane - 3) * step] }
      } else {
        for lane in 0..<8 {
          let neighbour = place + (lane < 4 ? lane - 4 : lane - 3) * step
          around[lane] = held[max(0, min(wordCount - 1, neighbour))]
        }
      }
      return Int(BitDistance.counts((around ^ words) & masks).wrappedSum())
    }
  }

  private static let passes = 8
  /// Frames of a query whose keys are looked up; of longer queries every second, third … one.
  private static let mostLookups = 2_048
  /// The places of one track that are refined: music repeats itself, and the place that agrees best
  /// between two frames need not do so at one.
  private static let placesPerTrack = 4

  private let index: BitFrameIndex
  private let query: BitFrameQuery
  private let configuration: BitFrameConfiguration
  private let wordCount: Int
  private var work = WorkCounters()
  private var neighbours: Neighbours
  private var visited: Set<Int> = []
  private var verifier: BitFrameVerifier
  /// The best places of each track, best first.
  private var best: [Int: [BitFramePlace]] = [:]
  private var highest = -Double.infinity
  /// The reliable bits in which a word that a key led to may differ.
  private var allowedErrors: Int

  init(_ index: BitFrameIndex, _ query: BitFrameQuery) {
    self.index = index
    self.query = query
    configuration = index.configuration
    verifier = BitFrameVerifier(index, query)
    allowedErrors = index.configuration.wordErrors
    wordCount = index.trackEnds.last ?? 0
    neighbours = Neighbours(
      of: 0, in: query, step: configuration.probeStep, wordCount: wordCount)
  }

  mutating func answer(limit: Int) -> SearchAnswer {
    lookUpAll()
    let tracks = best.values.sorted {
      ($1[0].score, index.tracks[$0[0].track]) < ($0[0].score, index.tracks[$1[0].track])
    }
    // A place may gain by being refined, so a few more tracks than wanted are.
    var candidates = tracks.prefix(limit + 8).compactMap { verifier.candidate(among: $0) }
    candidates.sort { ($1.score, $0.track) < ($0.score, $1.track) }
    work.framesCompared += verifier.framesCompared
    let chance = RunnerUp(score: chanceScore(ofBest: wordCount), isFound: false)
    return SearchAnswer(
      candidates: Array(candidates.prefix(limit)),
      runnerUp: candidates.isEmpty ? nil : RunnerUp(of: candidates) ?? chance, work: work)
  }

  private mutating func lookUpAll() {
    let count = query.words.count
    let step = (count + Self.mostLookups - 1) / Self.mostLookups
    for flips in 0...configuration.flippedBits {
      for pass in 0..<Self.passes {
        for frame in stride(from: pass * step, to: count, by: Self.passes * step)
        where query.masks[frame] != 0 {
          neighbours = Neighbours(
            of: frame, in: query, step: configuration.probeStep, wordCount: wordCount)
          for table in index.tables { lookUp(frame, in: table, flips: flips) }
        }
        if highest >= configuration.certainScore { allowedErrors = 0 }
        if flips > 0 && work.postingsRead >= configuration.postingsBudget { return }
      }
      if highest >= configuration.certainScore { return }
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
    let limit = UInt32(allowedErrors) + 1
    var posting = start
    while posting + 8 <= end {
      let differing = (BitDistance.load(table.words + posting) ^ word) & mask
      // The highest bit of a difference is set where it is below zero.
      let near = (BitDistance.counts(differing) &- limit) &>> 31
      if near.wrappedSum() != 0 {
        for lane in 0..<8 where near[lane] != 0 {
          visit(Int(table.places[posting + lane]), frame)
        }
      }
      posting += 8
    }
    while posting < end {
      if ((table.words[posting] ^ word) & mask).nonzeroBitCount < Int(limit) {
        visit(Int(table.places[posting]), frame)
      }
      posting += 1
    }
  }

  /// Verifies the place where `frame` of the query meets `place`, if its neighbours promise enough.
  private mutating func visit(_ place: Int, _ frame: Int) {
    guard place < wordCount, neighbours.promise(index.words, at: place) else { return }
    guard visited.insert(place - frame).inserted else { return }
    guard let found = verifier.verify(place, meeting: frame) else { return }
    work.placesVerified += 1
    highest = max(highest, found.score)
    keep(found)
  }

  /// Puts a place among the best of its track, unless a better one is so near that it is the same.
  private mutating func keep(_ found: BitFramePlace) {
    var places = best[found.track] ?? []
    let reach = 2 * configuration.referenceStride
    if let same = places.firstIndex(where: { abs($0.start - found.start) <= reach }) {
      guard (places[same].score, found.start) < (found.score, places[same].start) else { return }
      places.remove(at: same)
    }
    let rank =
      places.firstIndex { ($0.score, found.start) < (found.score, $0.start) } ?? places.count
    places.insert(found, at: rank)
    if places.count > Self.placesPerTrack { places.removeLast() }
    best[found.track] = places
  }
}
