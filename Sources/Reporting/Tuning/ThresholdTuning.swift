public import Experiments
internal import Fingerprinting
public import Scoring

/// Thresholds that hold a rate of false alarms, one for each environment, variant and length:
/// fitted on the calibration split, judged on the other.
public struct ThresholdTuning: Sendable {
  /// One threshold, or the reason why there is none.
  public struct Row: Hashable, Sendable {
    /// The environment's name.
    public var environment: String
    /// The variant's label.
    public var variant: String
    /// Nominal query length in seconds.
    public var seconds: Double
    /// The fit on calibration negatives.
    public var fit: ThresholdFit
    /// What the threshold does on the other split; absent where there is none.
    public var alarms: FalseAlarmSummary?
    /// Recording recall there, with the interval by recording.
    public var recall: Measurement
    /// The point as files keep it; absent where there is none.
    public var point: OperatingPoint?
  }

  /// The rows, by environment, variant and length.
  public let rows: [Row]
  /// The split that figures are of.
  public let split: String
  /// The rate asked for, and what it is counted against.
  public let target: (rate: Double, per: OperatingPoint.Unit)
  /// The points with what they can be traced to.
  public let file: OperatingPointsFile
  /// What the reader must know.
  public let warnings: [String]

  /// Fits and judges.
  ///
  /// - Parameters:
  ///   - record: a run with calibration negatives.
  ///   - environments: the places to set thresholds for.
  ///   - rate: the rate of false alarms that is allowed.
  ///   - unit: what the rate is counted against.
  /// - Throws: `ReportError` where rows and provenance do not belong together.
  public init(
    record: RunRecord, environments: [TuningPlan.Environment], rate: Double,
    per unit: OperatingPoint.Unit
  ) throws(ReportError) {
    let judging = try Judging(record: record)
    let provenance = record.provenance
    let labels = provenance.conditions.map(\.label)
    var rows: [Row] = []
    for environment in environments {
      let places = environment.conditions.compactMap { labels.firstIndex(of: $0) }
      for (variantPlace, variant) in provenance.variants.enumerated() {
        for (lengthPlace, seconds) in provenance.queryLengths.enumerated() {
          let perQuery = unit == .query ? rate : rate * seconds / 3_600
          let fit = judging.fit(
            rate: perQuery, variant: variantPlace, length: lengthPlace, conditions: places)
          var row = Row(
            environment: environment.name, variant: variant.label, seconds: seconds, fit: fit,
            alarms: nil, recall: .undefined, point: nil)
          if let threshold = fit.threshold {
            let queries = places.flatMap { condition in
              judging.judged(
                Judging.Cell(variantPlace, condition, lengthPlace, 0), acceptAtLeast: threshold)
            }
            let seed = provenance.seed.deriving("tuning \(environment.name)")
            let alarms = FalseAlarmSummary(
              variant: variant.label, seconds: seconds, queries: queries, seed: seed)
            row.alarms = alarms
            row.recall = RecordingRecall().measure(queries, clusteredWith: seed)
            row.point = Self.point(
              row, identity: variant.identity, alarms: alarms, rate: rate, unit: unit,
              several: (provenance.variants.count > 1, provenance.queryLengths.count > 1))
          }
          rows.append(row)
        }
      }
    }
    self.rows = rows
    split = judging.headlineSplit
    target = (rate, unit)
    warnings =
      split == "calibration"
      ? ["Thresholds are judged on the split that they were fitted on; the figures are too good."]
      : []
    file = OperatingPointsFile(
      provenance: OperatingPointsFile.Provenance(
        experiment: provenance.experiment, planDigest: provenance.planDigest,
        corpora: Dictionary(
          provenance.corpora.map { ($0.name, $0.digest) }, uniquingKeysWith: { first, _ in first }),
        versions: provenance.versions), points: rows.compactMap(\.point))
  }

  private static func point(
    _ row: Row, identity: ComponentIdentity, alarms: FalseAlarmSummary, rate: Double,
    unit: OperatingPoint.Unit, several: (variants: Bool, lengths: Bool)
  ) -> OperatingPoint {
    let parts =
      [row.environment] + (several.variants ? [row.variant] : [])
      + (several.lengths ? [secondsText(row.seconds).replacing(" ", with: "")] : [])
    // Without negatives of the other split only those of the fit speak.
    let isJudged = alarms.perQuery.count > 0
    let (negatives, claims) =
      isJudged ? (alarms.perQuery.count, alarms.claims) : (row.fit.negatives, row.fit.claims)
    let bound = Binomial.upperBound(claims, of: negatives) ?? 1
    return OperatingPoint(
      name: parts.joined(separator: "/"), strategy: identity,
      queryLength: Seconds(row.seconds),
      // Files hold no infinities; no score is as low as this.
      acceptAtLeast: max(row.fit.threshold ?? 0, lowestThreshold), targetFalseAlarmRate: rate,
      per: unit,
      evidence: OperatingPoint.Evidence(
        negatives: negatives, recordings: isJudged ? alarms.recordings : row.fit.recordings,
        falseAlarms: claims,
        upperBound: unit == .query ? bound : alarms.upperBoundPerHour ?? bound * 3_600 / row.seconds
      ),
      environment: row.environment)
  }

  /// Whether some target could not be supported.
  public var hasRefusals: Bool { rows.contains { $0.point == nil } }
}

/// A threshold that accepts any score.
let lowestThreshold = -1e12
