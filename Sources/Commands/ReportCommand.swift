internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Reporting

extension Command {
  /// `soundmark report`: stored answers are judged and written up again; no audio is needed.
  static let report = Command(
    "report", "Writes the report of a run again, finished or not.", group: "experiments",
    arguments: ReportArguments(),
    options: [
      .list(
        "format", \.formats, placeholder: "NAME,…",
        "What is written: \(Builtins.reportFormats.map(\.name).joined(separator: ", "))."),
      .value(
        "output", short: "o", \.output, placeholder: "DIR",
        "Where the report goes. By default the run's own folder, or its folder without-exclusions."),
      .value(
        "calibration", \.calibration, placeholder: "FILE",
        "Says how confident answers are, by a file of 'soundmark calibrate'."),
      .value(
        "exclude", \.exclude, placeholder: "FILE",
        "Writes the report without the recordings of a list that 'corpus audit' wrote, and prints the "
          + "figures with and without them."),
      .flag("json", \.json, "Prints the headline figures as JSON instead of a table."),
    ],
    operands: [.one("RUN", \.run, "The folder of a run: with run.sqlite, or with its CSV files.")],
    discussion: """
      The report is a function of queries.csv, excerpts.csv, cost.csv and provenance.json, or of \
      the run.sqlite that they were written from: both give it byte for byte.
      """,
    examples: [
      Example(
        "report Reports/published/noise-skew-offset -o /tmp/again",
        "Rebuilds a published report from its CSV files.")
    ]
  ) { arguments in
    let formats = try arguments.formats.map { name in
      guard let format = Builtins.reportFormats.first(where: { $0.name == name }) else {
        throw UsageError(
          "unknown format '\(name)'; "
            + nearestNames(to: name, among: Builtins.reportFormats.map(\.name)))
      }
      return format
    }
    let run = RunFolder(path: arguments.run)
    var record = try await run.record().calibrated(by: arguments.calibration)
    var folder = arguments.output ?? arguments.run
    if let list = arguments.exclude {
      let all = try Report(record: record, metrics: Builtins.metrics)
      record = record.without(try ExclusionList(reading: list), called: list.description)
      folder = arguments.output ?? arguments.run.appending("without-exclusions")
      if !arguments.json {
        Terminal.print(
          markdown: "With all recordings\n\n\(all.headline)\n\nWithout those of '\(list)'\n\n")
      }
    }
    if run.hasStore || folder != arguments.run || arguments.calibration != nil {
      try RunFiles.write(record, to: folder)
    }
    let report = try Report(record: record, metrics: Builtins.metrics)
    return try ReportCommand.write(report, to: folder, formats: formats, json: arguments.json)
  }
}

/// What `soundmark report` is told.
struct ReportArguments {
  var run = FilePath("")
  var formats = Builtins.reportFormats.map(\.name)
  var output: FilePath?
  var calibration: FilePath?
  var exclude: FilePath?
  var json = false
}

/// What `run` and `report` share.
enum ReportCommand {
  /// Writes a report and prints its headline.
  static func write(
    _ report: Report, to folder: FilePath, formats: [any ReportFormat], json: Bool
  ) throws -> ExitCode {
    let problems = try report.write(formats, to: folder)
    // What leaves figures undefined must not stand in the report alone.
    for warning in problems + report.warnings.prefix(5) { Terminal.remark("warning: " + warning) }
    if report.warnings.count > 5 {
      Terminal.remark("\(report.warnings.count - 5) more warnings are in the report")
    }
    if json {
      Terminal.print(try report.headlineJSON())
    } else {
      Terminal.print(markdown: report.headline)
      Terminal.print("\nreport: \(folder.appending("report.md"))")
    }
    return .done
  }
}
