internal import Fingerprinting
internal import Foundation

/// The columns of a table of media items that are fields with a type.
enum MediaItemColumn: String, CaseIterable {
  case identifier, title, subtitle, artist, isrc, storeID, storeURL, webURL, artworkURL, videoURL
  case genres, explicitContent, creationDate, timeRanges, frequencySkewRanges

  /// What a cell holds, in a few words.
  var holds: String {
    switch self {
    case .identifier: "the publisher's name for the item"
    case .title, .subtitle, .artist: "text"
    case .isrc: "a recording code"
    case .storeID: "a store's name for the item"
    case .storeURL, .webURL, .artworkURL, .videoURL: "a URL"
    case .genres: "genres with ';' between"
    case .explicitContent: "true or false"
    case .creationDate: "a date, or date and time, of ISO 8601"
    case .timeRanges:
      "START..END in seconds or as 1:02:03.5, with ';' between, without the END; 90..end is open"
    case .frequencySkewRanges: "FROM..TO as fractions such as -0.01..0.01, with ';' between"
    }
  }

  private enum Kind {
    case text(WritableKeyPath<MediaItem, String?>)
    case url(WritableKeyPath<MediaItem, URL?>)
    case genres, flag, date, times, skews
  }

  private var kind: Kind {
    switch self {
    case .identifier: .text(\.identifier)
    case .title: .text(\.title)
    case .subtitle: .text(\.subtitle)
    case .artist: .text(\.artist)
    case .isrc: .text(\.isrc)
    case .storeID: .text(\.storeID)
    case .storeURL: .url(\.storeURL)
    case .webURL: .url(\.webURL)
    case .artworkURL: .url(\.artworkURL)
    case .videoURL: .url(\.videoURL)
    case .genres: .genres
    case .explicitContent: .flag
    case .creationDate: .date
    case .timeRanges: .times
    case .frequencySkewRanges: .skews
    }
  }

  /// Sets the field of an item from a cell.
  func read(_ cell: String, into item: inout MediaItem) throws(CellProblem) {
    guard !cell.isEmpty else { return }
    switch kind {
    case .text(let path): item[keyPath: path] = cell
    case .url(let path):
      guard let url = URL(mediaText: cell) else { throw CellProblem(expected: "a URL", cell) }
      item[keyPath: path] = url
    case .genres: item.genres = try Self.genres(cell)
    case .flag:
      guard let flag = Bool(cell) else { throw CellProblem(expected: "true or false", cell) }
      item.explicitContent = flag
    case .date:
      guard let date = MediaDate.date(cell) else {
        throw CellProblem(expected: MediaDate.expected, cell)
      }
      item.creationDate = date
    case .times:
      item.timeRanges = try Self.ranges(
        cell, "times such as 0..30.5 or 1:02:03..1:03:00", Self.time
      ).map { Seconds($0.lowerBound)..<Seconds($0.upperBound) }
    case .skews:
      item.frequencySkewRanges = try Self.ranges(
        cell, "fractions such as -0.01..0.01", Self.number)
    }
  }

  /// The cell for the field of an item.
  func text(of item: MediaItem) -> String {
    switch kind {
    case .text(let path): item[keyPath: path] ?? ""
    case .url(let path): item[keyPath: path]?.absoluteString ?? ""
    case .genres: Self.text(ofGenres: item.genres)
    case .flag: item.explicitContent ? "true" : ""
    case .date: item.creationDate.map(MediaDate.text) ?? ""
    case .times:
      item.timeRanges.map {
        "\(Self.text($0.lowerBound.value))..\(Self.text($0.upperBound.value))"
      }.joined(separator: ";")
    case .skews:
      item.frequencySkewRanges.map { "\(Self.text($0.lowerBound))..\(Self.text($0.upperBound))" }
        .joined(separator: ";")
    }
  }

