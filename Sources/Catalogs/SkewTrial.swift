internal import AudioFiles
internal import Fingerprinting

/// One query at the speeds tried so far, with the best answer for each track.
struct SkewTrial {
  private let base: StrategyRecognizer
  private let query: AudioBuffer
  private let range: Double
  /// The query at a rate just above the strategy's, from which all speeds but its own are made.
  private var reduced: AudioBuffer?
  private var candidates: [TrackID: Candidate] = [:]
  /// The skew taken back where each of them was found.
  private var speeds: [TrackID: Double] = [:]
  /// How far the index may move the speed that a query was asked at for both to be one.
  private static let agreement = 0.004
  /// For each speed asked at, in order, the candidates with their skews in the query's own terms.
  private var asked: [(skew: Double, found: [Candidate])] = []
  /// What stands in for a runner-up where all speeds name one track.
  private var chance: RunnerUp?
  /// Costs of all speeds; status and bytes of the query's own.
  private(set) var result = StrategyRecognizer.tooShort()

  init(_ base: StrategyRecognizer, _ query: AudioBuffer, range: Double) {
    self.base = base
    self.query = query
    self.range = range
  }

  func hasAsked(_ skew: Double) -> Bool { asked.contains { abs($0.skew - skew) < 1e-6 } }

  /// The best candidate so far; of equal ones the first in byte order.
  var best: Candidate? { candidates.values.min(by: Self.ranksBefore) }

  func candidate(_ track: TrackID) -> Candidate? { candidates[track] }

  func bestScore(but track: TrackID) -> Double {
    candidates.values.lazy.filter { $0.track != track }.map(\.score).max() ?? 0
  }

  private static func ranksBefore(_ left: Candidate, _ right: Candidate) -> Bool {
    (right.score, left.track) < (left.score, right.track)
  }

  /// Asks what the query is when a skew is taken back.
  ///
  /// A sound that was sampled at another rate than stated is as much faster or slower, so a skew is
  /// taken back by stating the rate that makes up for it.
  mutating func ask(_ skew: Double) throws {
    let scale = 1 + skew
    let began = ContinuousClock.now
    let sound = skew == 0 ? query : try reducedQuery()
    let reduction = began.secondsUntilNow
    let rate = SampleRate(sound.sampleRate.hertz / scale)
    let sounds = AudioBuffer(samples: sound.samples, sampleRate: rate)
    guard skew == 0 || base.isLongEnough(sounds.duration, at: rate) else {
      return asked.append((skew, []))
    }
    let answer = try base.answer(sounds)
    let found = answer.candidates.map { $0.skewed(by: skew) }
    for candidate in found {
      if let known = candidates[candidate.track], known.score >= candidate.score { continue }
      candidates[candidate.track] = candidate
      speeds[candidate.track] = skew
    }
    if let other = answer.runnerUp, other.score > chance?.score ?? -.infinity {
      chance = RunnerUp(score: other.score, isFound: false)
    }
    if asked.isEmpty {
      result.status = answer.status
      result.signatureBytes = answer.signatureBytes
    }
    asked.append((skew, found))
    result.work = result.work + answer.work
    result.latency.extract = result.latency.extract + answer.latency.extract + reduction
    result.latency.search = result.latency.search + answer.latency.search
  }

  private mutating func reducedQuery() throws -> AudioBuffer {
    if let reduced { return reduced }
    // Room for the band that the strategy hears, however far it is moved, below the filter's edge.
    let rate = SampleRate(base.strategy.requirements.sampleRate.hertz * (1 + range) * 1.2)
    var sound = query
    if rate < query.sampleRate {
      sound = AudioBuffer(
        samples: try Resampler.resample(query.samples, from: query.sampleRate, to: rate),
        sampleRate: rate)
    }
    reduced = sound
    return sound
  }

  /// How far from a speed a track's score is highest, by a parabola through the scores there and a
  /// step to both sides; at most half a step.
  func shift(of track: TrackID, at middle: Double, step: Double) -> Double {
    func score(_ skew: Double) -> Double? {
      asked.first { abs($0.skew - skew) < 1e-6 }?.found.first {
        // Where the index has moved the skew itself, the score is not of this one.
        $0.track == track && abs($0.alignment.assumedFrequencySkew - skew) < 1e-6
      }?.score
    }
    guard let here = score(middle), let below = score(middle - step),
      let above = score(middle + step)
    else { return 0 }
    let bend = below + above - 2 * here
    guard bend < 0 else { return 0 }
    return max(-0.5, min(0.5, (below - above) / (2 * bend))) * step
  }

  /// Moves a track's skew to where its score is likely highest.
  mutating func interpolate(_ track: TrackID, step: Double) {
    guard var moved = candidates[track] else { return }
    let shift = shift(of: track, at: moved.alignment.assumedFrequencySkew, step: step)
    moved.alignment.timeScale += shift
    // Time and pitch agree with one speed, which is not the query's own: that was measured. At its
    // own speed nothing has been compared with another pitch.
    if let speed = speeds[track], speed != 0,
      abs(moved.alignment.timeScale - 1 - speed) <= Self.agreement
    {
      moved.alignment.frequencySkew = moved.alignment.timeScale - 1
    }
    // The middle of the query keeps its place while the speed changes about it.
    let half = query.duration.value / 2
    moved.alignment.referenceStart = moved.alignment.referenceStart - Seconds(shift * half)
    candidates[track] = moved
  }

  /// The answer: every track at its best speed.
  func ranked(limit: Int) -> Identification {
    var answer = result
    answer.candidates = candidates.values.sorted(by: Self.ranksBefore)
    answer.runnerUp = RunnerUp(of: answer.candidates) ?? chance
    return answer.limited(to: limit)
  }
}

extension Candidate {
  /// A candidate for a query whose skew was taken back, in terms of the query as it is.
  fileprivate func skewed(by skew: Double) -> Candidate {
    let scale = 1 + skew
    var moved = self
    moved.alignment.timeScale *= scale
    moved.support.first = Seconds(support.first.value / scale)
    moved.support.last = Seconds(support.last.value / scale)
    return moved
  }
}
