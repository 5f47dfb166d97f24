internal import Builtins
internal import CommandLineOptions
internal import Experiments
internal import Files
internal import Fingerprinting
internal import Foundation
internal import Scoring
internal import Tabular

extension Command {
  /// `soundmark calibrate`: what scores are worth.
  static let calibrate = Command(
    "calibrate", "Fits what scores are worth: the probability that an answer is right.",
    group: "experiments", arguments: CalibrateArguments(),
    options: [
      .jobs(\.jobs),
      .value(
        "output", short: "o", \.output, placeholder: "FILE",
        "The calibration file. By default calibration.json5 beside the plan."),
      .value(
        "run", \.run, placeholder: "DIR",
        "Where answers are kept; name the plan's own run to use its signatures."),
      .datasets(\.datasets),
      .flag("json", \.json, "Prints the fits as JSON instead of a table."),
    ],
    operands: [.one("PLAN", \.plan, "A plan in JSON5, or a folder that holds plan.json5.")],
    discussion: """
      The plan's conditions, lengths and variants are asked about recordings that its report does \
      not speak of: the calibration split, and for enrolled recordings the tuning split where the \
      calibration split has none. For each variant and length a map from the best score and its \
      lead over the next to the probability of being right is fitted. It presumes the plan's mix of \
      conditions, and of enrolled and other recordings.
      """,
    examples: [
      Example(
        "calibrate Experiments/strategies", "Writes Experiments/strategies/calibration.json5."),
      Example(
        "run Experiments/strategies --calibration Experiments/strategies/calibration.json5",
        "Reports how well confidence holds on other recordings."),
    ]
  ) { arguments in
    try await interruptible { try await calibrate(arguments) }
  }

  private static func calibrate(_ arguments: CalibrateArguments) async throws -> ExitCode {
    let stated = try Experiment(
      try Plan.read(arguments.plan), registry: Builtins.registry,
      datasetsFolder: arguments.datasets)
    let plan = stated.planForCalibration
    let experiment = try Experiment(
      plan, registry: Builtins.registry, datasetsFolder: arguments.datasets)
    let output = arguments.output ?? besidePlan(arguments.plan)
    let folder = try arguments.run ?? Experiment.outputFolder(of: plan)
    let record = try await experiment.runShowingProgress(in: folder, jobs: arguments.jobs)
    for warning in record.provenance.warnings { Terminal.remark("warning: \(warning)") }
    let file = try record.calibrationFile()
    let text = try file.text
    try writeBytes(Array(text.utf8), to: output)
    if arguments.json {
      Terminal.print(
        text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n"))
    } else {
      Terminal.print(markdown: try table(of: file, fittedOn: record))
      Terminal.print("\ncalibration: \(output)")
    }
    return .done
  }

  private static func besidePlan(_ plan: FilePath) -> FilePath {
    let name = "calibration.json5"
    if isFolder(plan) { return plan.appending(name) }
    guard let slash = plan.bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(name) }
    return FilePath(bytes: Array(plan.bytes[...slash])).appending(name)
  }

  private static func table(
    of file: CalibrationFile, fittedOn record: RunRecord
  ) throws -> String {
    let calibrated = try record.calibrated(by: file, path: FilePath("the new calibration")).record
    let rows = file.calibrations.flatMap { calibration in
      calibration.fits.map { fit in
        let answers = calibrated.queries.compactMap { row -> (Double, Bool)? in
          guard row.variant == calibration.label, row.seconds == fit.seconds,
            row.status == .searched, let confidence = row.best?.confidence
          else { return nil }
          return (confidence, row.trueRank == 1)
        }
        return [
          calibration.label, "\(fit.seconds) s", "\(fit.right)", "\(fit.wrong)",
          Digits.fixed(fit.scoreWeight, 3), Digits.fixed(fit.marginWeight, 3),
          ReliabilityCurve(answers).expectedError.map { Digits.fixed($0, 4) } ?? "–",
        ]
      }
    }
    return Markdown.table(
      header: [
        "variant", "length", "right", "wrong", "per score", "per margin",
        "calibration error on the same answers",
      ], rows: rows, numericColumns: Set(2...6))
  }
}

/// What `soundmark calibrate` is told.
struct CalibrateArguments {
  var plan = FilePath("")
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var output: FilePath?
  var run: FilePath?
  var datasets = FilePath("Datasets")
  var json = false
}

extension CalibrationFile {
  /// Reads a file.
  ///
  /// - Parameter path: what `soundmark calibrate` wrote.
  /// - Throws: `AudioFileError` where it cannot be read, `CalibrationError` where it is something
  ///   else.
  init(reading path: FilePath) throws {
    try self.init(json5: readBytes(of: path), path: path)
  }
}

extension RunRecord {
  /// The record with confidences, where a calibration was named; says which variants stay without.
  func calibrated(by path: FilePath?) throws -> RunRecord {
    guard let path else { return self }
    let (record, uncalibrated) = try calibrated(by: CalibrationFile(reading: path), path: path)
    for label in uncalibrated {
      Terminal.remark("warning: '\(path)' holds no calibration of variant '\(label)' as it is now")
    }
    return record
  }
}
