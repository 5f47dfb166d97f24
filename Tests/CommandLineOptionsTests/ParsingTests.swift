import CommandLineOptions
import Testing

struct ParsingTests {
  private func expect(
    _ words: RawArgument..., is change: (inout SampleArguments) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var expected = SampleArguments()
    expected.plan = "p"
    change(&expected)
    #expect(try await SampleProgram.parse(words) == expected, sourceLocation: sourceLocation)
  }

  @Test func defaultsAreTheStructsOwn() async throws {
    try await expect("p") { _ in }
  }

  @Test func everyKindOfOption() async throws {
    try await expect("--jobs", "4", "p") { $0.jobs = 4 }
    try await expect("p", "--jobs=4") { $0.jobs = 4 }
    try await expect("p", "-j", "4") { $0.jobs = 4 }
    try await expect("p", "-j4") { $0.jobs = 4 }
    try await expect("p", "--jobs", "4", "--jobs", "5") { $0.jobs = 5 }
    try await expect("p", "--seed", "18446744073709551615") { $0.seed = .max }
    try await expect("p", "--output=") { $0.output = "" }
    try await expect("p", "--output", "-") { $0.output = "-" }
    try await expect("p", "--output=--jobs") { $0.output = "--jobs" }
    try await expect("p", "--output=a=b") { $0.output = "a=b" }
    try await expect("p", "--label", "é") { $0.label = "é" }
    try await expect("p", "--format", "csv,plots") { $0.formats = [.csv, .plots] }
    try await expect("p", "--condition", "a", "--condition=b,c") { $0.conditions = ["a", "b,c"] }
    try await expect("p", "--json", "-n") {
      $0.format = .plots
      $0.dryRun = true
    }
  }

  @Test func negativeNumbersAreValuesAndOperands() async throws {
    try await expect("--level", "-5", "p") { $0.level = -5 }
    try await expect("--level", "-.5e1", "p") { $0.level = -5 }
    try await expect("-5") { $0.plan = "-5" }
  }

  @Test func operandsInOrderAndAfterTwoDashes() async throws {
    try await expect("p", "x", "a", "-n", "b") {
      $0.extra = "x"
      $0.files = ["a", "b"]
      $0.dryRun = true
    }
    try await expect("p", "--", "-n", "--", "--help") {
      $0.extra = "-n"
      $0.files = ["--", "--help"]
    }
    try await expect("-", "@list") {
      $0.plan = "-"
      $0.extra = "@list"
    }
  }

  @Test func pathsAreBytes() async throws {
    let name = RawArgument(bytes: [0x6c, 0xe9, 0x3d])
    try await expect(name, "-o", name) {
      $0.plan = name
      $0.output = name
    }
    let joined = RawArgument(bytes: Array("--output=".utf8) + name.bytes)
    try await expect("p", joined) { $0.output = name }
    #expect(RawArgument("\u{e9}") != RawArgument("e\u{301}"))
  }

  @Test(
    arguments: [
      (["--job", "4", "p"], "unknown option '--job'; did you mean '--jobs'?"),
      (["--dryrun", "p"], "unknown option '--dryrun'; did you mean '--dry-run'?"),
      (["--ojtput", "x", "p"], "unknown option '--ojtput'; did you mean '--output'?"),
      (["--whatever", "p"], "unknown option '--whatever'"),
      (["-x", "p"], "unknown option '-x'"),
      (["p", "--jobs"], "--jobs needs a value: --jobs N"),
      (["p", "-j"], "-j needs a value: -j N"),
      (["p", "--jobs", "0"], "--jobs: expected a number from 1 to 64, found '0'"),
      (["p", "--jobs", "1.5"], "--jobs: expected a whole number, found '1.5'"),
      (["p", "--jobs="], "--jobs: expected a whole number, found ''"),
      (
        ["p", "--level", "0,5"],
        "--level: expected a number such as 0.5 (with a decimal point), found '0,5'"
      ),
      (
        ["p", "--level", "nan"],
        "--level: expected a number such as 0.5 (with a decimal point), found 'nan'"
      ),
      (
        ["p", "--level", "1e999"],
        "--level: expected a number such as 0.5 (with a decimal point), found '1e999'"
      ),
      (["p", "--seed", "-1"], "--seed: expected a whole number from 0, found '-1'"),
      (["p", "--label="], "--label: expected a name, found ''"),
      (
        ["p", "--output", "--jobs", "2"],
        "--output needs a value, found the option '--jobs'; if that is the value, write "
          + "--output=--jobs"
      ),
      (["p", "--dry-run=yes"], "--dry-run is a switch and takes no value, found 'yes'"),
      (
        ["p", "--format", "csv,cvs"],
        "--format: expected one of markdown, csv, plots, found 'csv,cvs'; did you mean 'csv'?"
      ),
      ([], "PLAN is missing"),
      (["p", "x", "a", "b", "c"], "one word too many: 'c'"),
    ])
  func refusals(words: [String], message: String) {
    let program = SampleProgram.make()
    #expect { try program.resolve(["run"] + words.map { RawArgument($0) }) } throws: { error in
      "\(error)" == "sample run: \(message); see 'sample run --help'"
    }
  }

  @Test func namesThatAreNoTextAreRefusedWhereTextIsNeeded() {
    let program = SampleProgram.make()
    let word = RawArgument(bytes: [0xe9])
    #expect { try program.resolve(["run", "p", "--label", word]) } throws: {
      "\($0)".contains("--label: expected a text in UTF-8, found '\u{fffd}'")
    }
    #expect(throws: UsageError.self) { try program.resolve([word]) }
  }

  @Test func commandsAndSubcommands() throws {
    let program = SampleProgram.make()
    guard
      case .run(["catalog", "create"], _) = try program.resolve([
        "catalog", "create", "--strategy", "x", "a",
      ])
    else {
      Issue.record("catalog create was not found")
      return
    }
    for (words, message) in [
      (["rnu"], "sample has no command 'rnu'; did you mean 'run'?"),
      (["frobnicate"], "sample has no command 'frobnicate'; see 'sample --help'"),
      (
        ["catalog", "creat", "x"], "sample catalog has no command 'creat'; did you mean 'create'?"
      ),
      (
        ["catalog", "create", "a"],
        "sample catalog create: --strategy TEXT is required; see 'sample catalog create --help'"
      ),
      (
        ["catalog", "create", "--strategy", "x"],
        "sample catalog create: AUDIO is missing; see 'sample catalog create --help'"
      ),
    ] {
      #expect { try program.resolve(words.map { RawArgument($0) }) } throws: {
        "\($0)" == message
      }
    }
    for words: [RawArgument] in [[], ["catalog"]] {
      #expect { try program.resolve(words) } throws: {
        "\($0)".hasPrefix("no command\n\n") && "\($0)".contains("usage: sample")
      }
    }
  }

  @Test func exitCodes() async {
    struct Broken: Error {}
    func code(
      _ words: RawArgument..., run: @escaping @Sendable (SampleArguments) throws -> ExitCode
    ) async -> ExitCode {
      await SampleProgram.make { try run($0) }.main(words) { _ in ("broken", .badData) }
    }
    #expect(await code("run", "p") { _ in .negative } == .negative)
    #expect(await code("run", "p") { _ in throw Broken() } == .badData)
    #expect(await code("run", "p") { _ in throw UsageError("two at once") } == .usage)
    #expect(await code("run") { _ in .done } == .usage)
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 64, 65, 66])
  }
}
