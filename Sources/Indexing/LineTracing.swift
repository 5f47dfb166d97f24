import Fingerprinting

/// From the places of a query's windows to lines through the whole query.
///
/// A line says which reference time belongs to which query time. Where music repeats itself, the
/// windows of a long query each have several places; the line with the most support in all windows
/// together is the answer, and its speed is fitted to the places along it.
struct LineTracing {
  private struct Line {
    var track: Int
    /// Where the query's first frame lies, in frames from the track's first: what is worked out
    /// from it must not depend on where the track lies among others.
    var start: Double
    var skew: Double
    var score: Double
    var surplus = 0.0
    var matched = 0
    var first: Int?
    var last = 0
    /// Where in the query the line was looked at, and by how many frames the reference is later
    /// there than the line has it.
    var points: [(query: Double, lateness: Double, weight: Double)] = []
    /// By how many frames more with every frame of the query, as the last place has it.
    var drift = 0.0
  }

  /// Lines kept of each track until they are compared.
  private static let linesPerTrack = 12

  private let index: OffsetVotingIndex
  private let windows: [QueryWindow]
  private let offered: Int
  private var work = WorkCounters()

  init(_ index: OffsetVotingIndex, _ windows: [QueryWindow], offered: Int) {
    self.index = index
    self.windows = windows
    self.offered = offered
  }

  mutating func answer(limit: Int) -> SearchAnswer {
    var lines: [Line]
    if windows.count == 1 {
      var search = OffsetVotingSearch(index, windows[0])
      var found: [Int: [Line]] = [:]
      collect(from: &search, limit: limit, into: &found)
      lines = best(of: found, limit: limit)
      support(&lines, from: &search)
      work = search.work
    } else {
      lines = linesThroughWindows(limit: limit)
    }
    var candidates: [Candidate] = []
    for alternatives in Dictionary(grouping: lines, by: \.track).values {
      // Of equals the first, which is the one with the highest score in a window.
      guard
        let line = alternatives.reduce(
          nil as Line?,
          { best, line in
            if let best, best.surplus >= line.surplus { best } else { line }
          })
      else { continue }
      candidates.append(candidate(on: line, score: alternatives[0].score))
    }
    candidates.sort { $0.score != $1.score ? $0.score > $1.score : $0.track < $1.track }
    guard !candidates.isEmpty else { return SearchAnswer(candidates: [], work: work) }
    // Of other tracks no place was promising: that is 0. Where there is none, chance tells more.
    let absent =
      index.tracks.count > 1 ? 0 : chanceScore(ofBest: index.image.counts.timelineFrames)
    return SearchAnswer(
      candidates: candidates,
      runnerUp: RunnerUp(of: candidates) ?? RunnerUp(score: absent, isFound: false), work: work)
  }

  private mutating func linesThroughWindows(limit: Int) -> [Line] {
    var found: [Int: [Line]] = [:]
    for window in windows {
      var search = OffsetVotingSearch(index, window)
      collect(from: &search, limit: limit, into: &found)
      work = work + search.work
    }
    var lines = best(of: found, limit: limit)
    for window in windows where lines.contains(where: { touches($0, window) }) {
      var search = OffsetVotingSearch(index, window)
      support(&lines, from: &search)
      work = work + search.work
    }
    return lines
  }

  /// Adds the lines through a window's best places.
  private func collect(
    from search: inout OffsetVotingSearch, limit: Int, into lines: inout [Int: [Line]]
  ) {
    for place in search.places(limit: limit) {
      let start =
        Double(place.start - firstFrame(of: place.track))
        - Double(search.query.start) * (1 + place.skew)
      var known = lines[place.track] ?? []
      let rank = known.firstIndex { $0.score < place.score } ?? known.count
      guard rank < Self.linesPerTrack else { continue }
      known.insert(
        Line(track: place.track, start: start, skew: place.skew, score: place.score), at: rank)
      lines[place.track] = Array(known.prefix(Self.linesPerTrack))
    }
  }

