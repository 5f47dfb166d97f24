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
  public let operatingPoints: [OperatingPoint]
  /// The figures, by variant, length and split, conditions in the plan's order and then pooled.
  public let cells: [ReportCell]
  /// False alarms in the headline's split, for each variant and length.
  public let falseAlarms: [FalseAlarmSummary]
  /// Recall against false alarms in the headline's split, for each variant and length.
  public let curves: [OperatingCurve]
  /// Confidence against the share of right answers in the headline's split, for each variant and
  /// length that was calibrated.
  public let reliability: [Reliability]
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
  /// - Throws: `ReportError` where rows and provenance do not belong together.
  public init(record: RunRecord, metrics: [any Metric]) throws(ReportError) {
    let judging = try Judging(record: record)
    let seed = record.provenance.seed.deriving("bootstrap")
    var cells: [ReportCell] = []
    var points: [OperatingPoint] = []
    var alarms: [FalseAlarmSummary] = []
    var curves: [OperatingCurve] = []
    var reliability: [Reliability] = []
    for (variantPlace, variant) in record.provenance.variants.map(\.label).enumerated() {
      for (lengthPlace, seconds) in record.provenance.queryLengths.enumerated() {
        let point = judging.operatingPoint(variantPlace, lengthPlace)
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
          if point.threshold != nil {
            alarms.append(
              FalseAlarmSummary(
                variant: variant, seconds: seconds, queries: pooled,
                seed: seed.deriving(FalseAlarmRate().name)))
          }
        }
      }
    }
    provenance = record.provenance
    costs = record.costs
    self.metrics = metrics
    split = judging.headlineSplit
    operatingPoints = points
    self.cells = cells
    falseAlarms = alarms
    self.curves = curves
    self.reliability = reliability
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
