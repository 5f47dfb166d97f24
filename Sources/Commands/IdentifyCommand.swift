internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Indexing
internal import Scoring
internal import Tabular

extension Command {
  /// `soundmark identify`: asks a catalog.
  static let identify = Command(
    "identify", "Names the references that files are excerpts of.", group: "recognition",
    arguments: IdentifyArguments(),
    options: [
      .value(
        "catalog", short: "c", \.catalog, placeholder: "FILE", required: true, "The catalog to ask."
      ),
      .value("limit", short: "n", \.limit, in: 1...1000, "Candidates for each query."),
      .flag(
        "all", \.all,
        "Lists every stretch of a query in which a reference is heard, of mixes and edits: a row for "
          + "each, with its first and last second."
      ).excluding("limit", "skew-search"),
      .value(
        "least-score", \.leastScore, placeholder: "SCORE",
        "With --all: what ten seconds of a stretch must score; by default what unrelated music "
          + "hardly ever does."),
      .flag(
        "exclude-self", \.excludesSelf,
        "Leaves out the reference that was enrolled from the very file, or from one with the same "
          + "bytes."),
      .value(
        "from", \.from, in: 0...604_800, placeholder: "SECONDS",
        "Where the query begins in each file."),
      .value(
        "duration", \.duration, placeholder: "SECONDS",
        "How much is asked about; the rest of the file unless given.", check: positive),
      .value(
        "skew-search", \.skewSearch,
        "Tries queries slower and faster too, up to RANGE (0.05 is 5 %), a STEP apart."),
      .value(
        "calibration", \.calibration, placeholder: "FILE",
        "Says how confident answers are, by a file of 'soundmark calibrate' instead of what the "
          + "catalog keeps."),
      .value(
        "operating-point", \.operatingPoint, placeholder: "[FILE#]NAME",
        "Says which answers reach this threshold of 'soundmark tune', in a file or kept with the "
          + "catalog."),
      .flag(
        "accept", \.accepts,
        "Prints only what reaches the threshold; exit code 1 where no query has an answer."),
      .value("decoder", \.decoder, "Which decoder may be used."),
      .flag("csv", \.format, setting: .csv, "Prints CSV with a header."),
      .flag("json", \.format, setting: .json, "Prints one JSON object a line."),
    ],
    operands: [
      .many(
        "FILE|DIR|@LIST", \.inputs,
        "Audio files, folders of them, or @LIST, a file of paths, one a line.")
    ],
    discussion: """
      In words only matches come out, or the best guess below them, marked as no match. What counts as \
      a match comes with the strategy (at most 1 % false alarms, by the length of the query), or from \
      --operating-point. CSV and JSON have all candidates, best first, and say which are accepted; \
      --accept leaves out the others. \
      The offset is the reference time at the query's first sample; it is negative where the query \
      begins before the reference does. time_scale is reference seconds per query second: at a second \
      t of the query the reference is at offset + time_scale × t. frequency_skew is query frequency / \
      reference frequency − 1; it is empty where it was not looked for: --skew-search finds one speed \
      for time and pitch together.

      --all searches ten seconds at a time, every five, and joins what lies on one line: a track may \
      be listed several times.
      """,
    examples: [
      Example("identify --catalog music.soundmark-catalog recording.wav", "Names a recording."),
      Example(
        "identify --catalog music.soundmark-catalog --skew-search 0.05:0.01 radio.wav",
        "Names what may be played up to 5 % too fast or too slow."),
      Example(
        "identify --catalog music.soundmark-catalog --all mix.mp3", "Lists the tracks of a mix."),
      Example(
        "identify --catalog music.soundmark-catalog --csv @queries.txt > answers.csv",
        "Answers a list."),
    ]
  ) { arguments in
    guard arguments.all || arguments.leastScore == nil else {
      throw UsageError("--least-score belongs to --all")
    }
    let inputs = try InputFiles(arguments.inputs)
    return try await interruptible {
      let catalog = try Catalog(existing: arguments.catalog)
      let variant = try Variant(of: catalog.identity, configuration: catalog.configuration)
      // Of more than are wanted some are left when others are excluded.
      let recognizer = try await catalog.recognizer(
        with: variant.strategy,
        limit: arguments.excludesSelf ? max(5, arguments.limit) + 3 : arguments.limit)
      guard let search = arguments.skewSearch else {
        return try await calibrated(
          inputs, with: recognizer, of: catalog, variant.strategy.fittedDecisions, arguments)
      }
      return try await calibrated(
        inputs, with: SkewSearchRecognizer(recognizer, search), of: catalog, nil, arguments)
    }
  }

