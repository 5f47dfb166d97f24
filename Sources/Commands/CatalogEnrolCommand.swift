internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation
internal import Scoring

extension Command {
  /// `soundmark catalog create`.
  static let catalogCreate = Command(
    "create", "Enrols audio files; what is enrolled already is left alone.",
    arguments: CatalogEnrolArguments(),
    options: [
      .value(
        "strategy", short: "s", \.strategy, placeholder: "VARIANT",
        "A strategy by name, {strategy: …, configuration: …} in JSON5, or PLAN#LABEL."),
      .value(
        "output", short: "o", \.catalog, placeholder: "FILE", required: true,
        "The catalog, by custom with the ending .soundmark-catalog."),
    ] + enrolOptions,
    operands: [.many("AUDIO|DIR|@LIST", \.inputs, inputsHelp)],
    discussion: enrolDiscussion,
    examples: [
      Example(
        "catalog create --strategy constellation --output music.soundmark-catalog ~/Music",
        "Enrols a folder.")
    ]
  ) { arguments in
    let variant = try Variant(arguments.strategy)
    let inputs = try InputFiles(arguments.inputs, takesSignatures: true)
    let table = try mediaItems(arguments)
    try inputs.requireSome()
    return try await interruptible {
      let catalog = try Catalog(
        creating: arguments.catalog, identity: variant.strategy.identity,
        configuration: variant.configuration)
      return try await enrol(inputs, into: catalog, variant, table, arguments)
    }
  }

  /// `soundmark catalog add`.
  static let catalogAdd = Command(
    "add", "Enrols more files into a catalog.", arguments: CatalogEnrolArguments(),
    options: enrolOptions,
    operands: [
      .one("CATALOG", \.catalog, "A catalog."), .many("AUDIO|DIR|@LIST", \.inputs, inputsHelp),
    ],
    discussion: enrolDiscussion,
    examples: [
      Example(
        "catalog add shows.soundmark-catalog episode2.mp4 --media-items episode2.csv",
        "Enrols the sound of a film, with what is known of it.")
    ]
  ) { arguments in
    let inputs = try InputFiles(arguments.inputs, takesSignatures: true)
    let table = try mediaItems(arguments)
    return try await interruptible {
      let catalog = try Catalog(existing: arguments.catalog, forWriting: true)
      let variant = try Variant(of: catalog.identity, configuration: catalog.configuration)
      return try await enrol(inputs, into: catalog, variant, table, arguments)
    }
  }

  /// `soundmark catalog update`.
  static let catalogUpdate = Command(
    "update", "Enrols what is new or has changed, and renews media items.",
    arguments: CatalogEnrolArguments(),
    options: enrolOptions,
    operands: [
      .one("CATALOG", \.catalog, "A catalog."),
      .many("AUDIO|DIR|@LIST", \.inputs, atLeast: 0, inputsHelp),
    ],
    discussion: """
      A file with new contents replaces its recording, which keeps its name and its media items; one \
      with the same contents is left alone. Without files, all that the catalog knows are looked at \
      again; with --media-items, --operating-points or --calibration and no files, only these are \
      renewed. Files that are gone stay \
      in the catalog until 'catalog remove --missing'.


      """ + columnsHelp,
    examples: [
      Example(
        "catalog update music.soundmark-catalog ~/Music", "Follows the changes of a folder."),
      Example(
        "catalog update music.soundmark-catalog --media-items titles.csv",
        "Renews what listeners are told."),
    ]
  ) { arguments in
    let table = try mediaItems(arguments)
    let given =
      try arguments.inputs.isEmpty ? nil : InputFiles(arguments.inputs, takesSignatures: true)
    return try await interruptible {
      let catalog = try Catalog(existing: arguments.catalog, forWriting: true)
      let variant = try Variant(of: catalog.identity, configuration: catalog.configuration)
      var inputs = given ?? InputFiles(known: [])
      if given == nil, table == nil, arguments.operatingPoints == nil,
        arguments.calibration == nil
      {
        let (there, missing) = InputFiles.present(try await catalog.tracks().flatMap(\.paths))
        for path in missing {
          Terminal.remark("gone, and kept: \(path) ('catalog remove --missing' forgets it)")
        }
        inputs = InputFiles(known: there)
      }
      return try await enrol(inputs, into: catalog, variant, table, arguments)
    }
  }

  private static let inputsHelp =
    "Audio and .soundmark-signature files, folders of them, or @LIST, a file of paths, one a line, "
    + "such as an M3U playlist; they begin in its folder."

