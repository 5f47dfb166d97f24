/// One command of a program: a name, a table of options and operands, and what to do; or a name
/// for a group of subcommands.
///
/// The arguments are a plain struct whose initial values are the defaults. Parsing fills it and
/// does nothing else; `run` takes it and does the work:
///
///     struct RunArguments {
///       var plan = RawArgument("")            // FilePath works too, see ArgumentValue
///       var jobs = 1
///       var output: RawArgument?
///       var formats: [Format] = [.markdown]   // enum Format: String, CaseIterable, ArgumentValue
///       var dryRun = false
///     }
///     let run = Command(
///       "run", "Runs a plan and reports.", group: "experiments", arguments: RunArguments(),
///       options: [
///         .value("jobs", short: "j", \.jobs, in: 1...256, "Queries answered at once."),
///         .value("output", \.output, placeholder: "DIR", "Where the run is kept."),
///         .list("format", \.formats, "What is written.").grouped("report"),
///         .flag("dry-run", \.dryRun, "Only says what would be done."),
///       ],
///       operands: [.one("PLAN", \.plan, "A plan or its folder.")],
///       examples: [Example("run Experiments/quickstart --jobs 2", "Runs a plan on two cores.")]
///     ) { arguments in
///       try await runPlan(arguments)          // throws UsageError for what only it can see
///       return .done
///     }
///     let program = Program(
///       name: "soundmark", summary: "Compares fingerprints.", version: "1.0", commands: [run])
///     exit(await program.main { error in ("\(error)", .failed) }.rawValue)
public struct Command: Sendable {
  /// What is typed.
  public let name: String
  /// One sentence for lists.
  public let summary: String
  /// The heading under which lists show it.
  public let group: String
  /// Paragraphs for its own help.
  public let discussion: String
  /// Lines worth trying.
  public let examples: [Example]
  /// Its subcommands, where it is a group.
  public let subcommands: [Command]

  let options: [OptionDescription]
  let operands: [OperandDescription]
  let parse: (@Sendable ([RawArgument]) throws(UsageError) -> Invocation.Work)?

  /// A command that does something.
  ///
  /// - Parameters:
  ///   - name: what is typed.
  ///   - summary: one sentence for lists.
  ///   - group: the heading under which lists show it.
  ///   - arguments: the defaults.
  ///   - options: its options, in the order of help.
  ///   - operands: its operands, in the order of the command line.
  ///   - discussion: paragraphs for its own help.
  ///   - examples: lines worth trying.
  ///   - run: does the work with the arguments given.
  public init<Arguments: Sendable>(
    _ name: String, _ summary: String, group: String = "commands", arguments: Arguments,
    options: [Option<Arguments>] = [], operands: [Operand<Arguments>] = [],
    discussion: String = "", examples: [Example] = [],
    run: @escaping @Sendable (Arguments) async throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.discussion = discussion
    self.examples = examples
    subcommands = []
    self.options = options.map { option in
      var description = option.description
      description.defaultText = option.defaultText(arguments)
      return description
    }
    self.operands = operands.map(\.description)
    parse = { words throws(UsageError) in
      let parser = ArgumentParser(options: options, operands: operands)
      let parsed = try parser.parse(words, into: arguments)
      return { try await run(parsed) }
    }
  }

  /// A group of subcommands.
  ///
  /// - Parameters:
  ///   - name: what is typed first.
  ///   - summary: one sentence for lists.
  ///   - group: the heading under which lists show it.
  ///   - discussion: paragraphs for its own help.
  ///   - examples: lines worth trying.
  ///   - subcommands: what may be typed next.
  public init(
    _ name: String, _ summary: String, group: String = "commands", discussion: String = "",
    examples: [Example] = [], subcommands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.discussion = discussion
    self.examples = examples
    self.subcommands = subcommands
    options = []
    operands = []
    parse = nil
  }
}

/// A line worth trying, and what it does.
public struct Example: Hashable, Sendable {
  /// The line without the program's name.
  public let line: String
  /// What it does, in a sentence.
  public let says: String
  /// Joins the parts.
  public init(_ line: String, _ says: String) {
    self.line = line
    self.says = says
  }
}
