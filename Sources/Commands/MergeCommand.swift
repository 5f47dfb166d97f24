internal import Builtins
internal import CommandLineOptions
internal import Experiments
internal import Fingerprinting
internal import Reporting

extension Command {
  /// `soundmark merge`: shards become one run.
  static let merge = Command(
    "merge", "Joins the shards of a run and writes their report.", group: "experiments",
    arguments: MergeArguments(),
    options: [
      .value(
        "output", short: "o", \.output, placeholder: "DIR", required: true,
        "Where the joined run is kept."),
      .flag("json", \.json, "Prints the headline figures as JSON instead of a table."),
    ],
    operands: [.many("RUN", \.runs, "The folders that 'run --shard' wrote, in any order.")],
    discussion: """
      The files are those of one run, byte for byte, but for times and the machine. Where a shard \
      is missing the report says how many answers are, and 'run PLAN --output DIR' does the rest.
      """,
    examples: [
      Example("merge part-1 part-2 --output whole", "Joins two halves.")
    ]
  ) { arguments in
    let store = try RunStore(arguments.output, create: true)
    for run in arguments.runs { try await store.merge(run) }
    let record = try await store.record()
    try RunFiles.write(record, to: arguments.output)
    let report = try Report(record: record, metrics: Builtins.metrics)
    return try ReportCommand.write(
      report, to: arguments.output, formats: Builtins.reportFormats, json: arguments.json)
  }
}

/// What `soundmark merge` is told.
struct MergeArguments {
  var runs: [FilePath] = []
  var output = FilePath("")
  var json = false
}
