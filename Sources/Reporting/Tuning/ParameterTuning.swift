public import Experiments
public import Fingerprinting
public import Scoring

/// A search for better settings by successive halving over queries (Jamieson and Talwalkar 2016):
/// all candidates answer a few queries of the tuning split, the better part of them more, and so
/// on; answers are kept, so that each round asks only what is new.
public struct ParameterTuning: Sendable {
  /// One candidate in the last round that it was in.
  public struct Row: Hashable, Sendable {
    /// The candidate.
    public var variant: Plan.Variant
    /// Its identity.
    public var identity: ComponentIdentity
    /// The round, from 1.
    public var round: Int
    /// Recording recall over all conditions and lengths, with the interval by recording.
    public var recall: Measurement
    /// Stored bytes for each second of reference.
    public var storedRate: Double
    /// The median time of extraction and search of the longest queries, in seconds.
    public var latency: Double
    /// Whether it was in the last round and no other candidate there beats it in recall, stored
    /// bytes and latency.
    public var isOnFront = false
  }

  /// The rows: those of later rounds and better recall first.
  public let rows: [Row]
  /// Queries in each round.
  public let rounds: [Int]
  /// The variant as the plan has it, whatever became of it.
  public let base: Plan.Variant

  /// The candidates worth keeping, best recall first.
  public var front: [Row] { rows.filter(\.isOnFront) }

  /// Searches.
  ///
  /// - Parameters:
  ///   - plan: with a search; its own number of queries is that of the last round.
  ///   - search: what to try.
  ///   - metrics: what reports measure.
  ///   - run: runs a plan and returns its record; the same place must be used each time.
  ///   - progress: told of every round: its number, queries and candidates.
  /// - Throws: what running throws, and `ExperimentError` where the grid is too large.
  public init(
    plan: Plan, search: TuningPlan.Search, metrics: [any Metric],
    run: (Plan) async throws -> RunRecord,
    progress: (_ round: Int, _ queries: Int, _ candidates: Int) -> Void
  ) async throws {
    var candidates = try search.candidates(in: plan)
    let base = candidates[0]
    self.base = base
    var rows: [Row] = []
    var rounds: [Int] = []
    var queries = min(search.firstQueries, plan.queriesPerCell)
    while true {
      rounds.append(queries)
      progress(rounds.count, queries, candidates.count)
      let record = try await run(plan.round(of: candidates, queries: queries))
      let report = try Report(record: record, metrics: metrics)
      let found = Self.rows(candidates, report, round: rounds.count).distinct(keeping: base)
      guard found.contains(where: { $0.recall.value != nil }) else {
        throw ReportError.unusable(
          "no candidate has a threshold, so none has a recall: the calibration negatives cannot support "
            + "a false-alarm rate of \(plain(plan.decision.falseAlarmRate)); ask more of them, or allow "
            + "a higher rate")
      }
      let isLast = queries >= plan.queriesPerCell
      let survivors = Self.survivors(of: found, growth: search.growth, base: base)
      if isLast {
        let front = Set(
          Pareto.front(of: found.map { [-($0.recall.value ?? 0), $0.storedRate, $0.latency] }))
        rows += found.enumerated().map { place, row in
          var row = row
          row.isOnFront = front.contains(place)
          return row
        }
        break
      }
      let labels = Set(survivors.map(\.variant.label))
      rows += found.filter { !labels.contains($0.variant.label) }
      candidates = candidates.filter { labels.contains($0.label) }
      queries = min(plan.queriesPerCell, queries * search.growth)
    }
    self.rounds = rounds
    self.rows = rows.sorted { left, right in
      let (a, b) = (left.recall.value ?? -1, right.recall.value ?? -1)
      return (right.round, b, left.variant.label) < (left.round, a, right.variant.label)
    }
  }

  private static func rows(
    _ candidates: [Plan.Variant], _ report: Report, round: Int
  ) -> [Row] {
    candidates.map { candidate in
      let lengths = report.provenance.queryLengths
      let figures = lengths.map {
        report.measurement(
          RecordingRecall().name, variant: candidate.label, condition: nil, seconds: $0)
      }
      let values = figures.compactMap(\.value)
      let cost = report.costs.first {
        $0.variant == candidate.label && $0.seconds == lengths.last
      }
      let times = [cost?.extract.first, cost?.search.first].compactMap { $0 }
      return Row(
        variant: candidate,
        identity: report.provenance.variants.first { $0.label == candidate.label }?.identity
          ?? ComponentIdentity(name: candidate.strategy, revision: 0, configurationDigest: ""),
        round: round,
        // Lengths count alike; the interval is that of the longest.
        recall: Measurement(
          value: values.count == lengths.count
            ? values.reduce(0, +) / Double(max(1, values.count)) : nil,
          interval: lengths.count == 1 ? figures.last?.interval : nil,
          count: figures.reduce(0) { $0 + $1.count }),
        storedRate: cost?.storedBytesPerSecond ?? 0, latency: times.reduce(0, +))
    }
  }

  /// The better part: first those that no other beats, by recall, then the rest by recall; the
  /// variant as it is always stays, because it is what the others are compared with.
  static func survivors(of rows: [Row], growth: Int, base: Plan.Variant) -> [Row] {
    let count = max(2, (rows.count + growth - 1) / growth)
    let front = Set(
      Pareto.front(of: rows.map { [-($0.recall.value ?? 0), $0.storedRate] }))
    let ranked = rows.indices.sorted { left, right in
      let (a, b) = (rows[left].recall.value ?? -1, rows[right].recall.value ?? -1)
      return (front.contains(right) ? 1 : 0, b, left) < (front.contains(left) ? 1 : 0, a, right)
    }
    var kept = Array(ranked.prefix(count))
    if let own = rows.firstIndex(where: { $0.variant == base }), !kept.contains(own) {
      kept.append(own)
    }
    return kept.sorted().map { rows[$0] }
  }
}

extension [ParameterTuning.Row] {
  /// One row for each identity: settings that spell out what the variant has anyway are the variant.
  fileprivate func distinct(keeping base: Plan.Variant) -> [ParameterTuning.Row] {
    let own = first { $0.variant == base }?.identity
    return filter { $0.variant == base || $0.identity != own }
  }
}
