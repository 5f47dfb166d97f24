public import Fingerprinting
internal import Foundation
internal import Tabular

/// How the files of a folder are named and labelled.
public enum CorpusLayout: String, CaseIterable, Sendable {
  /// Any folder: the file's name is the title.
  case folder
  /// The Free Music Archive's: `fma_small/000/000002.mp3`, and `tracks.csv` there, beside it, or in
  /// `fma_metadata`.
  case fma
  /// GTZAN's: `genres/blues/blues.00000.au`, or the same as WAV.
  case gtzan

  /// The labels of a folder's files.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: what is known of a file by its name without ending.
  /// - Throws: `CorpusError` where a list is missing, or naming each row that is not valid by its line.
  func labels(in folder: FilePath) throws(CorpusError) -> [String: TrackLabel] {
    self == .fma ? try Self.fmaLabels(in: folder) : [:]
  }

  // MARK: FMA

  private static func fmaLabels(in folder: FilePath) throws(CorpusError) -> [String: TrackLabel] {
    let places = [
      folder, folder.appending("fma_metadata"), folder.appending(".."),
      folder.appending("..").appending("fma_metadata"),
    ].map { $0.appending("tracks.csv") }
    guard let file = places.first(where: { isRegularFile($0) }) else {
      throw .missing(
        path: places[0],
        remedy: "put tracks.csv of fma_metadata.zip there, beside the folder, or in fma_metadata")
    }
    let bytes = try readFile(file, orElse: "")
    let rows: [(line: Int, fields: [String])]
    do throws(CSVError) {
      rows = try CSV.rowsWithLines(of: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .invalid(path: file, problems: [error.description])
    }
    // Two rows name the columns, a third names the index.
    guard rows.count >= 3, rows[2].fields.first == "track_id" else {
      throw .invalid(
        path: file,
        problems: ["line 3: expected 'track_id' below two rows of names, as in fma_metadata"])
    }
    let names = zip(rows[0].fields, rows[1].fields).map { "\($0).\($1)" }
    func column(_ name: String) -> Int? { names.firstIndex(of: name) }
    var labels: [String: TrackLabel] = [:]
    var problems: [String] = []
    for (line, fields) in rows.dropFirst(3) {
      func field(_ name: String) -> String? {
        column(name).flatMap { $0 < fields.count ? fields[$0] : nil }.flatMap {
          $0.isEmpty ? nil : $0
        }
      }
      guard fields.count == names.count, let number = Int(fields[0]), number >= 0 else {
        problems.append(
          "line \(line): expected a track's number and \(names.count) fields, found '\(fields[0])' "
            + "and \(fields.count)")
        continue
      }
      let split: Split?
      switch field("set.split") {
      case "training"?: split = .tuning
      case "validation"?: split = .calibration
      case "test"?: split = .test
      case nil: split = nil
      case let other?:
        problems.append(
          "line \(line): expected training, validation or test as split, found '\(other)'")
        continue
      }
      let digits = "\(number)"
      let stem = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
      labels[stem] = TrackLabel(
        title: field("track.title"), artist: field("artist.name"),
        licence: field("track.license"), split: split)
    }
    if !problems.isEmpty { throw .invalid(path: file, problems: problems) }
    return labels
  }
}

/// What a layout knows of a file beyond its sound.
struct TrackLabel: Sendable {
  var title: String?
  var artist: String?
  var licence: String?
  var split: Split?
}

/// The pairs of MIREX's audio fingerprinting task: a text file with `QUERY<tab>REFERENCE` a line.
///
/// That is the form in which the task wants answers and scores them line by line against the truth
/// (https://www.music-ir.org/mirex/wiki/2014:Audio_Fingerprinting, "Submission format"). What names the
/// truth of the public 1,062 queries to GTZAN is documented nowhere that we found.
public enum MIREXQueries {
  /// Turns such a list into the list of recorded queries of a corpus.
  ///
  /// - Parameters:
  ///   - file: a query's path and its reference's name or path a line, with a tab between, or a
  ///     comma or semicolon where there is no tab; nothing after the tab where no reference holds the
  ///     query. References are told by their names without folder and ending.
  ///   - corpus: the corpus with the references.
  /// - Returns: CSV for `queries.csv`, with absolute paths of queries; offsets are unknown.
  /// - Throws: `CorpusError` naming each line that is not valid.
  public static func csv(
    from file: FilePath, corpus: CorpusManifest
  ) throws(CorpusError) -> String {
    let bytes = try readFile(file, orElse: "name a list of queries and references")
    var references: [String: TrackID] = [:]
    for track in corpus.tracks where track.role == .reference {
      references[stem(of: track.file)] = track.id
    }
    let known = references.keys.sorted()
    var writer = CSVWriter()
    writer.row(["query", "reference", "offset_s", "skew"])
    var problems: [String] = []
    let lines = String(decoding: bytes, as: UTF8.self).trimmingPrefix("\u{feff}")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty || text.hasPrefix("#") { continue }
      // Names may hold commas; only a line without a tab is divided by them.
      let isTabbed = line.contains("\t")
      let parts = line.split(
        omittingEmptySubsequences: !isTabbed,
        whereSeparator: { isTabbed ? $0 == "\t" : ",;".contains($0) }
      ).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, !parts[0].isEmpty else {
        problems.append(
          "line \(place + 1): expected a query and its reference with a tab between, found '\(text)'"
        )
        continue
      }
      // 'blues.00000' has no ending that could be taken off.
      let name = parts[1].split(separator: "/").last.map(String.init) ?? ""
      let reference = name.isEmpty ? TrackID("") : references[name] ?? references[stem(of: name)]
      guard let reference else {
        problems.append(
          "line \(place + 1): the corpus has no reference '\(name)'; "
            + nearest(to: name, among: known))
        continue
      }
      let path = parts[0].path(beside: file)
      guard let absolute = path.withCString({ realpath($0, nil) }) else {
        problems.append("line \(place + 1): there is no file '\(path)'")
        continue
      }
      defer { free(absolute) }
      let resolved = FilePath(
        bytes: Array(UnsafeRawBufferPointer(start: absolute, count: strlen(absolute))))
      writer.row([resolved.description, reference.rawValue, "", ""])
    }
    if !problems.isEmpty { throw .invalid(path: file, problems: problems) }
    return writer.text
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
  }
}
