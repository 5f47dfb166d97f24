internal import CommandLineOptions
internal import Corpora
internal import Files
internal import Fingerprinting
internal import Foundation

extension Command {
  /// `soundmark corpus …`: the tracks that experiments are made of.
  static let corpus = Command(
    "corpus", "Lists, fetches, makes, verifies and audits corpora.", group: "audio",
    discussion: """
      A corpus is a folder below Datasets with a manifest, corpus.json5; its audio is kept outside \
      the project, in $SOUNDMARK_CACHE, $XDG_CACHE_HOME/soundmark or ~/.cache/soundmark.
      """,
    subcommands: [list, fetch, verify, make, audit])

  private static let list = Command(
    "list", "Lists the corpora and how much of each is here.",
    arguments: CorpusArguments(),
    options: [datasets, .flag("json", \.json, "Prints the list as JSON.")]
  ) { arguments in
    guard
      let found = try? FileManager.default
        .contentsOfDirectory(atPath: arguments.datasets.description)
    else {
      throw CorpusError.missing(
        path: arguments.datasets, remedy: "name the folder with corpora with --datasets")
    }
    let names = found.sorted()
      .filter { name in
        let manifest = Corpus.manifestPath(of: name, datasetsFolder: arguments.datasets)
        return FileManager.default.fileExists(atPath: manifest.description)
      }
    var states: [CorpusState] = []
    var faults = 0
    for name in names {
      do throws(CorpusError) {
        let corpus = try Corpus.open(name, datasetsFolder: arguments.datasets, verify: false)
        states.append(CorpusState(corpus, named: name))
      } catch {
        faults += 1
        Terminal.remark("\(error)")
      }
    }
    if arguments.json {
      try Terminal.print(json: states)
    } else {
      for state in states {
        Terminal.print(
          "\(state.name): \(state.present) of \(state.tracks) tracks here, "
            + "\(clock(state.seconds))\n  \(state.description)")
      }
    }
    return faults == 0 ? .done : .badData
  }

  private static let verify = Command(
    "verify", "Checks every file of a corpus by its digest, and its duration.",
    arguments: CorpusArguments(),
    options: [datasets, .flag("json", \.json, "Prints the result as JSON.")],
    operands: [.one("NAME", \.name, "A corpus, or the path of a manifest.")]
  ) { arguments in
    let corpus = try Corpus.open(arguments.name, datasetsFolder: arguments.datasets)
    return try CorpusState(corpus, named: arguments.name).show(json: arguments.json)
  }

  private static let fetch = Command(
    "fetch", "Gets the audio of a corpus from Debian's packages.",
    arguments: CorpusArguments(),
    options: [datasets, .flag("json", \.json, "Prints the result as JSON.")],
    operands: [
      .one("NAME", \.name, "A corpus whose manifest names packages, such as debian-music.")
    ],
    discussion: """
      Packages are downloaded with apt-get (no root needed), only the listed audio files are \
      unpacked, and every file is checked by its digest. What is here already is not fetched again.
      """,
    examples: [Example("corpus fetch debian-music", "Gets the music.")]
  ) { arguments in
    try await interruptible {
      let before = try Corpus.open(arguments.name, datasetsFolder: arguments.datasets)
      let bar = ProgressBar()
      let report = try DebianFetcher().fetch(before) { progress in
        bar.show(
          "packages", done: progress.number - 1, of: progress.count, current: progress.package)
      }
      bar.finish()
      for warning in report.warnings { Terminal.remark("warning: " + warning) }
      for failure in report.failures {
        Terminal.remark("not fetched: \(failure.track): \(failure.reason)")
      }
      let corpus = try Corpus.open(arguments.name, datasetsFolder: arguments.datasets)
      return try CorpusState(corpus, named: arguments.name).show(json: arguments.json)
    }
  }

