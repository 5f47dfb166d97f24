internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Scoring
internal import Tabular

extension Command {
  /// `soundmark catalog …`: the references of `identify`.
  static let catalog = Command(
    "catalog", "Makes, changes and shows catalogs of references.", group: "recognition",
    subcommands: [
      .catalogCreate, .catalogAdd, .catalogUpdate, display, remove, .catalogExport, .catalogMerge,
    ])

  private static let display = Command(
    "display", "Lists what a catalog holds.", arguments: CatalogDisplayArguments(),
    options: [.flag("json", \.json, "Prints the list as JSON.")],
    operands: [.one("CATALOG", \.catalog, "A catalog.")]
  ) { arguments in
    let catalog = try Catalog(existing: arguments.catalog)
    let tracks = try await catalog.tracks()
    let points = try await catalog.operatingPoints()
    let calibrations = try await catalog.calibrations()
    if arguments.json {
      try Terminal.print(
        json: CatalogContents(
          strategy: catalog.identity, recordings: tracks, operatingPoints: points,
          calibrations: calibrations))
    } else {
      let bytes = tracks.reduce(0) { $0 + $1.signatureBytes }
      let seconds = tracks.reduce(0) { $0 + $1.duration.value }
      for track in tracks {
        Terminal.print("\(clock(track.duration.value))  \(track.id)")
        for item in track.mediaItems { Terminal.print("          \(item.words)") }
        // The first file has the recording's name, or ends in it where that was relative.
        for path in track.paths.dropFirst() {
          Terminal.print("          also \(path)")
        }
      }
      let items = tracks.reduce(0) { $0 + $1.mediaItems.count }
      let density = Int(saturating: (Double(bytes) / seconds).rounded())
      let rate = seconds > 0 ? "\(density) bytes a second" : "–"
      Terminal.remark(
        "\(tracks.count) recordings, \(clock(seconds)) in all, \(items) media items, \(rate), made "
          + "with \(catalog.identity)")
      for point in points {
        let length = point.queryLength.map { " for queries of \(Digits.fixed($0.value, 1)) s" }
        Terminal.remark(
          "operating point '\(point.name)': \(Digits.fixed(point.acceptAtLeast, 2)) or more"
            + (length ?? ""))
      }
      for calibration in calibrations {
        let lengths = calibration.fits.map { Digits.fixed($0.seconds, 1) }
        Terminal.remark(
          "calibrated for \(calibration.recognizer) and queries of "
            + "\(lengths.joined(separator: ", ")) s")
      }
    }
    return .done
  }

  private static let remove = Command(
    "remove", "Forgets recordings; their files need not exist any more.",
    arguments: CatalogRemoveArguments(),
    options: [
      .flag("missing", \.missing, "Forgets every file that does not exist any more."),
      .values("operating-point", \.points, placeholder: "NAME", "Forgets an operating point."),
      .flag("calibration", \.calibration, "Forgets the calibrations."),
    ],
    operands: [
      .one("CATALOG", \.catalog, "A catalog."),
      .many("REFERENCE", \.references, atLeast: 0, "A recording by its name, or one of its files."),
    ]
  ) { arguments in
    let catalog = try Catalog(existing: arguments.catalog, forWriting: true)
    if arguments.missing {
      for path in try await catalog.removeMissing() { Terminal.print("\(path)") }
    } else if arguments.references.isEmpty, arguments.points.isEmpty, !arguments.calibration {
      throw UsageError(
        "expected a REFERENCE, --missing, --operating-point NAME or --calibration")
    }
    for name in arguments.points { try await catalog.removeOperatingPoint(named: name) }
    if arguments.calibration { try await catalog.removeCalibrations() }
    let names = Set(try await catalog.tracks().map(\.id))
    var isWhole = true
    for reference in arguments.references {
      let name = TrackID(reference.description)
      do {
        if names.contains(name) {
          try await catalog.remove(name)
        } else {
          try await catalog.remove(file: reference)
        }
        Terminal.print("\(reference)")
      } catch let error as CatalogError {
        isWhole = false
        Terminal.remark("not removed: \(error)")
      }
    }
    try await catalog.vacuum()
    return isWhole ? .done : .badData
  }
}

extension MediaItem {
  /// The item on one line: who and what, when, and the rest by its names.
  var words: String {
    var parts: [String] = []
    let name = [artist, title].compactMap(\.self).joined(separator: ": ")
    if !name.isEmpty { parts.append(name) }
    if let subtitle { parts.append(subtitle) }
    if !timeRanges.isEmpty {
      let ranges = timeRanges.map {
        "\(clock($0.lowerBound.value))–\(clock($0.upperBound.value))"
      }
      parts.append("at \(ranges.joined(separator: ", "))")
    }
    if !frequencySkewRanges.isEmpty {
      let ranges = frequencySkewRanges.map { "\($0.lowerBound)..\($0.upperBound)" }
      parts.append("skew \(ranges.joined(separator: ", "))")
    }
    let custom = custom.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if !custom.isEmpty { parts.append("with \(custom.joined(separator: ", "))") }
    return parts.isEmpty ? "an item without a title" : parts.joined(separator: "; ")
  }
}

/// Seconds as hours, minutes and seconds.
func clock(_ seconds: Double) -> String {
  guard let whole = Int(exactly: seconds.rounded()), whole >= 0 else { return "\(seconds) s" }
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
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
  var points: [String] = []
  var calibration = false
}

/// What `soundmark catalog display --json` prints.
private struct CatalogContents: Encodable {
  var strategy: ComponentIdentity
  var recordings: [CatalogTrack]
  var operatingPoints: [OperatingPoint]
  var calibrations: [Calibration]
}
