internal import Fingerprinting
internal import Foundation

/// What happened to one query in one trial, rounded, as the store keeps it.
struct Outcome: Sendable {
  var trial: TrialID
  var query: QueryID
  var status: QueryRow.Status
  var failure: String?
  var best: RankedAnswer?
  var nextScore: Double?
  var trueRank: Int?
  var trueScore: Double?
  var change = TruthChange.none
  var achievedSNR: Double?
  var signatureBytes = 0
  var work = WorkCounters()
  /// All candidates kept, as JSON.
  var candidates = "[]"
  /// What the condition drew, as JSON.
  var draws = "[]"

  /// A query without an answer.
  init(trial: TrialID, query: QueryID, status: QueryRow.Status, failure: String?) {
    self.trial = trial
    self.query = query
    self.status = status
    self.failure = failure
  }

  /// An answered query.
  ///
  /// - Parameters:
  ///   - trial: its trial.
  ///   - query: its name.
  ///   - answer: the recognizer's; at most `keep` candidates of it are used.
  ///   - truth: the true answers.
  ///   - keep: from the plan.
  /// - Throws: where the candidates cannot be written as JSON.
  init(
    trial: TrialID, query: QueryID, answer: Identification, truth: [Occurrence], keep: Int
  ) throws {
    let status: QueryRow.Status =
      switch answer.status {
      case .searched: .searched
      case .tooShort: .tooShort
      case .noUsableAudio: .noUsableAudio
      }
    let candidates = answer.candidates.prefix(keep).map(Self.rounded)
    if let odd = candidates.first(where: { !$0.score.isFinite }) {
      self.init(
        trial: trial, query: query, status: .failed,
        failure: "the score of '\(odd.track)' is no finite number")
      return
    }
    self.init(trial: trial, query: query, status: status, failure: nil)
    best = candidates.first.map {
      RankedAnswer(
        track: $0.track, score: $0.score, confidence: $0.confidence,
        alignment: Alignment(
          referenceStart: $0.alignment.referenceStart, timeScale: $0.alignment.timeScale,
          frequencySkew: Rounding.micro($0.alignment.assumedFrequencySkew)))
    }
    // However few candidates are kept. Another track that scores nothing has no score.
    nextScore = answer.runnerUp.flatMap { $0.score > 0 ? Rounding.score($0.score) : nil }
    if let place = candidates.firstIndex(where: { found in
      truth.contains { $0.track == found.track }
    }) {
      trueRank = place + 1
      trueScore = candidates[place].score
    }
    signatureBytes = answer.signatureBytes
    work = answer.work
    self.candidates = try canonicalJSON(candidates)
  }

  private static func rounded(_ candidate: Candidate) -> Candidate {
    var result = candidate
    result.score = Rounding.score(candidate.score)
    result.confidence = candidate.confidence.map { Rounding.fine($0) }
    result.alignment = Alignment(
      referenceStart: Seconds(Rounding.fine(candidate.alignment.referenceStart.value)),
      timeScale: Rounding.micro(candidate.alignment.timeScale),
      frequencySkew: candidate.alignment.frequencySkew.map { Rounding.micro($0) })
    result.support.first = Seconds(Rounding.fine(candidate.support.first.value))
    result.support.last = Seconds(Rounding.fine(candidate.support.last.value))
    return result
  }
}