  private static let make = Command(
    "make", "Makes a corpus: by a recipe, or of any folder of audio files.",
    arguments: CorpusMakeArguments(),
    options: [
      .datasets(\.datasets),
      .value(
        "from", \.from, placeholder: "DIR",
        "The folder whose files become the corpus; they stay where they are."),
      .value(
        "out-of-catalogue", \.outOfCatalogue, placeholder: "SHARE",
        "The share of recordings that are never enrolled: 0.25, or 0 with --queries, unless given.",
        check: share
      ).grouped("division"),
      .value(
        "tuning", \.tuning, in: 0...1, placeholder: "SHARE",
        "The share of recordings for choosing settings."
      ).grouped("division"),
      .value(
        "calibration", \.calibration, in: 0...1, placeholder: "SHARE",
        "The share of recordings for fitting thresholds."
      ).grouped("division"),
      .value(
        "layout", \.layout, placeholder: "NAME",
        "How files are named and labelled: folder, fma (with tracks.csv) or gtzan."),
      .value(
        "queries", \.queries, placeholder: "FILE",
        "Recorded queries: a CSV with the columns query,reference,offset_s,skew, or MIREX's list of "
          + "a query and its reference a line (.txt, .tsv or .list)."),
      .value("noise-kind", \.noiseKind, placeholder: "KIND", "Makes all files noise of this kind."),
      .value("licence", \.licence, placeholder: "NAME", "The licence that the manifest states."),
      .jobs(\.jobs, "Files in work at once. The corpus does not depend on it."),
    ],
    operands: [
      .one("NAME", \.name, "The corpus: a recipe in Datasets/NAME/recipe.json5, or a new name.")
    ],
    examples: [
      Example("corpus make synthetic", "Makes the synthetic corpus."),
      Example("corpus make mine --from ~/Music", "Makes a corpus of a folder."),
      Example(
        "corpus make gtzan --from genres --layout gtzan --queries queries.txt",
        "Makes one whose queries are recordings; a plan asks them with queries: \"recorded\"."),
    ]
  ) { arguments in
    try await interruptible {
      if let folder = arguments.from { return try await arguments.list(folder) }
      return try await arguments.followRecipe()
    }
  }

  static let datasets: Option<CorpusArguments> = .datasets(\.datasets)
}

/// What most `soundmark corpus` commands are told.
struct CorpusArguments {
  var name = ""
  var datasets = FilePath("Datasets")
  var json = false
}

/// What `soundmark corpus make` is told.
struct CorpusMakeArguments {
  var name = ""
  var datasets = FilePath("Datasets")
  var from: FilePath?
  var outOfCatalogue: Double?
  var tuning = 0.25
  var calibration = 0.25
  var layout = CorpusLayout.folder
  var queries: FilePath?
  var noiseKind: String?
  var licence = "unknown"
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  private var manifestPath: FilePath { Corpus.manifestPath(of: name, datasetsFolder: datasets) }

  /// Lists a folder as a corpus.
  func list(_ folder: FilePath) async throws -> ExitCode {
    if let known = try? CorpusManifest.read(manifestPath), known.audioFolder == nil {
      throw UsageError(
        "'\(manifestPath)' lists a corpus that was not made of a folder, and would be lost; choose "
          + "another NAME")
    }
    let bar = ProgressBar()
    let made = try await FolderCorpus.make(
      named: name, from: folder,
      options: FolderCorpus.Options(
        outOfCatalogueShare: outOfCatalogue ?? (queries == nil ? 0.25 : 0), tuningShare: tuning,
        calibrationShare: calibration,
        noiseKind: noiseKind, licence: licence, layout: layout),
      jobs: jobs
    ) { bar.show("files", done: $0, of: $1) }
    bar.finish()
    for skipped in made.skipped { Terminal.remark("skipped: \(skipped.path): \(skipped.reason)") }
    for copy in made.copies { Terminal.remark("\(copy.path): the same bytes as '\(copy.of)'") }
    for warning in made.warnings { Terminal.remark("warning: " + warning) }
    guard !made.manifest.tracks.isEmpty else {
      Terminal.remark("soundmark corpus make: '\(folder)' holds no audio file; no corpus was made")
      return .badData
    }
    try makeFolder(datasets.appending(name))
    var manifest = made.manifest
    var isWhole = true
    if let queries {
      manifest.queries = try list(queries, with: manifest)
    }
    try manifest.write(to: manifestPath)
    if manifest.queries != nil {
      let recorded = try RecordedQueries(of: Corpus.open(manifestPath.description, verify: false))
      for absent in recorded.absent {
        Terminal.remark("query left out: \(absent.id): \(absent.reason)")
      }
      Terminal.print("\(recorded.queries.count) recorded queries")
      isWhole = recorded.absent.isEmpty
    }
    Terminal.print("\(manifestPath): \(made.manifest.tracks.count) tracks")
    return isWhole ? .done : .badData
  }

