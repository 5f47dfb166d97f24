public import Experiments
internal import Fingerprinting
public import Scoring

/// A run judged and measured: the value that every format writes.
///
/// Law: a function of record and metrics alone, whatever the machine.
public struct Report: Sendable {
  /// What was run.
  public let provenance: Provenance
  /// What it cost.
  public let costs: [CostRow]
  /// What was measured.
  public let metrics: [any Metric]
  /// The split that the headline speaks of: `test` where there is one.
  public let split: String
  /// The threshold of each variant and query length, in the plan's order.
  public let thresholds: [CellThreshold]
  /// The figures, by variant, length and split, conditions in the plan's order and then pooled.
  public let cells: [ReportCell]
  /// False alarms in the headline's split, for each variant and length.
  public let falseAlarms: [FalseAlarmSummary]
  /// Recall against false alarms in the headline's split, for each variant and length.
  public let curves: [OperatingCurve]
  /// Confidence against the share of right answers in the headline's split, for each variant and
  /// length that was calibrated.
  public let reliability: [Reliability]
  /// What became of all queries of the headline's split, for each variant and length.
  public let verdicts: [VerdictCounts]
  /// How far named times are from true ones in the headline's split, for each variant and length.
  public let offsets: [OffsetHistogram]
  /// What the best wrong scores foretell of larger catalogues, where there are enough of them.
  public let tails: [TailSummary]
  /// Where recall breaks down along axes and lengths.
  public let breakingPoints: [BreakingPointRow]
  /// The least and the greatest signal-to-noise ratio that the mixes of each condition really have.
  public let achievedSNR: [ClosedRange<Double>?]
  /// What the reader must know, in words.
  public let warnings: [String]

  private let places: [ReportCell.Key: Int]

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - record: the run.
  ///   - metrics: what to measure.
  ///   - operatingPoint: decides for the variants of its strategy instead of the plan's own rule.
  /// - Throws: `ReportError` where rows and provenance do not belong together, or no variant is of
  ///   the operating point's strategy and length.
  public init(
    record: RunRecord, metrics: [any Metric], operatingPoint: OperatingPoint? = nil
  ) throws(ReportError) {
    let judging = try Judging(record: record, operatingPoint: operatingPoint)
    let seed = record.provenance.seed.deriving("bootstrap")
    var cells: [ReportCell] = []
    var points: [CellThreshold] = []
    var alarms: [FalseAlarmSummary] = []
    var curves: [OperatingCurve] = []
    var reliability: [Reliability] = []
    var verdicts: [VerdictCounts] = []
    var offsets: [OffsetHistogram] = []
    var tails: [TailSummary] = []
    var breaking = BreakingPoints(provenance: record.provenance)
    for (variantPlace, variant) in record.provenance.variants.map(\.label).enumerated() {
      for (lengthPlace, seconds) in record.provenance.queryLengths.enumerated() {
        let point = judging.threshold(variantPlace, lengthPlace)
        points.append(point)
        for (splitPlace, split) in judging.splits.enumerated() {
          func add(_ condition: String?, _ measure: (any Metric) -> Measurement) {
            cells.append(
              ReportCell(
                key: ReportCell.Key(
                  variant: variant, condition: condition, seconds: seconds, split: split),
                measurements: metrics.map {
                  point.threshold == nil && $0.needsThreshold ? .undefined : measure($0)
                }))
          }
          var pooled: [JudgedQuery] = []
          for (conditionPlace, condition) in record.provenance.conditions.enumerated() {
            let queries = judging.judged(
              Judging.Cell(variantPlace, conditionPlace, lengthPlace, splitPlace),
              acceptAtLeast: point.threshold)
            add(condition.label) { $0.measure(queries) }
            if split == judging.headlineSplit, point.threshold != nil {
              breaking.add(
                queries, variant: variantPlace, length: lengthPlace, condition: conditionPlace)
            }
            pooled += queries
          }
          add(nil) { metric in
            (metric as? any ShareMetric)?
              .measure(pooled, clusteredWith: seed.deriving(metric.name)) ?? metric.measure(pooled)
          }
          guard split == judging.headlineSplit else { continue }
          curves.append(OperatingCurve(variant: variant, seconds: seconds, queries: pooled))
          let confident = ReliabilityCurve(pooled)
          if confident.count > 0 {
            reliability.append(Reliability(variant: variant, seconds: seconds, curve: confident))
          }
          if let tail = TailSummary(
            variant: variant, seconds: seconds, threshold: point.threshold,
            targetRate: record.provenance.decision.falseAlarmRate, queries: pooled,
            seed: seed.deriving("tail"))
          {
            tails.append(tail)
          }
          guard point.threshold != nil else { continue }
          alarms.append(
            FalseAlarmSummary(
              variant: variant, seconds: seconds, queries: pooled,
              seed: seed.deriving(FalseAlarmRate().name)))
          verdicts.append(VerdictCounts(variant: variant, seconds: seconds, queries: pooled))
          offsets.append(OffsetHistogram(variant: variant, seconds: seconds, queries: pooled))
        }
      }
    }
    provenance = record.provenance
    costs = record.costs
    self.metrics = metrics
    split = judging.headlineSplit
    thresholds = points
    self.cells = cells
    falseAlarms = alarms
    self.curves = curves
    self.reliability = reliability
    self.verdicts = verdicts
    self.offsets = offsets
    self.tails = tails
    breakingPoints = breaking.rows(seed: seed.deriving("breaking points"))
    achievedSNR = judging.achievedSNR
    warnings = judging.warnings(points)
    places = Dictionary(
      cells.enumerated().map { ($0.element.key, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// One figure of the headline's split.
  ///
  /// - Parameters:
  ///   - metric: its name, such as `recording_recall`.
  ///   - variant: the variant's label.
  ///   - condition: the condition's label; nil for all pooled.
  ///   - seconds: the query length.
  /// - Returns: the figure; undefined where it was not measured.
  public func measurement(
    _ metric: String, variant: String, condition: String?, seconds: Double
  ) -> Measurement {
    let key = ReportCell.Key(
      variant: variant, condition: condition, seconds: seconds, split: split)
    guard let cell = places[key], let place = metrics.firstIndex(where: { $0.name == metric })
    else { return .undefined }
    return cells[cell].measurements[place]
  }
}
