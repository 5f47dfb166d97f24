import CommandLineOptions
import Synchronization

enum Format: String, CaseIterable, ArgumentValue {
  case markdown, csv, plots
}

struct SampleArguments: Equatable, Sendable {
  var plan = RawArgument("")
  var extra: RawArgument?
  var files: [RawArgument] = []
  var jobs = 1
  var level = 0.5
  var seed: UInt64 = 7
  var output: RawArgument?
  var label: String?
  var formats: [Format] = [.markdown]
  var conditions: [String] = ["clean"]
  var format = Format.csv
  var dryRun = false
}

/// A program of which every kind of option and operand is part.
enum SampleProgram {
  static let options: [Option<SampleArguments>] = [
    .value("jobs", short: "j", \.jobs, in: 1...64, "Queries answered at once."),
    .value("level", \.level, "Loudness."),
    .value("seed", \.seed, "Start of chance."),
    .value("output", short: "o", \.output, placeholder: "DIR", "Where it goes."),
    .value("label", \.label, "A name.") { $0.isEmpty ? "a name" : nil },
    .list("format", \.formats, "What is written.").grouped("report"),
    .values("condition", \.conditions, "What is done to queries.").grouped("report"),
    .flag("json", \.format, setting: .plots, "Another format.").grouped("report"),
    .flag("dry-run", short: "n", \.dryRun, "Only says what would be done."),
  ]
  static let operands: [Operand<SampleArguments>] = [
    .one("PLAN", \.plan, "A plan."),
    .optional("EXTRA", \.extra, "More."),
    .many("FILE", \.files, atLeast: 0, atMost: 2, "Files."),
  ]

  static func make(
    run: @escaping @Sendable (SampleArguments) async throws -> ExitCode = { _ in .done }
  ) -> Program {
    let leaf = Command(
      "run", "Runs a plan.", group: "experiments", arguments: SampleArguments(), options: options,
      operands: operands, discussion: "A paragraph\nof two lines.\n\nAnother.",
      examples: [Example("run here --jobs 2", "Runs what is here.")], run: run)
    struct Create: Sendable {
      var strategy = ""
      var files: [RawArgument] = []
    }
    let create = Command(
      "create", "Makes a catalog.", arguments: Create(),
      options: [.value("strategy", \.strategy, required: true, "The strategy.")],
      operands: [.many("AUDIO", \.files, "Sound.")]
    ) { _ in .done }
    let show = Command("show", "Shows it.", arguments: Format.csv) { _ in .done }
    return Program(
      name: "sample", summary: "Does things.", version: "1.2",
      commands: [
        leaf, Command("catalog", "Keeps catalogs.", group: "data", subcommands: [create, show]),
      ])
  }

  /// The arguments that a `run` command line leads to.
  static func parse(_ words: [RawArgument]) async throws -> SampleArguments? {
    let seen = Box()
    let program = make { arguments in
      seen.value.withLock { $0 = arguments }
      return .done
    }
    guard case .run(["run"], let work) = try program.resolve(["run"] + words) else { return nil }
    _ = try await work()
    return seen.value.withLock { $0 }
  }

  private final class Box: Sendable {
    let value = Mutex<SampleArguments?>(nil)
  }
}
