internal import Fingerprinting
internal import Foundation
internal import LiveMatching
internal import Tabular

/// A setlist as a file: the ending of its name says how it is written.
struct SetlistText {
  /// How a setlist can be written.
  enum Format: String, CaseIterable {
    case csv, json, cue, m3u
  }

  /// What listeners are told of a reference.
  struct Title {
    var title: String
    var artist: String?
    var identifier: String?
    var isrc: String?
    var url: String?
    /// A file that holds it, with an absolute path.
    var file: FilePath?

    /// Artist and title.
    var words: String { (artist.map { $0 + ", " } ?? "") + title }
  }

  let entries: [Setlist.Entry]
  /// The title of a reference.
  let title: (TrackID) -> Title
  /// What was listened to.
  let source: String
  /// The file that was listened to; absent for what is live.
  var recording: FilePath?
  /// Where the text will lie: players look for a recording from there.
  var destination: FilePath?

  /// The format that a file's name asks for.
  static func format(of path: FilePath) -> Format? {
    let name = path.lastComponent.description
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return Format(rawValue: ending == "m3u8" ? "m3u" : ending)
  }

  /// The file's text.
  func text(_ format: Format) throws -> String {
    switch format {
    case .csv: csv
    case .json: try json
    case .cue: cue
    case .m3u: m3u
    }
  }

  private var csv: String {
    let header = [
      "start_s", "end_s", "title", "reference", "artist", "frequency_skew", "time_scale",
      "confidence", "identifier", "isrc", "url", "alternatives",
    ]
    return CSV.render(
      [header]
        + entries.map { entry in
          let title = title(entry.track)
          return [
            Digits.fixed(entry.start.value, 2), Digits.fixed(entry.end.value, 2), title.title,
            entry.track.rawValue, title.artist ?? "", Digits.fixed(entry.frequencySkew, 5),
            Digits.fixed(entry.timeScale, 5), entry.confidence.map { Digits.fixed($0, 4) } ?? "",
            title.identifier ?? "", title.isrc ?? "", title.url ?? "",
            entry.alternatives.map(\.rawValue).joined(separator: ";"),
          ]
        })
  }

  private var json: String {
    get throws {
      struct Other: Encodable {
        var reference: String
        var title: String
        var artist: String?
      }
      struct Row: Encodable {
        var start: Double
        var end: Double
        var title: String
        var artist: String?
        var identifier: String?
        var isrc: String?
        var url: String?
        var reference: String
        var offset: Double
        var frequencySkew: Double
        var timeScale: Double
        var score: Double
        var confidence: Double?
        var alternatives: [Other]?
      }
      let rows = entries.map { entry in
        let title = self.title(entry.track)
        let others = entry.alternatives.map { track in
          let title = self.title(track)
          return Other(reference: track.rawValue, title: title.title, artist: title.artist)
        }
        return Row(
          start: rounded(entry.start.value, 100), end: rounded(entry.end.value, 100),
          title: title.title, artist: title.artist, identifier: title.identifier, isrc: title.isrc,
          url: title.url, reference: entry.track.rawValue,
          offset: rounded(entry.offset.value, 100),
          frequencySkew: rounded(entry.frequencySkew, 100_000),
          timeScale: rounded(entry.timeScale, 100_000), score: rounded(entry.score, 100),
          confidence: entry.confidence, alternatives: others.isEmpty ? nil : others)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
    }
  }

  /// A cue sheet: times in minutes, seconds and frames of 1/75 s; at most 99 tracks exist in it.
  ///
  /// What was live has no file that a player could look for.
  private var cue: String {
    var lines: [String] = []
    if let recording {
      lines.append("FILE \(quoted(Self.place(of: recording, from: destination))) \(fileType)")
    } else {
      lines.append("REM SOURCE \(quoted(source))")
    }
    for (place, entry) in entries.prefix(99).enumerated() {
      let title = self.title(entry.track)
      let frames = Int(saturating: (max(0, entry.start.value) * 75).rounded())
      lines.append("  TRACK \(two(place + 1)) AUDIO")
      lines.append("    TITLE \(quoted(title.title))")
      if let artist = title.artist { lines.append("    PERFORMER \(quoted(artist))") }
      if let isrc = title.isrc { lines.append("    ISRC \(oneLine(isrc))") }
      lines.append(
        "    INDEX 01 \(two(frames / 75 / 60)):\(two(frames / 75 % 60)):\(two(frames % 75))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The type of the recording; whatever has none of its own in cue sheets goes as WAVE.
  private var fileType: String {
    let name = (recording?.lastComponent.description ?? "").lowercased()
    if name.hasSuffix(".mp3") { return "MP3" }
    return name.hasSuffix(".aif") || name.hasSuffix(".aiff") ? "AIFF" : "WAVE"
  }

  /// How a file is found from where a text lies: by its name alone in the same folder, else by its
  /// absolute path.
  private static func place(of file: FilePath, from text: FilePath?) -> String {
    let file = absolute(file)
    let folder = text.map { absolute($0).bytes.dropLast($0.lastComponent.bytes.count) } ?? []
    let isNear = file.bytes.dropLast(file.lastComponent.bytes.count) == folder
    return String(decoding: isNear ? file.lastComponent.bytes : file.bytes, as: UTF8.self)
  }

  private static func absolute(_ path: FilePath) -> FilePath {
    guard path.bytes.first != UInt8(ascii: "/") else { return path }
    let current = FileManager.default.currentDirectoryPath
    let bytes =
      path.bytes.starts(with: Array("./".utf8)) ? Array(path.bytes.dropFirst(2)) : path.bytes
    return FilePath(bytes: Array(current.utf8) + [UInt8(ascii: "/")] + bytes)
  }

  /// Paths are absolute and stand as they are; what would not survive in a line of text goes as the
  /// address of the file.
  private var m3u: String {
    var lines = ["#EXTM3U"]
    for entry in entries {
      let title = self.title(entry.track)
      let seconds = Int(saturating: (entry.end.value - entry.start.value).rounded())
      let words = oneLine((title.artist.map { $0 + " - " } ?? "") + title.title)
      guard let place = title.file.map(Self.line) ?? title.url else {
        lines.append("# \(words): the catalog knows no file of it")
        continue
      }
      lines.append("#EXTINF:\(seconds),\(words)")
      lines.append(place)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ file: FilePath) -> String {
    let path = absolute(file).bytes
    if let text = String(validating: path, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
    {
      return text
    }
    let digits = Array("0123456789ABCDEF")
    return "file://"
      + path.map { byte in
        switch byte {
        case 0x2d...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "_"), UInt8(ascii: "~"):
          String(UnicodeScalar(byte))
        default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
      }.joined()
  }

  private func rounded(_ value: Double, _ parts: Double) -> Double {
    (value * parts).rounded() / parts
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Cue sheets have no way to write a quotation mark inside quotation marks.
  private func quoted(_ text: String) -> String {
    "\"" + oneLine(text).replacing("\"", with: "'") + "\""
  }
}