  private static let enrolOptions: [Option<CatalogEnrolArguments>] = [
    .value(
      "media-items", short: "m", \.mediaItems, placeholder: "CSV",
      "What listeners are told of the recordings, see below."),
    .value(
      "operating-points", \.operatingPoints, placeholder: "FILE[#NAME]",
      "Keeps thresholds of 'soundmark tune', for 'identify --operating-point NAME'."),
    .value(
      "calibration", \.calibration, placeholder: "FILE",
      "Keeps what 'soundmark calibrate' found scores to be worth, for 'identify'."),
    .jobs(\.jobs, "Files in work at once. The catalog does not depend on it."),
    .value("decoder", \.decoder, "Which decoder may be used."),
    .flag("json", \.json, "Prints what became of each file as JSON."),
  ]

  private static let enrolDiscussion =
    """
    Each file is committed when it is done: a run that was stopped goes on when the same line is \
    given again. A file that cannot be read is named and does not stop the others. Title, artist, \
    album and ISRC come from a file's own tags, unless --media-items says something of it.


    """ + columnsHelp

  /// The headers of `--media-items`.
  private static let columnsHelp =
    "Columns of the CSV, after a line with their names: "
    + MediaItemTable.columns.map { "\($0.name) (\($0.holds))" }.joined(separator: ", ")
    + ". Each other column is a field of your own: JSON where its cell is JSON, else text. Without "
    + "the column reference, the table is about the one file given. The rows about a recording "
    + "replace the items that it has."

  private static func mediaItems(_ arguments: CatalogEnrolArguments) throws -> MediaItemTable? {
    try arguments.mediaItems.map { try MediaItemTable(parsing: readBytes(of: $0), file: $0) }
  }

  /// Keeps what answers are to be decided by.
  private static func keepDecisions(
    in catalog: Catalog, _ arguments: CatalogEnrolArguments
  ) async throws {
    if let reference = arguments.operatingPoints {
      let (path, name) = PointReference.parts(of: reference)
      let names = try await catalog.keep(
        OperatingPointsFile.read(path), named: name, from: path)
      Terminal.remark("operating points kept: \(names.joined(separator: ", "))")
    }
    if let path = arguments.calibration {
      try await catalog.keep(CalibrationFile(reading: path), from: path)
    }
  }

  private static func enrol(
    _ inputs: InputFiles, into catalog: Catalog, _ variant: Variant, _ table: MediaItemTable?,
    _ arguments: CatalogEnrolArguments
  ) async throws -> ExitCode {
    try await keepDecisions(in: catalog, arguments)
    let bar = ProgressBar()
    let began = ContinuousClock.now
    let additions = try await catalog.add(
      inputs.files.map { CatalogSource($0) }, with: variant.strategy,
      decoder: arguments.decoder, jobs: arguments.jobs
    ) { progress in
      bar.show(
        "enrolling", done: progress.done, of: progress.total,
        current: progress.latest.path.lastComponent.description)
    }
    bar.finish()
    var strangers: [MediaItemTable.Row] = []
    if let table, let file = arguments.mediaItems {
      strangers = try await catalog.setMediaItems(
        from: table, at: file, only: only(of: additions, in: try await catalog.tracks()))
    }
    // The derived index is made now, so that the first question need not wait for it.
    let footprint = try await catalog.index(for: variant.strategy).footprint
    let time = Double((ContinuousClock.now - began) / .milliseconds(1)) / 1000
    var summary = CatalogSummary(
      catalog: arguments.catalog, additions: additions, skipped: inputs.skipped,
      tracks: try await catalog.tracks(), indexBytes: footprint.indexBytes, seconds: time)
    if let table, let file = arguments.mediaItems {
      summary.items = CatalogSummary.Items(table, of: file, strangers: strangers)
    }
    return try summary.show(json: arguments.json)
  }

  /// The one recording that a table without references can be about.
  private static func only(
    of additions: [CatalogAddition], in tracks: [CatalogTrack]
  ) -> TrackID? {
    let given = Set(additions.compactMap(\.track))
    if given.count == 1, additions.count == 1 { return given.first }
    return additions.isEmpty && tracks.count == 1 ? tracks[0].id : nil
  }
}

/// What the commands that enrol are told.
struct CatalogEnrolArguments {
  var strategy = "constellation"
  var catalog = FilePath("")
  var mediaItems: FilePath?
  var operatingPoints: FilePath?
  var calibration: FilePath?
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var decoder = DecoderChoice.automatic
  var json = false
  var inputs: [FilePath] = []
}
