internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting

extension Command {
  /// `soundmark library …`: what a listener wants to keep.
  static let library = Command(
    "library", "Keeps media items that were recognised.", group: "recognition",
    subcommands: [list, add, remove])

  private static let list = Command(
    "list", "Lists the entries of an application.", arguments: LibraryArguments(),
    options: common + [.flag("json", \.json, "Prints the items as JSON.")],
    discussion: placeHelp
  ) { arguments in
    let items = try await open(arguments).items()
    if arguments.json {
      try Terminal.print(json: items)
    } else {
      for item in items { Terminal.print("\(item.identifier ?? "")  \(item.words)") }
    }
    return .done
  }

  private static let add = Command(
    "add", "Adds media items: all of them, or none.", arguments: LibraryArguments(),
    options: [
      .value(
        "media-items", short: "m", \.mediaItems, placeholder: "CSV",
        "Items to add; the columns are those of 'catalog create'."),
      .value(
        "catalog", short: "c", \.catalog, placeholder: "FILE",
        "A catalog, of which recordings are named."),
    ] + common,
    operands: [
      .many("REFERENCE", \.words, atLeast: 0, "A recording of the catalog, by name.")
    ],
    discussion: """
      Items are told apart by their identifier, which each must have. One with the identifier of an \
      entry takes its place.


      """ + placeHelp,
    examples: [
      Example(
        "library add --catalog music.soundmark-catalog song.mp3",
        "Adds all items of a recording."),
      Example("library add --media-items favourites.csv", "Adds the items of a table."),
    ]
  ) { arguments in
    var items: [MediaItem] = []
    if let file = arguments.mediaItems {
      items += try MediaItemTable(parsing: readBytes(of: file), file: file).rows.map(\.item)
    }
    if let path = arguments.catalog {
      let catalog = try Catalog(existing: path)
      guard !arguments.words.isEmpty else { throw UsageError("expected a REFERENCE") }
      for word in arguments.words {
        let found = try await catalog.mediaItems(of: TrackID(word))
        guard !found.isEmpty else {
          throw CatalogError.notFound(
            path, what: "media item for '\(word)'",
            hint: "'catalog update --media-items' says what is known of it")
        }
        items += found
      }
    } else if let word = arguments.words.first {
      throw UsageError("expected --catalog, in which '\(word)' is a recording")
    }
    guard arguments.mediaItems != nil || arguments.catalog != nil else {
      throw UsageError("expected --media-items, or --catalog and a REFERENCE")
    }
    let library = try open(arguments)
    try await library.add(items)
    Terminal.remark("\(library.path): \(items.count) items")
    return .done
  }

  private static let remove = Command(
    "remove", "Removes entries: all that are named, or none.", arguments: LibraryArguments(),
    options: common,
    operands: [.many("IDENTIFIER", \.words, "An entry of the application's own.")],
    discussion: placeHelp
  ) { arguments in
    try await open(arguments).remove(arguments.words)
    return .done
  }

  private static func open(_ arguments: LibraryArguments) throws -> MediaLibrary {
    try MediaLibrary(
      application: arguments.application,
      at: arguments.library ?? MediaLibrary.standardPath())
  }

  private static let common: [Option<LibraryArguments>] = [
    .value(
      "application", \.application, placeholder: "NAME",
      "Whose entries are meant; an application sees and removes only its own."),
    .value("library", \.library, placeholder: "FILE", "The library, see below."),
  ]

  private static let placeHelp =
    "The library is the file that \(MediaLibrary.environmentVariable) names, or else "
    + "soundmark/library.\(MediaLibrary.fileExtension) in XDG_DATA_HOME (~/.local/share unless set)."
}

/// What `soundmark library` is told.
struct LibraryArguments {
  var application = "soundmark"
  var library: FilePath?
  var mediaItems: FilePath?
  var catalog: FilePath?
  var json = false
  var words: [String] = []
}
