internal import Builtins
internal import CommandLineOptions
internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Reporting

extension Command {
  /// `soundmark run`: a plan becomes answers, and answers a report.
  static let run = Command(
    "run", "Runs a plan: makes the queries, asks, judges, reports.", group: "experiments",
    arguments: RunArguments(),
    options: [
      .jobs(\.jobs),
      .value(
        "output", short: "o", \.output, placeholder: "DIR",
        "Where the run is kept. By default Reports/<name>/<digest of the plan>."),
      .value(
        "calibration", \.calibration, placeholder: "FILE",
        "Says how confident answers are, by a file of 'soundmark calibrate'."),
      .datasets(\.datasets),
      .value(
        "shard", \.shard, placeholder: "I/N",
        "Asks only this part of the queries, such as 2/8; 'soundmark merge' joins the parts.",
        check: { Shard($0) == nil ? "I/N with 1 ≤ I ≤ N, such as 2/8" : nil }),
      .flag(
        "dry-run", \.isDry,
        "Only says what would be run, how long it takes and what difference it can detect."),
      .flag("template", \.wantsTemplate, "Prints a commented plan to start from.")
        .excluding("dry-run", "shard"),
      .flag("json", \.json, "Prints the headline figures as JSON instead of a table."),
    ],
    operands: [.optional("PLAN", \.plan, "A plan in JSON5, or a folder that holds plan.json5.")],
    discussion: """
      A run that was stopped, by Ctrl-C or by a power cut, goes on where it stood when the same \
      line is given again: answers are kept in run.sqlite as they come. The same plan on the same \
      audio gives the same figures, whatever --jobs says; only times differ.
      """,
    examples: [
      Example("run Experiments/quickstart", "Runs the first experiment."),
      Example("run --template > plan.json5", "Begins a plan of your own."),
      Example("run plan.json5 --dry-run", "Says what it would take."),
      Example(
        "run plan.json5 --shard 1/2 --output part-1", "Does the first half of it on one machine."),
    ]
  ) { arguments in
    if arguments.wantsTemplate {
      Terminal.print(Plan.template)
      return .done
    }
    guard let path = arguments.plan else {
      throw UsageError(
        "expected a PLAN, such as Experiments/quickstart; see 'soundmark run --help'")
    }
    return try await interruptible { try await run(planAt: path, with: arguments) }
  }

  private static func run(
    planAt path: FilePath, with arguments: RunArguments
  ) async throws -> ExitCode {
    let plan = try Plan.read(path)
    if arguments.shard != nil, arguments.output == nil {
      throw UsageError("expected --output with --shard: every part needs a folder of its own")
    }
    let folder = try arguments.output ?? Experiment.outputFolder(of: plan)
    let experiment = try Experiment(
      plan, registry: Builtins.registry, datasetsFolder: arguments.datasets)
    if arguments.isDry {
      let estimate = try await experiment.estimate(jobs: arguments.jobs)
      Terminal.print(arguments.json ? try estimate.json : estimate.text(of: plan, in: folder))
      return .done
    }
    let answers = try await experiment.runShowingProgress(
      in: folder, jobs: arguments.jobs, shard: arguments.shard.flatMap { Shard($0) } ?? .whole)
    let record = try answers.calibrated(by: arguments.calibration)
    try RunFiles.write(record, to: folder)
    let report = try Report(record: record, metrics: Builtins.metrics)
    return try ReportCommand.write(
      report, to: folder, formats: Builtins.reportFormats, json: arguments.json)
  }
}

/// What `soundmark run` is told.
struct RunArguments {
  var plan: FilePath?
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var output: FilePath?
  var calibration: FilePath?
  var shard: String?
  var datasets = FilePath("Datasets")
  var isDry = false
  var wantsTemplate = false
  var json = false
}

extension Estimate {
  /// The estimate in words.
  fileprivate func text(of plan: Plan, in folder: FilePath) -> String {
    var lines = [
      "\(plan.name): \(plan.variants.count) variants × \(plan.conditions.count) conditions × "
        + "\(plan.queryLengths.count) lengths = \(cells) cells",
      "references: \(references), \(ProgressBar.duration(referenceDuration.value)) of sound",
      "queries: \(queries)",
      "time: about \(ProgressBar.duration(time.value)), searching aside",
      "output: \(folder)",
    ]
    if let smallestDifference {
      let points = (smallestDifference * 1000).rounded() / 10
      lines.append(
        "two variants that differ by \(points) points of recall in one cell are told apart 4 of "
          + "5 times")
    }
    return (lines + warnings.map { "warning: " + $0 }).joined(separator: "\n")
  }

  /// The estimate for programs.
  fileprivate var json: String {
    get throws {
      struct Fields: Encodable {
        var cells: Int
        var queries: Int
        var references: Int
        var referenceSeconds: Double
        var seconds: Double
        var smallestDifference: Double?
        var warnings: [String]
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return String(
        decoding: try encoder.encode(
          Fields(
            cells: cells, queries: queries, references: references,
            referenceSeconds: referenceDuration.value, seconds: time.value,
            smallestDifference: smallestDifference, warnings: warnings)),
        as: UTF8.self)
    }
  }
}
