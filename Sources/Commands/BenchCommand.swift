internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Fingerprinting
internal import Foundation

extension Command {
  /// `soundmark bench`: what this machine does.
  static let bench = Command(
    "bench", "Measures throughput, latency and memory on this machine.", group: "experiments",
    arguments: BenchArguments(),
    options: [
      .value(
        "strategy", short: "s", \.strategy, placeholder: "VARIANT",
        "A strategy by name, {strategy: …, configuration: …} in JSON5, or PLAN#LABEL."),
      .value("corpus", \.corpus, placeholder: "NAME", "The corpus whose references are used."),
      .datasets(\.datasets),
      .value("query", \.query, in: 1...120, placeholder: "SECONDS", "The length of queries."),
      .value(
        "samples", \.samples, in: 1...1000,
        "Timed repetitions of each measurement, after one that does not count."),
      .value(
        "compare", \.compare, placeholder: "OLD.json",
        "A result of --json to compare with; from this machine, or the ratios mean nothing."),
      .flag("json", \.json, "Prints the result as JSON."),
    ],
    discussion: """
      One thread, nothing else should be running. Figures are medians; those with far-off samples \
      (modified z-score above 3.5) are marked. Times wobble: compare two builds in one sitting.
      """,
    examples: [
      Example("bench --json > before.json", "Keeps a result."),
      Example("bench --compare before.json", "Compares after a change."),
    ]
  ) { arguments in
    let variant = try Variant(arguments.strategy)
    let corpus = try Corpus.open(
      arguments.corpus, datasetsFolder: arguments.datasets, verify: false)
    let older = try arguments.compare.map { path in
      do {
        return try JSON5.decode(BenchResult.self, from: try readBytes(of: path))
      } catch let fault as JSON5Fault {
        throw ConfigurationError(
          "'\(path)' is no result of 'soundmark bench --json': \(fault)")
      }
    }
    return try await interruptible {
      let bar = ProgressBar()
      let bench = try Bench(
        variant: variant, corpus: corpus, queryLength: Seconds(arguments.query),
        samples: arguments.samples)
      let result = try bench.run { bar.show("measuring", done: $0, of: $1, current: $2) }
      bar.finish()
      if arguments.json {
        try Terminal.print(json: result)
      } else {
        Terminal.print(markdown: result.table(comparedWith: older))
      }
      return .done
    }
  }
}

/// What `soundmark bench` is told.
struct BenchArguments {
  var strategy = "constellation"
  var corpus = "synthetic"
  var datasets = FilePath("Datasets")
  var query = 10.0
  var samples = 10
  var compare: FilePath?
  var json = false
}
