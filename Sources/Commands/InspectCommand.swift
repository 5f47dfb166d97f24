internal import Builtins
internal import CommandLineOptions
internal import Experiments
internal import Fingerprinting
internal import Reporting

extension Command {
  /// `soundmark inspect`: one query of a run, drawn and explained.
  static let inspect = Command(
    "inspect", "Draws one query beside its reference and says why it won or lost.",
    group: "experiments", arguments: InspectArguments(),
    options: [
      .value(
        "variant", \.variant, placeholder: "LABEL", "The variant; the run's first unless given."),
      .value(
        "condition", \.condition, placeholder: "LABEL",
        "The condition; the run's first unless given."),
      .value(
        "length", \.length, placeholder: "SECONDS",
        "The query's nominal length; the run's first unless given.", check: positive),
      .value(
        "audio", \.audio, placeholder: "DIR",
        "Writes the query, clean and degraded, and the references' excerpts there as WAV."),
      .value(
        "output", short: "o", \.output, placeholder: "DIR",
        "Where plots go. By default the run's folder inspect."),
      .datasets(\.datasets),
      .flag("json", \.json, "Prints what was found as JSON."),
    ],
    operands: [
      .one("RUN", \.run, "The folder of a run: with run.sqlite, or with its CSV files."),
      .one("QUERY", \.query, "The query's name, as queries.csv gives it."),
    ],
    discussion: """
      The sound is made again from the plan and the corpora, which must be here; it is what the run \
      asked with, sample by sample.
      """,
    examples: [
      Example(
        "inspect Reports/published/noise-skew-offset 0a1b2c3d --condition 'white 0 dB' --audio heard",
        "Draws a query in noise and lets one hear it.")
    ]
  ) { arguments in
    let record = try await RunFolder(path: arguments.run).record()
    let provenance = record.provenance
    let subject = Inspection.Subject(
      query: QueryID(arguments.query),
      variant: try arguments.chosen(
        arguments.variant, "variant", among: provenance.variants.map(\.label)),
      condition: try arguments.chosen(
        arguments.condition, "condition", among: provenance.conditions.map(\.label)),
      seconds: arguments.length ?? provenance.queryLengths.first ?? 0)
    let experiment = try Experiment(
      Plan(text: provenance.plan), registry: Builtins.registry, datasetsFolder: arguments.datasets)
    let inspection = try Inspection(
      subject, record: record, report: Report(record: record, metrics: Builtins.metrics),
      experiment: experiment, folder: arguments.output ?? arguments.run.appending("inspect"),
      audio: arguments.audio)
    for problem in inspection.problems { Terminal.remark("warning: " + problem) }
    if arguments.json {
      Terminal.print(try inspection.json())
      return .done
    }
    Terminal.print(inspection.words.joined(separator: "\n"))
    for image in inspection.images { Terminal.print("plot: \(image)") }
    for sound in inspection.sounds { Terminal.print("sound: \(sound)") }
    return .done
  }
}

/// What `soundmark inspect` is told.
struct InspectArguments {
  var run = FilePath("")
  var query = ""
  var variant: String?
  var condition: String?
  var length: Double?
  var audio: FilePath?
  var output: FilePath?
  var datasets = FilePath("Datasets")
  var json = false

  /// The label asked for, or the first.
  func chosen(_ label: String?, _ kind: String, among known: [String]) throws -> String {
    guard let label else { return known.first ?? "" }
    guard known.contains(label) else {
      throw UsageError(
        "the run has no \(kind) '\(label)'; \(nearestNames(to: label, among: known))")
    }
    return label
  }
}
