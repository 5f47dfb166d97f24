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

    /// Artist and title.
    var words: String { (artist.map { $0 + ", " } ?? "") + title }
  }

  let entries: [Setlist.Entry]
  /// The title of a reference.
  let title: (TrackID) -> Title
  /// What was listened to.
  let source: String

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
    CSV.render(
      [["start_s", "end_s", "title", "reference"]]
        + entries.map { entry in
          [
            Digits.fixed(entry.start.value, 2), Digits.fixed(entry.end.value, 2),
            title(entry.track).title, entry.track.rawValue,
          ]
        })
  }

  private var json: String {
    get throws {
      struct Row: Encodable {
        var start: Double
        var end: Double
        var title: String
        var artist: String?
        var reference: String
        var offset: Double
        var frequencySkew: Double
        var score: Double
        var confidence: Double?
      }
      let rows = entries.map { entry in
        let title = self.title(entry.track)
        return Row(
          start: rounded(entry.start.value, 100), end: rounded(entry.end.value, 100),
          title: title.title, artist: title.artist, reference: entry.track.rawValue,
          offset: rounded(entry.offset.value, 100),
          frequencySkew: rounded(entry.frequencySkew, 100_000), score: rounded(entry.score, 100),
          confidence: entry.confidence)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
    }
  }

  /// A cue sheet: times in minutes, seconds and frames of 1/75 s; at most 99 tracks exist in it.
  private var cue: String {
    var lines = ["FILE \(quoted(source)) WAVE"]
    for (place, entry) in entries.prefix(99).enumerated() {
      let title = self.title(entry.track)
      let frames = Int(saturating: (max(0, entry.start.value) * 75).rounded())
      lines.append("  TRACK \(two(place + 1)) AUDIO")
      lines.append("    TITLE \(quoted(title.title))")
      if let artist = title.artist { lines.append("    PERFORMER \(quoted(artist))") }
      lines.append(
        "    INDEX 01 \(two(frames / 75 / 60)):\(two(frames / 75 % 60)):\(two(frames % 75))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var m3u: String {
    var lines = ["#EXTM3U"]
    for entry in entries {
      let title = self.title(entry.track)
      let seconds = Int(saturating: (entry.end.value - entry.start.value).rounded())
      let words = (title.artist.map { $0 + " - " } ?? "") + title.title
      lines.append("#EXTINF:\(seconds),\(oneLine(words))")
      lines.append(oneLine(entry.track.rawValue))
    }
    return lines.joined(separator: "\n") + "\n"
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
