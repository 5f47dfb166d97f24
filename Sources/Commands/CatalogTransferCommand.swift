internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Files
internal import Fingerprinting
internal import Foundation

extension Command {
  /// `soundmark catalog export`.
  static let catalogExport = Command(
    "export", "Writes media items as CSV and signatures as files.",
    arguments: CatalogExportArguments(),
    options: [
      .value(
        "media-items", short: "m", \.mediaItems, placeholder: "CSV",
        "Where the media items go, - for standard output; 'catalog create' takes them."),
      .value(
        "signatures", \.signatures, placeholder: "DIR",
        "Where the signatures go, one file each; 'catalog create' takes them."),
    ],
    operands: [
      .one("CATALOG", \.catalog, "A catalog."),
      .many("REFERENCE", \.references, atLeast: 0, "Recordings by name; all unless given."),
    ],
    examples: [
      Example(
        "catalog export music.soundmark-catalog --media-items items.csv --signatures signatures",
        "Takes a catalog apart; the line below puts it together again."),
      Example(
        "catalog create --output copy.soundmark-catalog --media-items items.csv signatures",
        "Makes a catalog of the parts, without any sound."),
    ]
  ) { arguments in
    guard arguments.mediaItems != nil || arguments.signatures != nil else {
      throw UsageError("expected --media-items, --signatures, or both")
    }
    return try await interruptible { try await export(arguments) }
  }

  private static func export(_ arguments: CatalogExportArguments) async throws -> ExitCode {
    let catalog = try Catalog(existing: arguments.catalog)
    let tracks = try await catalog.tracks()
    let chosen = Set(arguments.references.map { TrackID($0.description) })
    let known = Set(tracks.map(\.id))
    for reference in arguments.references where !known.contains(TrackID(reference.description)) {
      throw CatalogError.notFound(
        arguments.catalog, what: "track '\(reference)'",
        hint: nearestNames(to: reference.description, among: tracks.map(\.id.rawValue)))
    }
    let exported = tracks.filter { chosen.isEmpty || chosen.contains($0.id) }
    if let folder = arguments.signatures {
      try makeFolder(folder)
      let places = Dictionary(
        exported.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      let identity = catalog.identity
      let configuration = catalog.configuration
      try await catalog.forEachSignature { track, signature in
        try Task.checkCancellation()
        guard let place = places[track] else { return }
        let file = SignatureFile(
          identity: identity, configuration: configuration, source: track.rawValue,
          signature: signature)
        try replaceFile(folder.appending(fileName(track, place)), with: file.encode())
      }
    }
    var items = 0
    if let file = arguments.mediaItems {
      let table = MediaItemTable(exported.map { ($0.id, $0.mediaItems) })
      if file == FilePath("-") {
        Terminal.print(table.text)
      } else {
        try replaceFile(file, with: Array(table.text.utf8))
      }
      items = table.rows.count
    }
    let said = arguments.signatures == nil ? [] : ["\(exported.count) signatures"]
    let more = arguments.mediaItems == nil ? [] : ["\(items) media items"]
    Terminal.remark("\(arguments.catalog): \((said + more).joined(separator: ", "))")
    return .done
  }

  /// A name that sorts in the order of the catalog, with as much of the recording's as files may
  /// have.
  private static func fileName(_ track: TrackID, _ place: Int) -> String {
    let digits = "\(place + 1)"
    let number = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    let name = FilePath(track.rawValue).lastComponent.description.unicodeScalars.filter {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_. ".unicodeScalars.contains($0)
    }
    var short = String(String.UnicodeScalarView(name))
    while short.utf8.count > 100 { short.removeLast() }
    return "\(number) \(short).\(SignatureFile.fileExtension)"
  }

  /// `soundmark catalog merge`.
  static let catalogMerge = Command(
    "merge", "Puts everything that catalogs hold into one.", arguments: CatalogMergeArguments(),
    options: [
      .value(
        "output", short: "o", \.output, placeholder: "FILE", required: true,
        "The catalog that takes it all in; made where there is none.")
    ],
    operands: [.many("CATALOG", \.catalogs, "Catalogs made with one strategy and settings.")],
    discussion: """
      A recording that is there under the same name, with the same file or the same signature, is \
      kept once; so is one file under two names, with the name that was first. Its media items are \
      those of the first and then those that are new. A name that stands for two different \
      recordings stops the merging, and then nothing is changed.
      """,
    examples: [
      Example(
        "catalog merge --output all.soundmark-catalog disc1.soundmark-catalog disc2.soundmark-catalog",
        "Joins two catalogs.")
    ]
  ) { arguments in
    try await interruptible {
      let others = try arguments.catalogs.map { try Catalog(existing: $0) }
      let isNew = InputFiles.present([arguments.output]).there.isEmpty
      let catalog = try Catalog(
        creating: arguments.output, identity: others[0].identity,
        configuration: others[0].configuration)
      let counts: [CatalogMergeCount]
      do {
        counts = try await catalog.merge(others)
      } catch {
        if isNew { _ = arguments.output.withCString { unlink($0) } }
        throw error
      }
      let variant = try Variant(of: catalog.identity, configuration: catalog.configuration)
      let footprint = try await catalog.index(for: variant.strategy).footprint
      for (path, count) in zip(arguments.catalogs, counts) {
        Terminal.print("\(path): \(count.added) added, \(count.known) there already")
      }
      Terminal.remark(
        "\(arguments.output): \(footprint.tracks) recordings, \(clock(footprint.duration.value))")
      return .done
    }
  }
}

/// What `soundmark catalog export` is told.
struct CatalogExportArguments {
  var catalog = FilePath("")
  var references: [FilePath] = []
  var mediaItems: FilePath?
  var signatures: FilePath?
}

/// What `soundmark catalog merge` is told.
struct CatalogMergeArguments {
  var output = FilePath("")
  var catalogs: [FilePath] = []
}
