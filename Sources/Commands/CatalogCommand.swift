internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation

extension Command {
  /// `soundmark catalog …`: the references of `identify`.
  static let catalog = Command(
    "catalog", "Makes and shows catalogs of references.", group: "recognition",
    subcommands: [create, display, remove])

  private static let create = Command(
    "create", "Enrols audio files; what is enrolled already is left alone.",
    arguments: CatalogCreateArguments(),
    options: [
      .value(
        "strategy", short: "s", \.strategy, placeholder: "VARIANT",
        "A strategy by name, {strategy: …, configuration: …} in JSON5, or PLAN#LABEL."),
      .value(
        "output", short: "o", \.output, placeholder: "FILE", required: true,
        "The catalog, by custom with the ending .soundmark-catalog."),
      .value(
        "jobs", short: "j", \.jobs, in: 1...256,
        "Files in work at once. The catalog does not depend on it."),
      .value("decoder", \.decoder, "Which decoder may be used."),
      .flag("json", \.json, "Prints what became of each file as JSON."),
    ],
    operands: [
      .many(
        "AUDIO|DIR|@LIST", \.inputs,
        "Audio files, folders of them, or @LIST, a file of paths, one a line.")
    ],
    discussion: """
      Each file is committed when it is done: a run that was stopped goes on when the same line is \
      given again. A file that cannot be read is named and does not stop the others.
      """,
    examples: [
      Example(
        "catalog create --strategy constellation --output music.soundmark-catalog ~/Music",
        "Enrols a folder.")
    ]
  ) { arguments in
    let variant = try Variant(arguments.strategy)
    let inputs = try InputFiles(arguments.inputs)
    return try await interruptible {
      let catalog = try Catalog(
        creating: arguments.output, identity: variant.strategy.identity,
        configuration: variant.configuration)
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
      // The derived index is made now, so that the first question need not wait for it.
      let footprint = try await catalog.index(for: variant.strategy).footprint
      let time = Double((ContinuousClock.now - began) / .milliseconds(1)) / 1000
      return try CatalogSummary(
        catalog: arguments.output, additions: additions, skipped: inputs.skipped,
        footprint: footprint, seconds: time
      ).show(json: arguments.json)
    }
  }

  private static let display = Command(
    "display", "Lists what a catalog holds.", arguments: CatalogDisplayArguments(),
    options: [.flag("json", \.json, "Prints the list as JSON.")],
    operands: [.one("CATALOG", \.catalog, "A catalog.")]
  ) { arguments in
    let catalog = try Catalog(existing: arguments.catalog)
    let tracks = try await catalog.tracks()
    if arguments.json {
      try Terminal.print(json: tracks)
    } else {
      let bytes = tracks.reduce(0) { $0 + $1.signatureBytes }
      let seconds = tracks.reduce(0) { $0 + $1.duration.value }
      for track in tracks {
        Terminal.print("\(clock(track.duration.value))  \(track.id)")
        // The first file has the recording's name, or ends in it where that was relative.
        for path in track.paths.dropFirst() {
          Terminal.print("          also \(path)")
        }
      }
      let rate = seconds > 0 ? "\(Int((Double(bytes) / seconds).rounded())) bytes a second" : "–"
      Terminal.remark(
        "\(tracks.count) recordings, \(clock(seconds)) in all, \(rate), made with \(catalog.identity)"
      )
    }
    return .done
  }

  private static let remove = Command(
    "remove", "Forgets recordings; their files need not exist any more.",
    arguments: CatalogRemoveArguments(),
    options: [
      .flag("missing", \.missing, "Forgets every file that does not exist any more.")
    ],
    operands: [
      .one("CATALOG", \.catalog, "A catalog."),
      .many("REFERENCE", \.references, atLeast: 0, "A recording by its name, or one of its files."),
    ]
  ) { arguments in
    let catalog = try Catalog(existing: arguments.catalog, forWriting: true)
    if arguments.missing {
      for path in try await catalog.removeMissing() { Terminal.print("\(path)") }
    } else if arguments.references.isEmpty {
      throw UsageError("expected a REFERENCE, or --missing")
    }
    let names = Set(try await catalog.tracks().map(\.id))
    for reference in arguments.references {
      let name = TrackID(reference.description)
      if names.contains(name) {
        try await catalog.remove(name)
      } else {
        try await catalog.remove(file: reference)
      }
      Terminal.print("\(reference)")
    }
    try await catalog.vacuum()
    return .done
  }
}

/// Seconds as hours, minutes and seconds.
func clock(_ seconds: Double) -> String {
  let whole = Int(seconds.rounded())
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
}

/// What `soundmark catalog create` is told.
struct CatalogCreateArguments {
  var strategy = "constellation"
  var output = FilePath("")
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var decoder = DecoderChoice.automatic
  var json = false
  var inputs: [FilePath] = []
}

/// What `soundmark catalog display` is told.
struct CatalogDisplayArguments {
  var catalog = FilePath("")
  var json = false
}

/// What `soundmark catalog remove` is told.
struct CatalogRemoveArguments {
  var catalog = FilePath("")
  var references: [FilePath] = []
  var missing = false
}
