internal import Scoring

/// What became of one query, without its score: what a baseline keeps.
public enum Outcome: String, Hashable, Codable, Sendable, CaseIterable {
  /// The right recording, at a true time.
  case correct
  /// The right recording, at a wrong time.
  case misaligned
  /// Another recording was named although the right one is enrolled.
  case wrong
  /// The recording is enrolled, and nothing was named.
  case missed
  /// The recording is not enrolled, and one was named.
  case alarm
  /// The recording is not enrolled, and nothing was named.
  case rejected
  /// There is no answer.
  case failed
  /// The condition left nothing to ask about.
  case excluded

  init(_ verdict: Verdict) {
    switch verdict {
    case .correct: self = .correct
    case .misaligned: self = .misaligned
    case .wrongTrack: self = .wrong
    case .missed: self = .missed
    case .falseAlarm: self = .alarm
    case .correctRejection: self = .rejected
    case .failed: self = .failed
    }
  }

  /// How good it is: of two outcomes of one query the greater is the better.
  var rank: Int {
    switch self {
    case .correct: 3
    case .misaligned: 2
    case .missed, .rejected, .failed: 1
    case .wrong, .alarm: 0
    case .excluded: -1
    }
  }
}

/// What two runs are compared in, pair by pair.
public enum PairedMeasure: String, Hashable, Codable, Sendable, CaseIterable {
  /// The right recording was named, at any time.
  case recordingRecall = "recording recall"
  /// The right recording was named at a true time.
  case alignedRecall = "aligned recall"
  /// No recording was named that is not the right one.
  case wrongClaims = "wrong claims"

  /// Whether an outcome is good; nil where the query is not among those looked at.
  func isGood(_ outcome: Outcome, isEnrolled: Bool) -> Bool? {
    switch self {
    case .recordingRecall: isEnrolled ? outcome == .correct || outcome == .misaligned : nil
    case .alignedRecall: isEnrolled ? outcome == .correct : nil
    case .wrongClaims: outcome != .wrong && outcome != .alarm
    }
  }

  /// The share of a gate's level: most of it watches over recall.
  var weight: Double { self == .recordingRecall ? 8 : 1 }
}