  /// The lines of the best tracks, each track's in order of score.
  private func best(of lines: [Int: [Line]], limit: Int) -> [Line] {
    let ranked = lines.values.sorted {
      $0[0].score != $1[0].score
        ? $0[0].score > $1[0].score : index.tracks[$0[0].track] < index.tracks[$1[0].track]
    }
    return ranked.prefix(limit).flatMap { $0 }
  }

  /// Where a track begins on the common time line.
  private func firstFrame(of track: Int) -> Int { Int(index.image.trackNumbers[4 * track]) }

  /// Whether a line has the window within its track.
  private func touches(_ line: Line, _ window: QueryWindow) -> Bool {
    let start = line.start + Double(window.start) * (1 + line.skew)
    let length = Double(Int(window.peaks.last?.frame ?? 0) + 1)
    return start < Double(index.image.trackNumbers[4 * line.track + 1])
      && start + 1.5 * length > 0
  }

  /// Adds what a window says for each line.
  private func support(_ lines: inout [Line], from search: inout OffsetVotingSearch) {
    let window = search.query
    for line in lines.indices where touches(lines[line], window) {
      let scale = 1 + lines[line].skew
      let first = firstFrame(of: lines[line].track)
      let start = first + Int((lines[line].start + Double(window.start) * scale).rounded())
      // The line of one window is its place; that of another may have drifted.
      guard
        let place = search.evaluate(
          track: lines[line].track, around: start, skew: lines[line].skew,
          reach: windows.count > 1 ? 16 : 0)
      else { continue }
      lines[line].surplus += place.surplus
      guard windows.count == 1 || place.score > 3 else { continue }
      let matches = search.matches(at: place)
      guard matches.count > 0 else { continue }
      lines[line].matched += matches.count
      lines[line].first = lines[line].first ?? (window.start + matches.first)
      lines[line].last = window.start + matches.last
      // From the line to the place, and from there to its peaks.
      let lateness =
        Double(place.start - first) - lines[line].start - Double(window.start) * scale
        - matches.lateness * scale
      lines[line].drift = -matches.drift * scale
      lines[line].points.append(
        (
          query: Double(window.start) + matches.moment, lateness: lateness, weight: place.surplus
        ))
    }
  }

  private func candidate(on line: Line, score: Double) -> Candidate {
    let numbers = index.image.trackNumbers
    let (start, scale) = fit(line)
    let end =
      line.track + 1 < index.tracks.count
      ? Int(numbers[4 * line.track + 6]) : index.image.counts.peaks
    let stored = end - Int(numbers[4 * line.track + 2])
    let frame = Seconds(index.image.counts.frameDuration)
    return Candidate(
      track: index.tracks[line.track], score: score,
      alignment: Alignment(
        referenceStart: frame * start, timeScale: scale, frequencySkew: nil),
      support: Support(
        matched: min(line.matched, offered, stored), offered: offered,
        first: frame * Double(line.first ?? 0), last: frame * Double(line.last)))
  }

  /// The straight line through the places along a line; where they do not say at what speed, the
  /// line itself, moved to them.
  private func fit(_ line: Line) -> (start: Double, scale: Double) {
    let plain = (start: line.start, scale: 1 + line.skew)
    let weight = line.points.reduce(0) { $0 + $1.weight }
    guard weight > 0 else { return plain }
    let query = line.points.reduce(0) { $0 + $1.query * $1.weight } / weight
    let lateness = line.points.reduce(0) { $0 + $1.lateness * $1.weight } / weight
    var square = 0.0
    var product = 0.0
    for point in line.points {
      square += point.weight * (point.query - query) * (point.query - query)
      product += point.weight * (point.query - query) * (point.lateness - lateness)
    }
    let turn = line.points.count == 1 ? line.drift : square > 0 ? product / square : 0
    // Places off the line would bend it; what they say about speed is then worth nothing.
    guard abs(turn) < 0.004 else { return (start: plain.start + lateness, scale: plain.scale) }
    return (start: plain.start + lateness - query * turn, scale: plain.scale + turn)
  }
}
