import CommandLineOptions
import TestSupport
import Testing

struct HelpTests {
  let program = SampleProgram.make()

  private func text(_ words: RawArgument...) throws -> String? {
    guard case .print(let text) = try program.resolve(words) else { return nil }
    return text
  }

  @Test func ofTheProgram() throws {
    #expect(
      try text("--help") == """
        Does things.

        usage: sample COMMAND …

        experiments:
          run      Runs a plan.

        data:
          catalog  Keeps catalogs.

        'sample help COMMAND' says more; 'sample completions bash|zsh|fish' prints a
        script for the shell's completion.

        """)
  }

  @Test func ofACommand() throws {
    #expect(
      try text("run", "--help") == """
        Runs a plan.

        usage: sample run PLAN [EXTRA] [FILE…] [options]

          PLAN                  A plan.
          [EXTRA]               More.
          [FILE…]               Files.

        options:
          -j, --jobs N          Queries answered at once. [1]
              --level NUMBER    Loudness. [0.5]
              --seed N          Start of chance. [7]
          -o, --output DIR      Where it goes.
              --label TEXT      A name.
          -n, --dry-run         Only says what would be done.

        report:
              --format markdown|csv|plots,…
                                What is written. [markdown]
              --condition TEXT  What is done to queries. May be repeated. [clean]
              --json            Another format.

        A paragraph of two lines.

        Another.

        examples:
          sample run here --jobs 2
              Runs what is here.

        """)
  }

  @Test func isFoundFromEverywhere() throws {
    let help = try text("catalog", "create", "--help")
    #expect(help?.contains("usage: sample catalog create --strategy TEXT AUDIO…\n") == true)
    #expect(help?.contains("The strategy. Required.\n") == true)
    #expect(try text("help", "catalog", "create") == help)
    #expect(try text("catalog", "create", "x", "--bogus", "-h") == help)
    #expect(try text("catalog", "-h") == program.help(forCommand: ["catalog"]))
    #expect(try text("help") == text("--help"))
    #expect(try text("--version") == "sample 1.2\n")
    #expect { try text("help", "catlog") } throws: {
      "\($0)" == "no command 'catlog'; did you mean 'catalog'?"
    }
  }

  @Test func markdownNamesEveryCommandAndEscapesBars() throws {
    let reference = try #require(try text("help", "--markdown"))
    for line in ["# sample", "## sample run", "## sample catalog", "## sample catalog create"] {
      #expect(reference.split(separator: "\n").contains { $0 == line })
    }
    #expect(
      reference.contains("| `--format markdown\\|csv\\|plots,…` | What is written. [markdown] |"))
  }

  @Test func aSoundProgramHasNoFaults() {
    #expect(program.faults == [])
  }

  @Test func faultsAreNamed() {
    let command = Command(
      "run", "Runs", arguments: SampleArguments(),
      options: SampleProgram.options + [
        .flag("jobs", \.dryRun, "Twice."), .flag("help", short: "h", \.dryRun, "Reserved."),
      ],
      operands: [
        .many("FILE", \.files, "Greedy."), .one("PLAN", \.plan, "Never reached."),
      ]
    ) { _ in .done }
    let broken = Program(
      name: "sample", summary: "Does things.", version: "1", commands: [command, command])
    #expect(
      broken.faults.prefix(6) == [
        "sample: two commands 'run'", "sample run: two options '--jobs'",
        "sample run: two options '--help'", "sample run: two options '-h'",
        "sample run: 'Runs' is no sentence", "sample run: nothing can be told from FILE",
      ])
  }
}

struct CompletionTests {
  let program = SampleProgram.make()

  private func words(_ typed: RawArgument...) -> [String] {
    program.completion(of: typed).candidates.map(\.word)
  }

  @Test func offersWhatMayComeNext() {
    #expect(words("") == ["run", "catalog", "help", "completions"])
    #expect(words("c") == ["catalog", "completions"])
    #expect(words("catalog", "") == ["create", "show"])
    #expect(words("catalog", "nonsense", "") == [])
    #expect(words("completions", "z") == ["zsh"])
    #expect(words("run", "--jo") == ["--jobs"])
    #expect(words("run", "x", "-n", "--d") == ["--dry-run"])
    #expect(words("run", "--format", "") == ["markdown", "csv", "plots"])
    #expect(words("run", "--format=c") == ["--format=csv"])
    #expect(words("run", "--", "-") == [])
    #expect(words("run", "") == [])
  }

  @Test func offersFilesWhereFilesAreMeant() {
    #expect(program.completion(of: ["run", ""]).files)
    #expect(program.completion(of: ["run", "--output", ""]).files)
    #expect(program.completion(of: ["run", "--output=x"]).files)
    #expect(!program.completion(of: ["run", "--jobs", ""]).files)
    #expect(!program.completion(of: ["run", "a", "b", "c", "d", ""]).files)
    #expect(!program.completion(of: ["catalog", ""]).files)
  }

  /// Bash itself completes, asking a stand-in that writes its arguments down.
  @Test(arguments: [
    (["run", "--j"], "run/--j", "--jobs"),
    (["run", "--format", "=", "c"], "run/--format/=/c", "csv"),
    (["run", "--format", "="], "run/--format/=", "csv"), ([""], "", "run"),
  ])
  func bashAsksTheProgram(typed: [String], asked: String, offered: String) throws {
    let whole = typed.contains("=") ? "--format=\(offered)" : offered
    let words = (["sample"] + typed).map { "'\($0)'" }.joined(separator: " ")
    let output = try runTool(
      "bash",
      [
        "-c",
        """
        sample() { shift; (IFS=/; echo "$*" >&3); printf 'words\\n%s\\twhat it means\\n' '\(whole)'; }
        \(program.completionScript(for: .bash))
        COMP_WORDS=(\(words)); COMP_CWORD=\(typed.count)
        _sample 3>&1
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(output.text == "\(asked)\n\(offered)\n")
  }

  @Test func joinsWhatBashTookApart() throws {
    guard case .print(let lines) = try program.resolve(["__complete", "run", "--format", "=", "c"])
    else { return }
    #expect(lines == "words\n--format=csv\tWhat is written.\n")
  }
}
