public import Fingerprinting

extension SignatureIndex {
  /// Everything that a query holds, stretch by stretch.
  ///
  /// The query is searched window by window, and neighbouring windows that lie on one line through a
  /// track are joined. A track may come several times.
  ///
  /// - Parameters:
  ///   - query: of any length.
  ///   - least: the score that one window of a stretch must reach.
  /// - Returns: the stretches, best first.
  /// - Throws: as `search`.
  public func stretches(
    in query: Signature, scoringAtLeast least: Double
  ) throws(IndexError) -> StretchAnswer {
    var search = StretchSearch()
    let frame = query.frameDuration.value
    guard frame > 0, frame.isFinite else {
      return StretchAnswer(stretches: [], work: WorkCounters())
    }
    let length = max(2, Int((StretchSearch.window / frame).rounded()))
    let hop = max(1, length / 2)
    var work = WorkCounters()
    for start in stride(from: 0, to: max(1, query.frameCount - hop / 2), by: hop) {
      let window = query.slice(start..<start + length)
      guard !window.isEmpty else { continue }
      let answer = try self.search(window, limit: StretchSearch.tracksPerWindow)
      work = work + answer.work
      search.add(answer, from: Double(start) * frame)
      if start + length >= query.frameCount { break }
    }
    return StretchAnswer(stretches: search.stretches(scoringAtLeast: least), work: work)
  }
}

/// Joins the answers to windows of a query.
struct StretchSearch {
  /// Seconds of a window; the next begins half of it later.
  static let window = 10.0
  /// The tracks that are looked for in each window.
  static let tracksPerWindow = 5
  /// Seconds of the reference by which a window may be off the line of the one before.
  private static let tolerance = 0.25
  /// Seconds of other sound that one stretch may have in its middle.
  private static let longestGap = 10.0

  /// A track in one window, in times of the query.
  private struct Piece {
    var candidate: Candidate
    var runnerUp: RunnerUp?
    /// The middle of the part that agrees, and the reference time there.
    var moment: Double
    var reference: Double
    var first: Double
    var last: Double

    init(_ candidate: Candidate, runnerUp: RunnerUp?, from start: Double) {
      self.candidate = candidate
      self.runnerUp = runnerUp
      first = start + candidate.support.first.value
      last = start + candidate.support.last.value
      moment = (first + last) / 2
      let alignment = candidate.alignment
      reference = alignment.referenceStart.value + alignment.timeScale * (moment - start)
    }

    /// The reference time at a time of the query.
    func reference(at time: Double) -> Double {
      reference + candidate.alignment.timeScale * (time - moment)
    }
  }

  /// Pieces on one line, in order of time; never none.
  private var runs: [[Piece]] = []
  /// The runs of each track that may go on.
  private var open: [TrackID: [Int]] = [:]

  /// Takes the answer to a window that begins at a time of the query.
  mutating func add(_ answer: SearchAnswer, from start: Double) {
    for place in answer.candidates.indices {
      let rival = answer.candidates.rivalScore(of: place, runnerUp: answer.runnerUp)
      let isFound = place > 0 || answer.runnerUp?.isFound == true
      let piece = Piece(
        answer.candidates[place], runnerUp: RunnerUp(score: rival, isFound: isFound), from: start)
      let track = piece.candidate.track
      var places = (open[track] ?? []).filter {
        start <= runs[$0][runs[$0].count - 1].last + Self.longestGap
      }
      // The latest first: a track that has jumped goes on from where it is now.
      let known = places.last { place in
        let last = runs[place][runs[place].count - 1]
        return piece.first <= last.last + Self.longestGap
          && abs(last.reference(at: piece.moment) - piece.reference) <= Self.tolerance
      }
      if let known {
        runs[known].append(piece)
      } else {
        places.append(runs.count)
        runs.append([piece])
      }
      open[track] = places
    }
  }

  /// The stretches that have a window of at least so high a score, best first.
  func stretches(scoringAtLeast least: Double) -> [Stretch] {
    let good = runs.filter { run in run.contains { $0.candidate.score >= least } }
    let byTrack = Dictionary(grouping: good, by: { $0[0].candidate.track })
    let found = good.compactMap { run -> Stretch? in
      guard let best = run.max(by: { $0.candidate.score < $1.candidate.score }),
        !(byTrack[best.candidate.track] ?? []).contains(where: { Self.explains($0, run) })
      else { return nil }
      return Self.stretch(run, best)
    }
    return found.sorted { left, right in
      let (a, b) = (left.candidate, right.candidate)
      return (b.score, a.support.first, a.track) < (a.score, b.support.first, b.track)
    }
  }

  /// Whether a longer run of the same track explains all of another: music repeats itself, and a
  /// window names one place of a track.
  private static func explains(_ longer: [Piece], _ run: [Piece]) -> Bool {
    longer.count > run.count && longer[0].first <= run[0].first + 1
      && longer[longer.count - 1].last >= run[run.count - 1].last - 1
  }

  private static func stretch(_ run: [Piece], _ best: Piece) -> Stretch {
    let weight = run.reduce(0) { $0 + $1.candidate.score }
    var scale = run.reduce(0) { $0 + $1.candidate.score * $1.candidate.alignment.timeScale }
    scale = weight > 0 ? scale / weight : best.candidate.alignment.timeScale
    let points = run.map {
      LineFit.Point(moment: $0.moment, lateness: $0.reference - scale * $0.moment)
    }
    var candidate = best.candidate
    if let fit = LineFit(points, fewest: 4, steepest: 0.1) {
      candidate.alignment.timeScale = scale + fit.turn
      candidate.alignment.referenceStart = Seconds(fit.lateness - fit.moment * fit.turn)
    }
    candidate.support.first = Seconds(run.map(\.first).min() ?? best.first)
    candidate.support.last = Seconds(run.map(\.last).max() ?? best.last)
    return Stretch(candidate: candidate, runnerUp: best.runnerUp)
  }
}
