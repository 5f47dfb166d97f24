import CommandLineOptions
import Testing

/// Options that contradict each other are refused where they are parsed.
struct ContradictionTests {
  private struct Arguments: Sendable {
    var format = Format.csv
    var label: String?
    var dryRun = false
  }

  private static let program = Program(
    name: "sample", summary: "Does things.", version: "1",
    commands: [
      Command(
        "run", "Runs.", arguments: Arguments(),
        options: [
          .flag("plots", \.format, setting: .plots, "One format."),
          .flag("table", short: "t", \.format, setting: .markdown, "Another."),
          .value("label", \.label, "A name."),
          .flag("dry-run", short: "n", \.dryRun, "Does nothing.").excluding("label"),
        ]
      ) { _ in .done }
    ])

  @Test(arguments: [
    (["--plots", "--table"], ["--plots", "--table"]),
    (["-t", "-n", "--plots"], ["--plots", "--table"]),
    (["-n", "--label", "x"], ["--label", "--dry-run"]),
    (["--label=x", "--dry-run"], ["--label", "--dry-run"]),
  ])
  func areRefusedByName(words: [String], names: [String]) {
    let error = #expect(throws: UsageError.self) {
      try Self.program.resolve(["run"] + words.map { RawArgument($0) })
    }
    for name in names { #expect(error?.description.contains(name) == true, "\(words)") }
  }

  @Test(arguments: [["--table", "-t"], ["--plots", "-n"], ["--label", "x", "--label", "y"]])
  func whatAgreesIsTaken(words: [String]) throws {
    _ = try Self.program.resolve(["run"] + words.map { RawArgument($0) })
  }
}
