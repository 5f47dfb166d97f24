internal import Builtins
internal import CommandLineOptions
internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Reporting
internal import Scoring

extension Command {
  /// `soundmark gate`: whether a change has lost anything.
  static let gate = Command(
    "gate", "Says whether a run has lost anything against a kept baseline.", group: "experiments",
    arguments: GateArguments(),
    options: [
      .value("baseline", \.baseline, placeholder: "DIR", "The baseline to compare with."),
      .value(
        "write-baseline", \.newBaseline, placeholder: "DIR",
        "Keeps the run's outcomes there as a baseline, small enough for git."),
      .value(
        "gates", \.gates, placeholder: "FILE",
        "Level and floors. By default gates.json5 of the baseline's folder or the one above it."),
      .value(
        "level", \.level, placeholder: "CHANCE",
        "The chance that the gate fails although nothing was lost; 0.001 unless gates.json5 "
          + "says otherwise.",
        check: { $0 > 0 && $0 <= 0.5 ? nil : "a number above 0 and up to 0.5" }),
      .value(
        "operating-point", \.operatingPoint, placeholder: "FILE#NAME",
        "Decides by this threshold instead of the plan's rule."),
      .value("junit", \.junit, placeholder: "FILE", "Writes JUnit XML as well."),
      .flag("json", \.json, "Prints JSON instead of Markdown."),
    ],
    operands: [.one("RUN", \.run, "The folder of a run: with run.sqlite, or with its CSV files.")],
    discussion: """
      Rows are paired by variant, condition, length and query. A changed revision or configuration \
      is judged and named. A changed corpus or draw, or a row without partner, is unjudged: exit \
      code 2. The gate fails (exit code 1) for a loss that chance would not explain, by an exact \
      paired test in which whole recordings change sides, or for a floor that does not hold. \
      Absolute time is never looked at.

      At level 0.001 a drop of recall by 2 points among 2,000 pairs is caught 92 of 100 times where \
      4 % of the pairs differ, and 37 of 100 times where 10 % do.
      """,
    examples: [
      Example("gate RUN --write-baseline Experiments/quickstart/baseline", "Keeps a baseline."),
      Example(
        "gate RUN --baseline Experiments/quickstart/baseline --junit gate.xml",
        "Compares with it; the summary goes to standard output."),
    ]
  ) { arguments in
    guard arguments.baseline != nil || arguments.newBaseline != nil || arguments.gates != nil else {
      throw UsageError("expected --baseline, --write-baseline or --gates")
    }
    let point = try arguments.operatingPoint.map { try OperatingPointsFile.point(at: $0) }
    let record = try await RunFolder(path: arguments.run).record()
    let table = try OutcomeTable(record: record, operatingPoint: point)
    // Read first: the new one may take its place.
    let baseline = try arguments.baseline.map { try OutcomeTable.read($0) }
    if let folder = arguments.newBaseline {
      try table.write(to: folder)
      Terminal.remark("baseline: \(folder)")
    }
    guard arguments.baseline != nil || arguments.gates != nil else { return .done }
    var rules = try arguments.rules()
    if let level = arguments.level { rules.level = level }
    let report = try Report(record: record, metrics: Builtins.metrics, operatingPoint: point)
    let gate = Gate(table, report: report, baseline: baseline, rules: rules)
    let experiment = record.provenance.experiment
    if let path = arguments.junit {
      try writeBytes(Array(gate.junit(of: experiment).utf8), to: path)
    }
    if arguments.json {
      Terminal.print(try gate.json())
    } else {
      Terminal.print(markdown: gate.markdown(of: experiment))
    }
    return switch gate.judgement {
    case .passed: .done
    case .failed: .negative
    case .unjudged: .failed
    }
  }
}

/// What `soundmark gate` is told.
struct GateArguments {
  var run = FilePath("")
  var baseline: FilePath?
  var newBaseline: FilePath?
  var gates: FilePath?
  var level: Double?
  var operatingPoint: FilePath?
  var junit: FilePath?
  var json = false

  /// The rules stated, or those that lie beside the baseline.
  func rules() throws -> GateRules {
    if let gates { return try GateRules.read(gates) }
    guard let baseline else { return GateRules() }
    for place in [baseline, baseline.appending("..")] {
      let path = place.appending("gates.json5")
      if path.withCString({ access($0, F_OK) == 0 }) { return try GateRules.read(path) }
    }
    return GateRules()
  }
}
