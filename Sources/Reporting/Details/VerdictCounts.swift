internal import Scoring

/// Every query of one variant and length in the headline's split, by what became of it.
public struct VerdictCounts: Hashable, Sendable {
  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// The right recording at a true time.
  public var correct = 0
  /// The right recording at a wrong time.
  public var misaligned = 0
  /// Another recording although the right one is enrolled.
  public var wrong = 0
  /// Nothing although the recording is enrolled.
  public var missed = 0
  /// A recording although none that is enrolled was played.
  public var falseAlarms = 0
  /// Rightly nothing.
  public var rejected = 0
  /// No answer.
  public var failed = 0

  init(variant: String, seconds: Double, queries: [JudgedQuery]) {
    self.variant = variant
    self.seconds = seconds
    for query in queries {
      switch query.verdict {
      case .correct: correct += 1
      case .misaligned: misaligned += 1
      case .wrongTrack: wrong += 1
      case .missed: missed += 1
      case .falseAlarm: falseAlarms += 1
      case .correctRejection: rejected += 1
      case .failed: failed += 1
      }
    }
  }
}
