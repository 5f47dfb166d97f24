internal import Builtins
internal import Catalogs
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Files
internal import Fingerprinting
internal import Foundation
internal import LiveEvaluation
internal import LiveMatching

extension Command {
  /// `soundmark replay`: a corpus is played to the live matcher.
  static let replay = Command(
    "replay", "Plays a corpus to the live matcher and says how soon and how well it answers.",
    group: "experiments", arguments: ReplayArguments(),
    options: [
      .value(
        "catalog", short: "c", \.catalog, placeholder: "FILE", required: true,
        "A catalog of recordings of the plan's corpus; what it does not hold is foreign."),
      .value(
        "output", short: "o", \.output, placeholder: "DIR", required: true,
        "Where report.md, streams.csv, foreign.csv and sets.csv go."),
      .jobs(\.jobs, "Streams played at once. Results do not depend on it."),
      .list(
        "foreign", \.foreign, placeholder: "SPLIT,…",
        "The splits of recordings that are played as foreign."),
      .list(
        "foreign-conditions", \.foreignConditions, placeholder: "LABEL,…",
        "The conditions under which foreign recordings and sets are played; all unless given."),
      .list(
        "attempts", \.attempts, placeholder: "SPLIT,…",
        "The splits whose foreign recordings are also played in attempts of their own."),
      .value(
        "sets", \.sets, in: 0...10_000, placeholder: "COUNT",
        "Sets of eight parts whose setlists are compared with what was played."),
      .list(
        "accept", \.accept, placeholder: "SECONDS:SCORE,…",
        "The least scores of a match by query length, instead of the standard ones."),
      .flag(
        "trace", \.isTrace,
        "Accepts nothing, and writes what every search would have answered to searches.csv."
      ).excluding("accept"),
      .datasets(\.datasets),
    ],
    operands: [.one("PLAN", \.plan, "A plan in JSON5, or a folder that holds plan.json5.")],
    discussion: """
      Of the plan count corpus, noise, conditions, seed and split; queriesPerCell is the number of \
      streams for each condition, and the longest query length is theirs. Strategy and settings \
      are the catalog's. Signature and answer of every stream are compared with what an experiment \
      makes of the same sound.
      """,
    examples: [
      Example(
        "replay Experiments/live --catalog music.soundmark-catalog --output Reports/live",
        "Measures the live matcher.")
    ]
  ) { arguments in
    try await interruptible { try await replay(arguments) }
  }

  private static func replay(_ arguments: ReplayArguments) async throws -> ExitCode {
    let plan = try Plan.read(arguments.plan)
    let splits = try Self.splits(arguments.foreign, "--foreign")
    let options = Replay.ForeignOptions(
      conditions: arguments.foreignConditions,
      attempts: try Self.splits(arguments.attempts, "--attempts"))
    let labels = plan.conditions.map(\.label)
    for label in options.conditions where !labels.contains(label) {
      throw UsageError("--foreign-conditions: " + nearestNames(to: label, among: labels))
    }
    try makeFolder(arguments.output)
    let corpus = try Corpus.open(
      plan.corpus, datasetsFolder: arguments.datasets, verify: false)
    let noise = try plan.noise.map {
      try Corpus.open($0, datasetsFolder: arguments.datasets, verify: false)
    }
    let catalog = try Catalog(existing: arguments.catalog)
    let variant = try Variant(of: catalog.identity, configuration: catalog.configuration)
    var configuration = StreamMatcherConfiguration.standard.groupingVersions
    configuration = configuration.accepting(at: arguments.accept)
    try configuration.validate()
    let replay = Replay(
      plan, corpus: corpus,
      chains: try plan.conditions.map {
        try ConditionChain($0, entries: Builtins.augmentations)
      },
      resources: noise.map { StandardResources(corpus: $0) } ?? StandardResources(),
      strategy: variant.strategy, index: try await catalog.index(for: variant.strategy),
      tracks: try await catalog.tracks(), configuration: configuration)
    let foreign = replay.foreign(splits: splits)
    let bar = ProgressBar()
    if arguments.isTrace {
      var traces = try await replay.traceEnrolled(jobs: arguments.jobs) {
        bar.show("streams", done: $0, of: plan.queriesPerCell)
      }
      traces += try await replay.trace(foreign, options, jobs: arguments.jobs) {
        bar.show("foreign", done: $0, of: foreign.count)
      }
      bar.finish()
      try write(ReplayReport.csv(of: traces), "searches.csv", arguments)
      return .done
    }
    let streams = try await replay.playEnrolled(jobs: arguments.jobs) {
      bar.show("streams", done: $0, of: plan.queriesPerCell)
    }
    let outcomes = try await replay.playForeign(foreign, options, jobs: arguments.jobs) {
      bar.show("foreign", done: $0, of: foreign.count)
    }
    let sets = try await replay.playSets(arguments.sets, options, jobs: arguments.jobs) {
      bar.show("sets", done: $0, of: arguments.sets)
    }
    bar.finish()
    let report = ReplayReport(
      ReplayReport.Subject(
        name: plan.name, description: plan.description, enrolled: replay.enrolled,
        streamLength: plan.queryLengths.last?.value ?? 20, configuration: configuration,
        strategy: variant.strategy.identity),
      streams: streams, foreign: outcomes, parts: sets.parts, strays: sets.strays)
    try write(report.streamsCSV, "streams.csv", arguments)
    try write(report.foreignCSV, "foreign.csv", arguments)
    if arguments.sets > 0 { try write(report.setsCSV, "sets.csv", arguments) }
    try write(report.markdown, "report.md", arguments)
    Terminal.print(markdown: report.markdown)
    return .done
  }

  private static func splits(_ names: [String], _ option: String) throws -> [Split] {
    try names.map { name in
      guard let split = Split(rawValue: name) else {
        throw UsageError(
          "\(option): " + nearestNames(to: name, among: Split.allCases.map(\.rawValue)))
      }
      return split
    }
  }

  private static func write(
    _ text: String, _ name: String, _ arguments: ReplayArguments
  ) throws {
    try writeBytes(Array(text.utf8), to: arguments.output.appending(name))
  }
}

/// What `soundmark replay` is told.
struct ReplayArguments {
  var plan = FilePath("")
  var catalog = FilePath("")
  var output = FilePath("")
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var foreign = ["test"]
  var foreignConditions: [String] = []
  var attempts: [String] = []
  var sets = 0
  var accept: [StreamMatcherConfiguration.Acceptance] = []
  var isTrace = false
  var datasets = FilePath("Datasets")
}