  private static func calibrated(
    _ inputs: InputFiles, with recognizer: some FileRecognizer, of catalog: Catalog,
    _ fitted: FittedDecisions?, _ arguments: IdentifyArguments
  ) async throws -> ExitCode {
    let calibration: Calibration? =
      if let path = arguments.calibration {
        try CalibrationFile(reading: path).calibration(of: recognizer.identity, path: path)
      } else {
        try await catalog.calibration(of: recognizer.identity) ?? fitted?.calibration
      }
    var point: OperatingPoint?
    if let reference = arguments.operatingPoint {
      point = try await PointReference.point(at: reference, in: catalog)
    }
    try point?.check(recognizer.identity)
    guard !arguments.accepts || point != nil || fitted != nil else {
      throw UsageError(
        "--accept needs a threshold, and \(recognizer.identity) brings none: give "
          + "--operating-point FILE#NAME")
    }
    let hours = recognizer.footprint.duration.value / 3_600
    if point == nil, let fitted, hours > 4 * fitted.hours {
      Terminal.remark(
        "warning: what counts as a match was fitted with a catalog of \(fitted.hours) h; among "
          + "\(Int(hours.rounded())) h unknown sound scores higher: fit a threshold with "
          + "'soundmark tune'")
    }
    return try await identify(
      inputs, with: recognizer, of: catalog, calibration,
      Threshold(point: point, fitted: fitted), arguments)
  }

  /// What a file is, or everything that it holds.
  private static func answer(
    _ file: FilePath, _ recognizer: some FileRecognizer, of catalog: Catalog,
    _ calibration: Calibration?, _ arguments: IdentifyArguments
  ) async throws -> (Identification, DecodeReport) {
    let excluded = arguments.excludesSelf ? Set(try await catalog.tracks(of: file)) : []
    let duration = arguments.duration.map { Seconds($0) }
    guard arguments.all, let strategy = recognizer as? StrategyRecognizer else {
      let (whole, report) = try recognizer.identify(
        file, decoder: arguments.decoder, from: Seconds(arguments.from), duration: duration)
      let answer = whole.excluding(excluded).limited(to: arguments.limit)
      return (
        calibration?.calibrated(answer, queryLength: report.readDuration) ?? answer, report
      )
    }
    let (stretches, cost, report) = try strategy.stretches(
      file, decoder: arguments.decoder, from: Seconds(arguments.from), duration: duration,
      scoringAtLeast: arguments.leastScore)
    var answer = cost
    answer.candidates = stretches.filter { !excluded.contains($0.candidate.track) }.map { stretch in
      var one = [stretch.candidate]
      calibration?.fill(&one, runnerUp: stretch.runnerUp, queryLength: Stretch.window)
      return one[0]
    }
    return (answer, report)
  }

  private static func identify(
    _ inputs: InputFiles, with recognizer: some FileRecognizer, of catalog: Catalog,
    _ calibration: Calibration?, _ threshold: Threshold, _ arguments: IdentifyArguments
  ) async throws -> ExitCode {
    var (failures, missing, accepted, otherLengths) = (0, 0, 0, 0)
    let bar = ProgressBar(isVisible: Terminal.showsProgress && inputs.files.count > 1)
    for skipped in inputs.skipped { Terminal.remark("skipped: \(skipped.path): \(skipped.reason)") }
    if arguments.format == .csv { Terminal.print(CSV.render([QueryAnswer.header])) }
    for (place, file) in inputs.files.enumerated() {
      try Task.checkCancellation()
      let answer: QueryAnswer
      do {
        let (identification, report) = try await Self.answer(
          file, recognizer, of: catalog, calibration, arguments)
        for warning in report.warnings { Terminal.remark("warning: \(file): \(warning)") }
        if let length = threshold.point?.queryLength, !arguments.all,
          abs(report.readDuration.value - length.value) > 0.1 * length.value
        {
          otherLengths += 1
        }
        answer = QueryAnswer(
          query: file, identification: identification,
          threshold: threshold.leastScore(
            forQueryOf: arguments.all ? Stretch.window : report.readDuration),
          onlyAccepted: arguments.accepts, showsStretches: arguments.all)
        if answer.isAccepted == true { accepted += 1 }
      } catch let error as AudioFileError {
        Terminal.remark("soundmark identify: \(error)")
        failures += 1
        if error.isMissingInput { missing += 1 }
        answer = QueryAnswer(query: file, identification: nil)
      }
      bar.show("identifying", done: place + 1, of: inputs.files.count)
      Terminal.print(try answer.text(arguments.format))
    }
    bar.finish()
    if otherLengths > 0, let point = threshold.point, let length = point.queryLength {
      Terminal.remark(
        "warning: \(otherLengths) queries are not of the \(length.value) s that operating point "
          + "'\(point.name)' was set for; longer ones get higher scores")
    }
    guard failures > 0 else { return arguments.accepts && accepted == 0 ? .negative : .done }
    return missing == failures ? .inputMissing : .badData
  }
}

/// What an answer must score: as the user says, else as comes with the strategy.
private struct Threshold {
  let point: OperatingPoint?
  let fitted: FittedDecisions?

  func leastScore(forQueryOf length: Seconds) -> Double? {
    point?.acceptAtLeast ?? fitted?.leastScore(forQueryOf: length)
  }
}

/// What `soundmark identify` is told.
struct IdentifyArguments {
  /// How answers are printed.
  enum Format { case words, csv, json }
  var catalog = FilePath("")
  var limit = 5
  var from = 0.0
  var duration: Double?
  var all = false
  var leastScore: Double?
  var excludesSelf = false
  var skewSearch: SkewSearch?
  var calibration: FilePath?
  var operatingPoint: FilePath?
  var accepts = false
  var decoder = DecoderChoice.automatic
  var format = Format.words
  var inputs: [FilePath] = []
}
