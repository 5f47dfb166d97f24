internal import Fingerprinting
public import Scoring

/// What the best wrong scores of one variant and length foretell of larger catalogues.
public struct TailSummary: Hashable, Sendable {
  /// A larger catalogue.
  public struct Row: Hashable, Sendable {
    /// How many times larger.
    public var factor: Double
    /// The false-alarm rate at the threshold of the run.
    public var rate: Measurement
    /// The threshold that holds the rate of the plan.
    public var threshold: Measurement
  }

  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// The rate of the plan.
  public var targetRate: Double
  /// Queries whose recording is not enrolled.
  public var negatives: Int
  /// The fitted tail.
  public var tail: TailExtrapolation
  /// By rising factor.
  public var rows: [Row]

  /// The factors of reports.
  static let factors = [1.0, 10, 100, 1_000]

  init?(
    variant: String, seconds: Double, threshold: Double?, targetRate: Double,
    queries: [JudgedQuery], seed: Seed
  ) {
    var recordings: [Int: [Double?]] = [:]
    var scores: [Double?] = []
    for query in queries where !query.outcome.isEnrolled {
      recordings[query.outcome.recording, default: []].append(query.outcome.best?.score)
      scores.append(query.outcome.best?.score)
    }
    guard targetRate > 0, targetRate < 1, let tail = TailExtrapolation(bestWrongScores: scores)
    else { return nil }
    self.variant = variant
    self.seconds = seconds
    self.targetRate = targetRate
    self.tail = tail
    negatives = scores.count
    let drawn = TailExtrapolation.drawn(
      from: recordings.sorted { $0.key < $1.key }.map(\.value), seed: seed)
    func figure(_ value: (TailExtrapolation) -> Double?) -> Measurement {
      let values = drawn.compactMap(value).sorted()
      // Where many draws have no figure, the others would feign certainty.
      let isKnown = values.count * 20 >= drawn.count * 19
      let low = Quantile.interpolated(0.025, ofSorted: values)
      let high = Quantile.interpolated(0.975, ofSorted: values)
      return Measurement(
        value: value(tail),
        interval: isKnown ? low.flatMap { low in high.map { low...$0 } } : nil, count: scores.count)
    }
    rows = Self.factors.map { factor in
      Row(
        factor: factor,
        rate: figure { tail in
          threshold.flatMap { tail.falseAlarmRate(at: $0, catalogue: factor) }
        },
        threshold: figure { $0.threshold(for: targetRate, catalogue: factor) })
    }
  }
}
