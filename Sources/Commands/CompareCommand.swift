internal import Builtins
internal import CommandLineOptions
internal import Fingerprinting
internal import Reporting

extension Command {
  /// `soundmark compare`: two runs side by side.
  static let compare = Command(
    "compare", "Sets two runs side by side, figure by figure and query by query.",
    group: "experiments", arguments: CompareArguments(),
    options: [
      .values(
        "pair", \.pairs, placeholder: "FIRST=SECOND",
        "Variants to set against each other; by default those of the same label."),
      .value(
        "limit", short: "n", \.limit, in: 0...1_000_000, "Flipped queries listed each way."),
      .flag("json", \.json, "Prints JSON instead of Markdown."),
    ],
    operands: [
      .one("RUN_A", \.first, "The folder of a run."),
      .one("RUN_B", \.second, "Another, or the same for two of its variants."),
    ],
    discussion: """
      Figures with their intervals, McNemar's exact test in every cell with Holm's correction, the \
      queries that flipped, and what changed in settings, versions and data.
      """,
    examples: [
      Example("compare before after", "Says what a change did."),
      Example(
        "compare RUN RUN --pair constellation=chroma", "Sets two variants of one run side by side."),
    ]
  ) { arguments in
    let pairs = try arguments.pairs.map { text in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex,
        text.index(after: sign) != text.endIndex
      else { throw UsageError("--pair: expected FIRST=SECOND, found '\(text)'") }
      return Comparison.Pair(
        first: String(text[..<sign]), second: String(text[text.index(after: sign)...]))
    }
    let comparison = try Comparison(
      try await RunFolder(path: arguments.first).record(),
      try await RunFolder(path: arguments.second).record(), pairs: pairs,
      metrics: Builtins.metrics)
    if arguments.json {
      Terminal.print(try comparison.json())
    } else {
      Terminal.print(
        markdown: comparison.markdown(
          names: (arguments.first.description, arguments.second.description),
          limit: arguments.limit))
    }
    return .done
  }
}

/// What `soundmark compare` is told.
struct CompareArguments {
  var first = FilePath("")
  var second = FilePath("")
  var pairs: [String] = []
  var limit = 200
  var json = false
}
