public import Experiments
public import Fingerprinting
internal import Foundation
public import Scoring

/// Every query's outcome in every cell of a run's headline split, and what it can be traced to.
///
/// It is what a baseline keeps and what gates and comparisons pair, query by query.
public struct OutcomeTable: Hashable, Sendable {
  /// What the outcomes can be traced to: neither machine nor time.
  public struct Source: Hashable, Codable, Sendable {
    /// The experiment's name.
    public var experiment: String
    /// The split that the queries are of.
    public var split: String
    /// The corpora.
    public var corpora: [CorpusSummary]
    /// The seed of everything drawn.
    public var seed: Seed
    /// The rate at which queries were cut, in hertz.
    public var workingRate: Double?
    /// The variants, in the plan's order.
    public var variants: [VariantSummary]
    /// The conditions, in the plan's order.
    public var conditions: [ConditionSummary]
    /// Query lengths in seconds, ascending.
    public var queryLengths: [Double]
    /// How it was decided.
    public var decision: DecisionPlan
    /// The smallest score that was a claim, by variant and length.
    public var thresholds: [Threshold]
    /// Versions of the program and of libraries, by name.
    public var versions: [String: String]

    /// The threshold of one variant at one length.
    public struct Threshold: Hashable, Codable, Sendable {
      /// The variant's label.
      public var variant: String
      /// Nominal query length in seconds.
      public var seconds: Double
      /// The threshold; absent where there is none, and where any score is a claim.
      public var acceptAtLeast: Double?
    }
  }

  /// One query of one variant and length, in all conditions.
  public struct Row: Hashable, Sendable {
    /// The variant's label.
    public var variant: String
    /// Nominal query length in seconds.
    public var seconds: Double
    /// The query.
    public var query: QueryID
    /// The recording that it was cut from: the unit of clustering.
    public var recording: String
    /// Where it begins in that recording.
    public var start: Double
    /// Whether its recording is enrolled.
    public var isEnrolled: Bool
    /// One outcome for each condition, in the plan's order; absent where it was not asked.
    public var outcomes: [Outcome?]
  }

  /// What the outcomes can be traced to.
  public var source: Source
  /// Sorted by variant, length and query.
  public var rows: [Row]
  /// Variants and lengths without outcomes, because they have no threshold.
  public var undecided: [String]

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - record: the run.
  ///   - operatingPoint: decides for the variants of its strategy; the plan's own rule does for
  ///     all others.
  /// - Throws: `ReportError` where rows and provenance do not belong together, or no variant is of
  ///   the point's strategy and length.
  public init(
    record: RunRecord, operatingPoint: OperatingPoint? = nil
  ) throws {
    let judging = try Judging(record: record, operatingPoint: operatingPoint)
    let provenance = record.provenance
    let starts = Dictionary(
      record.excerpts.map { (Place($0.query, $0.seconds), $0.start.value) },
      uniquingKeysWith: { first, _ in first })
    var thresholds: [Source.Threshold] = []
    var rows: [Row] = []
    var undecided: [String] = []
    for (variantPlace, variant) in provenance.variants.enumerated() {
      for (lengthPlace, seconds) in provenance.queryLengths.enumerated() {
        let threshold = judging.threshold(variantPlace, lengthPlace).threshold
        thresholds.append(
          Source.Threshold(
            variant: variant.label, seconds: seconds,
            acceptAtLeast: threshold.flatMap { $0.isFinite ? $0 : nil }))
        guard let threshold else {
          undecided.append("\(variant.label), \(secondsText(seconds))")
          continue
        }
        var places: [QueryID: Int] = [:]
        var here: [Row] = []
        for condition in provenance.conditions.indices {
          let cell = Judging.Cell(variantPlace, condition, lengthPlace, 0)
          judging.forEachOutcome(of: cell, acceptAtLeast: threshold) { row, outcome in
            let place = places[row.query] ?? here.count
            if place == here.count {
              places[row.query] = place
              here.append(
                Row(
                  variant: variant.label, seconds: seconds, query: row.query,
                  recording: row.recording,
                  start: starts[Place(row.query, seconds)] ?? 0, isEnrolled: !row.truth.isEmpty,
                  outcomes: Array(repeating: nil, count: provenance.conditions.count)))
            }
            here[place].outcomes[condition] = outcome
          }
        }
        rows += here.sorted { $0.query < $1.query }
      }
    }
    self.rows = rows
    self.undecided = undecided
    source = Source(
      experiment: provenance.experiment, split: judging.headlineSplit,
      corpora: provenance.corpora, seed: provenance.seed,
      workingRate: Self.workingRate(of: provenance), variants: provenance.variants,
      conditions: provenance.conditions, queryLengths: provenance.queryLengths,
      decision: provenance.decision, thresholds: thresholds, versions: provenance.versions)
  }

  init(source: Source, rows: [Row]) {
    self.source = source
    self.rows = rows
    undecided = []
  }

  private static func workingRate(of provenance: Provenance) -> Double? {
    struct Part: Decodable { var workingRate: Double }
    return try? JSONDecoder().decode(Part.self, from: Data(provenance.plan.utf8)).workingRate
  }

  private struct Place: Hashable {
    var query: QueryID
    var seconds: Double

    init(_ query: QueryID, _ seconds: Double) {
      self.query = query
      self.seconds = seconds
    }
  }
}
