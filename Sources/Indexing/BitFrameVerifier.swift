import Fingerprinting

/// A place of the query in a track.
struct BitFramePlace {
  var track: Int
  /// The track's frame at the query's first; negative where the query begins earlier.
  var start: Int
  var score: Double
}

/// Compares a query with places of the index, over all frames in which they overlap.
struct BitFrameVerifier {
  /// The share of differing bits up to which a frame counts as support.
  private static let supportErrorRate = 0.25
  /// The share of frames of other sound that do so.
  private static let chanceSupport = 0.01
  /// How sure it must be that an end does not agree: neighbouring frames say nearly the same, so many
  /// of them are one piece of evidence.
  private static let supportCertainty = 60.0

  private let index: BitFrameIndex
  private let query: BitFrameQuery
  private let shortestOverlap: Int
  private(set) var framesCompared = 0

  init(_ index: BitFrameIndex, _ query: BitFrameQuery) {
    self.index = index
    self.query = query
    shortestOverlap = index.configuration.shortestOverlap
  }

  /// The place at which the query's `frame` meets `word` of the index, frames that are void in the
  /// track included; nil where too few frames overlap, or more bits differ than agree.
  mutating func verify(_ word: Int, meeting frame: Int) -> BitFramePlace? {
    let track = self.track(holding: word)
    let start = word - frame - trackStart(track)
    guard let overlap = overlap(track, start) else { return nil }
    framesCompared += overlap.count
    let bits = query.bitsBefore[overlap.upperBound] - query.bitsBefore[overlap.lowerBound]
    let errors = index.distance(query, at: word - frame, over: overlap)
    guard bits > 0, errors * 2 < bits else { return nil }
    let rate = Double(errors) / Double(bits)
    return BitFramePlace(track: track, start: start, score: score(rate, bits: bits))
  }

  /// The candidate at the best of a track's places, each moved to where it agrees best.
  mutating func candidate(among places: [BitFramePlace]) -> Candidate? {
    var best: (place: BitFramePlace, fraction: Double)?
    for place in places {
      guard let refined = refined(place) else { continue }
      if let best, best.place.score >= refined.place.score { continue }
      best = refined
    }
    guard let best, best.place.score > 0 else { return nil }
    let offset = Double(best.place.start) + best.fraction
    return Candidate(
      track: index.tracks[best.place.track], score: best.place.score,
      alignment: Alignment(
        referenceStart: index.frameDuration * offset, frequencySkew: nil),
      support: support(of: best.place))
  }

  /// How far the error rate is below a half, in standard deviations of unrelated sound's.
  private func score(_ rate: Double, bits: Int) -> Double {
    (0.5 - rate) * 2 * (Double(bits) / query.varianceFactor).squareRoot()
  }

  private func trackStart(_ track: Int) -> Int { track == 0 ? 0 : index.trackEnds[track - 1] }

  /// The track of a word, by bisection.
  private func track(holding word: Int) -> Int {
    var low = 0
    var high = index.trackEnds.count - 1
    while low < high {
      let middle = (low + high) / 2
      if index.trackEnds[middle] > word { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The query's frames that lie within the track; nil where they are too few.
  private func overlap(_ track: Int, _ start: Int) -> Range<Int>? {
    let first = max(0, -start)
    let end = min(query.words.count, index.trackEnds[track] - trackStart(track) - start)
    return end - first >= shortestOverlap ? first..<end : nil
  }

  /// The bits of a frame that count at a place: none where query or track is void.
  private func compare(_ frame: Int, _ word: UInt32) -> (errors: Int, bits: Int) {
    let mask = word == index.configuration.voidWord ? 0 : query.masks[frame]
    return (((query.words[frame] ^ word) & mask).nonzeroBitCount, mask.nonzeroBitCount)
  }

  /// Error rate and bits at a place without void frames; nil where too few overlap.
  private mutating func exact(_ track: Int, _ start: Int) -> (rate: Double, bits: Int)? {
    guard let overlap = overlap(track, start) else { return nil }
    framesCompared += overlap.count
    let words = index.words + trackStart(track)
    var errors = 0
    var bits = 0
    for frame in overlap {
      let found = compare(frame, words[start + frame])
      errors += found.errors
      bits += found.bits
    }
    return bits == 0 ? nil : (Double(errors) / Double(bits), bits)
  }

  /// The place near another where most bits agree, and between which frames.
  ///
  /// Look-ups may be a few frames off, and sounds a part of a frame. The error rate falls and rises
  /// about linearly around the true place, so the rates of three frames tell where between two of
  /// them it is least and how low.
  private mutating func refined(
    _ found: BitFramePlace
  ) -> (place: BitFramePlace, fraction: Double)? {
    guard var here = exact(found.track, found.start) else { return nil }
    var start = found.start
    for direction in [-1, 1] {
      for _ in 0..<(2 * index.configuration.referenceStride) {
        guard let next = exact(found.track, start + direction), next.rate < here.rate else { break }
        start += direction
        here = next
      }
    }
    var place = found
    place.start = start
    var fraction = 0.0
    var least = here.rate
    if let before = exact(found.track, start - 1), let after = exact(found.track, start + 1) {
      let slope = max(before.rate, after.rate) - here.rate
      if slope > 0 {
        fraction = max(-0.5, min(0.5, (before.rate - after.rate) / (2 * slope)))
        least = max(0, here.rate - slope * abs(fraction))
      }
    }
    place.score = score(least, bits: here.bits)
    return (place, fraction)
  }

  /// The frames that agree at a place.
  private func support(of place: BitFramePlace) -> Support {
    let words = index.words + trackStart(place.track)
    let overlap = overlap(place.track, place.start) ?? 0..<0
    let agrees = overlap.map { frame in
      let found = compare(frame, words[place.start + frame])
      return found.bits > 0
        && Double(found.errors) <= Self.supportErrorRate * Double(found.bits)
    }
    let range = LineStretch.agreeing(
      agrees, chance: Self.chanceSupport, certainty: Self.supportCertainty)
    let matched = agrees[range].count { $0 }
    let first = overlap.lowerBound + (agrees[range].firstIndex(of: true) ?? 0)
    let last = overlap.lowerBound + (agrees[range].lastIndex(of: true) ?? 0)
    return Support(
      matched: matched, offered: query.usable, first: index.frameDuration * Double(first),
      last: index.frameDuration * Double(last))
  }
}

extension BitFrameIndex {
  /// The masked bits in which the query and the words from `start` on differ, over the query's
  /// frames `overlap`; `start` counts from the first word of the first track.
  fileprivate func distance(
    _ query: BitFrameQuery, at start: Int, over overlap: Range<Int>
  ) -> Int {
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