  private static func genres(_ cell: String) throws(CellProblem) -> [String] {
    guard cell.hasPrefix("[") else {
      return cell.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
    guard let genres = try? JSONDecoder().decode([String].self, from: Data(cell.utf8)) else {
      throw CellProblem(expected: "genres with ';' between, or a JSON list of texts", cell)
    }
    return genres
  }

  private static func text(ofGenres genres: [String]) -> String {
    let plain = genres.joined(separator: ";")
    guard (try? Self.genres(plain)) != genres else { return plain }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    // Texts always encode.
    return (try? encoder.encode(genres)).map { String(decoding: $0, as: UTF8.self) } ?? plain
  }

  /// Ranges may begin at `start` and end at `end`, before and after all that there is.
  private static func ranges(
    _ cell: String, _ expected: String, _ bound: (String) -> Double?
  ) throws(CellProblem) -> [Range<Double>] {
    var ranges: [Range<Double>] = []
    for part in cell.split(separator: ";", omittingEmptySubsequences: false) {
      let text = part.trimmingCharacters(in: .whitespaces)
      let ends = text.components(separatedBy: "..")
      guard ends.count == 2, let lower = ends[0] == "start" ? -.infinity : bound(ends[0]),
        let upper = ends[1] == "end" ? .infinity : bound(ends[1])
      else {
        throw CellProblem(expected: expected, text)
      }
      guard lower < upper else {
        throw CellProblem("the range '\(text)' must end after it begins")
      }
      ranges.append(lower..<upper)
    }
    return ranges
  }

  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// Seconds, or minutes and seconds, or hours, minutes and seconds.
  private static func time(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return number(text) }
    guard parts.count <= 3, let seconds = number(String(parts[parts.count - 1])),
      (0..<60).contains(seconds), parts[parts.count - 1].utf8.first.map({ $0 != 0x2d }) ?? false
    else { return nil }
    var minutes = 0.0
    for part in parts.dropLast() {
      guard (1...6).contains(part.utf8.count), let whole = UInt32(part),
        part.utf8.first != UInt8(ascii: "+")
      else { return nil }
      minutes = minutes * 60 + Double(whole)
    }
    return minutes * 60 + seconds
  }

  private static func text(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "start" : "end" }
    return number == number.rounded() && number.magnitude < 1e15 ? "\(Int64(number))" : "\(number)"
  }
}

extension MediaItemColumn {
  /// What the header says that a column holds.
  enum Header: Hashable {
    case reference
    case field(MediaItemColumn)
    case custom(String)

    init(_ header: String) throws(CellProblem) {
      guard !header.isEmpty else { throw CellProblem("the column has no name") }
      let prefix = MediaItemTable.customPrefix
      if header == MediaItemTable.referenceColumn {
        self = .reference
      } else if let field = MediaItemColumn(rawValue: header) {
        self = .field(field)
      } else if header.hasPrefix(prefix) {
        self = .custom(String(header.dropFirst(prefix.count)))
      } else if let meant = Self.known(like: header) {
        // Taken for a field of one's own, `Title` would be missed by everybody.
        throw CellProblem(
          "did you mean '\(meant)'? A field of your own that is called '\(header)' needs the header "
            + "'\(prefix)\(header)'")
      } else {
        self = .custom(header)
      }
    }

    /// The header of the column.
    var text: String {
      switch self {
      case .reference: return MediaItemTable.referenceColumn
      case .field(let field): return field.rawValue
      case .custom(let name):
        let prefix = MediaItemTable.customPrefix
        let isPlain = !name.isEmpty && !name.hasPrefix(prefix) && Self.known(like: name) == nil
        return isPlain ? name : prefix + name
      }
    }

    private static func known(like name: String) -> String? {
      func bare(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
      }
      return ([MediaItemTable.referenceColumn] + MediaItemColumn.allCases.map(\.rawValue)).first {
        bare($0) == bare(name)
      }
    }
  }
}

/// Cells of custom fields: JSON where they are JSON, else text.
enum CustomCell {
  /// The value of a cell; nil where it is empty.
  ///
  /// - Throws: where it begins as JSON and goes on otherwise: half of an object is no text that
  ///   somebody meant.
  static func value(of cell: String) throws(CellProblem) -> JSONValue? {
    guard let first = cell.utf8.first else { return nil }
    let value = try? JSONDecoder().decode(JSONValue.self, from: Data(cell.utf8))
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      guard let value else {
        throw CellProblem(
          expected: "JSON, as it begins with '\(Unicode.Scalar(first))'; text that begins so must "
            + "be JSON text in quotation marks", cell)
      }
      return value
    case UInt8(ascii: "-"), 0x30...0x39, UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      // Spaces around it would be lost.
      let isWhole = cell.utf8.last.map { $0 > 0x20 } ?? false
      return isWhole ? value ?? .string(cell) : .string(cell)
    default: return .string(cell)
    }
  }

  /// The cell of a value.
  static func text(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    if case .string(let text) = value, (try? self.value(of: text)) == value { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers that are not finite have no JSON; they cannot have come from any.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Why a cell cannot be meant.
struct CellProblem: Error, Hashable {
  let words: String

  init(_ words: String) { self.words = words }

  /// What was expected, and the beginning of what was found.
  init(expected: String, _ found: String) {
    let shown = found.count > 60 ? found.prefix(60) + "…" : found[...]
    words = "expected \(expected), found '\(shown)'"
  }
}
