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
    /// What the windows that the line lies in say of it, in the order of the query.
    var views: [LineView] = []
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
      var best: (line: Line, views: [LineView], surplus: Double)?
      for line in alternatives {
        let views = LineView.agreeing(line.views, scale: 1 + line.skew)
        let surplus = views.reduce(0) { $0 + $1.surplus }
        if best.map({ surplus > $0.surplus }) ?? true { best = (line, views, surplus) }
      }
      guard let best else { continue }
      candidates.append(candidate(on: best.line, best.views, score: alternatives[0].score))
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
      guard windows.count == 1 || place.score > LineView.leastScore else { continue }
      let drift = Double(place.start - first) - lines[line].start - Double(window.start) * scale
      lines[line].views.append(
        LineView(
          window: window.number, start: window.start, score: place.score, surplus: place.surplus,
          lateness: drift, matches: search.matches(at: place)))
    }
  }

  private func candidate(on line: Line, _ views: [LineView], score: Double) -> Candidate {
    let numbers = index.image.trackNumbers
    let stretch = LineStretch(views, scale: 1 + line.skew)
    let (start, scale) = stretch.fit(start: line.start, scale: 1 + line.skew)
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
        matched: min(stretch.matched, offered, stored), offered: offered,
        first: frame * Double(stretch.first), last: frame * Double(stretch.last)))
  }
}