  /// Puts the list of recorded queries where the manifest names it.
  private func list(_ queries: FilePath, with manifest: CorpusManifest) throws -> String {
    guard !queries.description.lowercased().hasSuffix(".csv") else {
      // It stays where it is: its paths begin there.
      guard let path = queries.withCString({ realpath($0, nil) }) else {
        throw CorpusError.missing(path: queries, remedy: "name a list of recorded queries")
      }
      defer { free(path) }
      return FilePath(
        bytes: Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
      ).description
    }
    let text = try MIREXQueries.csv(from: queries, corpus: manifest)
    let file = datasets.appending(name).appending("queries.csv")
    try writeBytes(Array(text.utf8), to: file)
    return "queries.csv"
  }

  /// Makes the corpus that a recipe describes, and checks it against the manifest kept with it.
  func followRecipe() async throws -> ExitCode {
    let recipe = try SyntheticRecipe.read(datasets.appending(name).appending("recipe.json5"))
    let folder = AudioCache.folder().appending(name)
    let path = manifestPath
    let known = FileManager.default.fileExists(atPath: path.description)
    if known, let corpus = try? Corpus.open(path.description), corpus.absent.isEmpty {
      Terminal.print("\(folder): all \(corpus.present.count) tracks are here")
      return .done
    }
    let bar = ProgressBar()
    let manifest = try await SyntheticCorpus.make(recipe, into: folder, jobs: jobs) {
      bar.show("tracks", done: $0, of: $1)
    }
    bar.finish()
    if !known { try manifest.write(to: path) }
    let corpus = try Corpus.open(path.description)
    return try CorpusState(corpus, named: name).show(json: false)
  }
}

/// A corpus as it is on this machine, for people and programs.
private struct CorpusState: Encodable {
  struct Absence: Encodable {
    var track: String
    var reason: String
  }

  var name: String
  var description: String
  var digest: String
  var folder: String
  var tracks: Int
  var present: Int
  var seconds: Double
  var counts: [String: Int]
  var absent: [Absence]
  /// What the manifest says wrongly.
  var misstated: [Absence]

  init(_ corpus: Corpus, named name: String) {
    self.name = name
    description = corpus.manifest.description
    digest = corpus.digest
    folder = corpus.audioFolder.description
    tracks = corpus.manifest.tracks.count
    present = corpus.present.count
    seconds = corpus.present.reduce(0) { $0 + $1.duration.value }
    counts = corpus.counts
    absent = corpus.absent.map { Absence(track: $0.track.id.rawValue, reason: "\($0.reason)") }
    misstated = corpus.misstatements.map { Absence(track: $0.track.rawValue, reason: $0.words) }
  }

  /// Says what is here and names what is not.
  func show(json: Bool) throws -> ExitCode {
    if json {
      try Terminal.print(json: self)
    } else {
      for absence in absent { Terminal.remark("absent: \(absence.track): \(absence.reason)") }
      for fault in misstated { Terminal.remark("duration: \(fault.track): \(fault.reason)") }
      Terminal.print(
        "\(name): \(present) of \(tracks) tracks, \(clock(seconds)), digest \(digest.prefix(12))")
      for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
        Terminal.print("  \(kind): \(count)")
      }
      Terminal.print("  in \(folder)")
    }
    if absent.isEmpty, misstated.isEmpty { return .done }
    return present == 0 ? .inputMissing : .badData
  }
}
