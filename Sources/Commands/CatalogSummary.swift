internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting

/// What became of the files that `catalog create` was given.
struct CatalogSummary: Encodable {
  /// One file.
  struct File: Encodable {
    var path: String
    var outcome: String
    var reference: String?
    var reason: String?
    var warnings: [String]
  }

  /// A table of media items.
  struct Items: Encodable {
    /// A row whose recording the catalog does not have.
    struct Stranger: Encodable {
      var line: Int
      var reference: String
    }

    var file: String
    var rows: Int
    var customColumns: [String]
    var unknown: [Stranger]

    init(_ table: MediaItemTable, of file: FilePath, strangers: [MediaItemTable.Row]) {
      self.file = file.description
      rows = table.rows.count
      customColumns = table.customColumns
      unknown = strangers.map { Stranger(line: $0.line, reference: $0.reference ?? "") }
    }
  }

  var catalog: String
  var files: [File]
  var recordings: Int
  var seconds: Double
  var signatureBytes: Int
  var indexBytes: Int
  var wallSeconds: Double
  /// What was done with a table of media items.
  var items: Items?
  private var failures: Int
  private var missing: Int

  private enum CodingKeys: String, CodingKey {
    case catalog, files, recordings, seconds, signatureBytes, indexBytes, wallSeconds, items
  }

  init(
    catalog: FilePath, additions: [CatalogAddition], skipped: [AudioFileListing.Skipped],
    tracks: [CatalogTrack], indexBytes: Int, seconds: Double
  ) {
    self.catalog = catalog.description
    var failures = 0
    var missing = 0
    files = additions.map { addition in
      var file = File(
        path: addition.path.description, outcome: "", warnings: addition.warnings)
      switch addition.outcome {
      case .added(let track): (file.outcome, file.reference) = ("added", track.rawValue)
      case .changed(let track): (file.outcome, file.reference) = ("changed", track.rawValue)
      case .unchanged(let track): (file.outcome, file.reference) = ("unchanged", track.rawValue)
      case .duplicate(let track): (file.outcome, file.reference) = ("duplicate", track.rawValue)
      case .unusable(let reason):
        (file.outcome, file.reason) = ("unusable", reason)
        failures += 1
      case .failed(let reason, let isMissing):
        (file.outcome, file.reason) = (isMissing ? "missing" : "failed", reason)
        failures += 1
        if isMissing { missing += 1 }
      }
      return file
    }
    files += skipped.map {
      File(path: $0.path.description, outcome: "skipped", reason: $0.reason, warnings: [])
    }
    recordings = tracks.count
    self.seconds = tracks.reduce(0) { $0 + $1.duration.value }
    signatureBytes = tracks.reduce(0) { $0 + $1.signatureBytes }
    self.indexBytes = indexBytes
    wallSeconds = seconds
    self.failures = failures
    self.missing = missing
  }

  /// Says what happened; every file that was not enrolled is named.
  func show(json: Bool) throws -> ExitCode {
    for file in files {
      for warning in file.warnings { Terminal.remark("warning: \(file.path): \(warning)") }
      switch file.outcome {
      case "duplicate":
        Terminal.remark("\(file.path): the same content as '\(file.reference ?? "")', kept once")
      case "skipped": Terminal.remark("skipped: \(file.path): \(file.reason ?? "")")
      case "added", "changed", "unchanged": break
      // Why a file cannot be read names it; why its sound cannot be used does not.
      case "unusable": Terminal.remark("not enrolled: \(file.path): \(file.reason ?? "")")
      default: Terminal.remark("not enrolled: \(file.reason ?? file.path)")
      }
    }
    if json {
      try Terminal.print(json: self)
    } else {
      let rate = seconds > 0 ? Int(saturating: (Double(signatureBytes) / seconds).rounded()) : 0
      let added = files.count { $0.outcome == "added" }
      let changed = files.count { $0.outcome == "changed" }
      Terminal.print(
        "\(catalog): \(recordings) recordings, \(clock(seconds)) of sound, \(added) new"
          + (changed > 0 ? ", \(changed) changed; " : "; ")
          + "\(rate) bytes a second, index \(indexBytes / 1024) KiB; "
          + "\((wallSeconds * 10).rounded() / 10) s")
    }
    if let items { show(items) }
    guard failures == 0 else { return missing == failures ? .inputMissing : .badData }
    return items?.unknown.isEmpty ?? true ? .done : .badData
  }

  private func show(_ items: Items) {
    for row in items.unknown {
      Terminal.remark(
        "'\(items.file)', line \(row.line), column 'reference': '\(row.reference)' is neither a "
          + "recording of the catalog nor one of its files")
    }
    // A misspelt header would else pass for a field of one's own.
    let own = items.customColumns.map { "'\($0)'" }.joined(separator: ", ")
    Terminal.remark(
      "\(items.file): \(items.rows - items.unknown.count) media items"
        + (own.isEmpty ? "" : "; fields of your own: \(own)"))
  }
}
