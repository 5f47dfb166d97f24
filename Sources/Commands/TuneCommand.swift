internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Reporting
internal import Scoring

extension Command {
  /// `soundmark tune`: thresholds for environments, and better settings.
  static let tune = Command(
    "tune", "Sets thresholds for environments, and searches for better settings.",
    group: "experiments", arguments: TuneArguments(),
    options: [
      .value(
        "target-false-alarms", \.rate, placeholder: "RATE",
        "The rate that thresholds must hold; the plan's own unless given.",
        check: { $0 > 0 ? nil : "a number above 0" }),
      .value("per", \.unit, "What the rate is counted against."),
      .jobs(\.jobs),
      .value(
        "output", short: "o", \.output, placeholder: "DIR",
        "Where runs and results are kept. By default Reports/<name>/tune-<digest of the plan>."),
      .datasets(\.datasets),
    ],
    operands: [.one("PLAN", \.plan, "A plan in JSON5, or a folder that holds plan.json5.")],
    discussion: """
      Thresholds are fitted on the calibration split and judged on the plan's own; they go to \
      operating-points.json5, which identify and gate take as --operating-point FILE#NAME. A target \
      that the calibration negatives cannot support is refused, and the exit code is 1. The plan's \
      field tuning.environments names the places and the conditions that stand for each.

      With tuning.parameters settings are searched as well, on the tuning split, by successive \
      halving over queries; the front of recall, stored bytes and latency goes to presets.json5 and \
      is confirmed against the variant as it was on the plan's own split. 'soundmark run \
      --template' explains the fields.
      """,
    examples: [
      Example("tune plan.json5 --target-false-alarms 0.01", "At most one false alarm in 100."),
      Example("tune plan.json5 --target-false-alarms 2 --per hour", "At most two an hour."),
    ]
  ) { arguments in
    try await interruptible { try await tune(arguments) }
  }

  private static func tune(_ arguments: TuneArguments) async throws -> ExitCode {
    let plan = try Plan.read(arguments.plan)
    if arguments.unit == .query, let rate = arguments.rate, rate >= 1 {
      throw UsageError("--target-false-alarms: expected a share of queries below 1, found \(rate)")
    }
    let folder =
      try arguments.output
      ?? FilePath("Reports").appending(plan.name).appending("tune-\(plan.digest.prefix(12))")
    var base = plan
    base.tuning = nil
    // A stated threshold would leave the calibration negatives out.
    base.decision.acceptAtLeast = nil
    if arguments.unit == .query, let rate = arguments.rate { base.decision.falseAlarmRate = rate }
    let tuning = plan.tuning ?? .standard(conditions: plan.conditions.map(\.label))
    // Settings that cannot work show now, not after the thresholds.
    if let search = tuning.search { try check(search, of: base, arguments) }
    let thresholds = try ThresholdTuning(
      record: try await run(base, in: folder.appending("thresholds"), arguments),
      environments: tuning.environments, rate: arguments.rate ?? plan.decision.falseAlarmRate,
      per: arguments.unit == .query ? .query : .hour)
    let points = folder.appending("operating-points.json5")
    if !thresholds.file.points.isEmpty { try thresholds.file.write(to: points) }
    var text = "# Tuning of \(plan.name)\n\n" + thresholds.markdown()
    if let search = tuning.search {
      text += try await self.search(search, base, folder, arguments)
    }
    try writeBytes(Array(text.utf8), to: folder.appending("tuning.md"))
    Terminal.print(markdown: text)
    if !thresholds.file.points.isEmpty { Terminal.print("operating points: \(points)") }
    return thresholds.hasRefusals ? .negative : .done
  }

  private static func check(
    _ search: TuningPlan.Search, of plan: Plan, _ arguments: TuneArguments
  ) throws {
    let candidates = try search.candidates(in: plan)
    _ = try Experiment(
      plan.round(of: candidates, queries: 1), registry: Builtins.registry,
      datasetsFolder: arguments.datasets)
    Terminal.remark("\(candidates.count) candidates")
  }

  private static func run(
    _ plan: Plan, in folder: FilePath, _ arguments: TuneArguments
  ) async throws -> RunRecord {
    try await Experiment(plan, registry: Builtins.registry, datasetsFolder: arguments.datasets)
      .runShowingProgress(in: folder, jobs: arguments.jobs)
  }

  /// Searches, confirms, and writes presets; returns a section.
  private static func search(
    _ search: TuningPlan.Search, _ plan: Plan, _ folder: FilePath, _ arguments: TuneArguments
  ) async throws -> String {
    let tuning = try await ParameterTuning(
      plan: plan, search: search, metrics: Builtins.metrics,
      run: { try await run($0, in: folder.appending("search"), arguments) },
      progress: { round, queries, candidates in
        Terminal.remark(
          "round \(round): \(candidates) candidates, \(queries) queries a condition and length")
      })
    let presets = folder.appending("presets.json5")
    try writeBytes(Array(try tuning.presets(experiment: plan.name).utf8), to: presets)
    let chosen = tuning.front.map(\.variant).filter { $0 != tuning.base }.prefix(5)
    var confirmation: [(label: String, cell: Comparison.Cell)] = []
    if !chosen.isEmpty {
      // Where the search was, so that signatures are there.
      let record = try await run(
        plan.confirmation(of: [tuning.base] + chosen), in: folder.appending("search"), arguments)
      for variant in chosen {
        let comparison = try Comparison(
          record, record,
          pairs: [Comparison.Pair(first: tuning.base.label, second: variant.label)],
          metrics: Builtins.metrics)
        confirmation += comparison.cells.filter { $0.condition == nil }
          .map { (variant.label, $0) }
      }
      let adjusted = HolmCorrection.adjusted(confirmation.map { $0.cell.pValue ?? 1 })
      for (place, value) in adjusted.enumerated() {
        confirmation[place].cell.adjustedPValue = value
      }
    }
    Terminal.remark("presets: \(presets)")
    return tuning.markdown(confirmation: confirmation)
  }
}

/// What `soundmark tune` is told.
struct TuneArguments {
  var plan = FilePath("")
  var rate: Double?
  /// What the rate is counted against.
  enum Unit: String, CaseIterable, ArgumentValue { case query, hour }
  var unit = Unit.query
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var output: FilePath?
  var datasets = FilePath("Datasets")
}
