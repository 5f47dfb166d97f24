public import Fingerprinting
internal import Foundation
internal import Processes

/// What a sound file says of itself.
public struct AudioTags: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// Who performs.
  public var artist: String?
  /// The album.
  public var album: String?
  /// The International Standard Recording Code, twelve letters and digits.
  public var isrc: String?

  /// Whether nothing is said.
  public var isEmpty: Bool { self == AudioTags() }

  /// No tags.
  public init() {}

  /// Reads the tags of a file: by libsndfile, which takes less than a millisecond, and by ffprobe only
  /// where that cannot tell: other formats, and the ISRC.
  ///
  /// Text that is no UTF-8 is taken for Latin-1. What cannot be read is missing, never an error.
  ///
  /// - Parameter path: a sound file.
  public init(of path: FilePath) {
    guard let file = try? RegularFile(path) else { return }
    if let source = try? SoundFileSource(FileView(whole: file), isRawGSM: false) {
      title = source.text(.title).flatMap(Self.text)
      artist = source.text(.artist).flatMap(Self.text)
      album = source.text(.album).flatMap(Self.text)
      guard Self.mentionsISRC(file) else { return }
    }
    guard let program = FFmpegProgram.find("ffprobe"),
      let result = try? runProgram(
        program,
        FFmpegProgram.caution + [
          "-print_format", "json", "-show_entries", "format_tags:stream_tags", "-select_streams",
          "a:0", FFmpegProgram.argument(for: path),
        ], patience: FFmpegProgram.patience),
      // It does not mend all that is no UTF-8.
      let answer = try? JSONDecoder().decode(
        Answer.self, from: Data(String(decoding: result.output, as: UTF8.self).utf8))
    else { return }
    var found: [String: String] = [:]
    for tags in [answer.format?.tags, answer.streams?.first?.tags] {
      for (name, value) in (tags ?? [:]).sorted(by: { $0.key < $1.key }) {
        found[name.lowercased()] = found[name.lowercased()] ?? value
      }
    }
    func text(_ name: String) -> String? { found[name].flatMap { Self.text(Array($0.utf8)) } }
    title = title ?? text("title")
    artist = artist ?? text("artist")
    album = album ?? text("album")
    isrc = (text("isrc") ?? text("tsrc")).flatMap(Self.code)
  }

  private struct Answer: Decodable {
    struct Part: Decodable { var tags: [String: String]? }
    var format: Part?
    var streams: [Part]?
  }

  /// Whether the file's beginning, where tags are, has the name of an ISRC in it.
  private static func mentionsISRC(_ file: RegularFile) -> Bool {
    let head = file.bytes(at: 0, count: 1 << 18)
    return head.indices.dropLast(3).contains { place in
      let (first, second) = (head[place] & 0xdf, head[place + 1] & 0xdf)
      guard
        (first == UInt8(ascii: "I") && second == UInt8(ascii: "S"))
          || (first == UInt8(ascii: "T") && second == UInt8(ascii: "S"))
      else { return false }
      return head[place + 2] & 0xdf == UInt8(ascii: "R")
        && head[place + 3] & 0xdf == UInt8(ascii: "C")
    }
  }

  /// A code without its hyphens; nil where it is none.
  private static func code(_ text: String) -> String? {
    let code = text.uppercased().filter { $0 != "-" && $0 != " " }
    let isCode =
      code.utf8.count == 12
      && code.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
    return isCode ? code : nil
  }

  /// Bytes as text on one line; nil where nothing is left.
  private static func text(_ bytes: [UInt8]) -> String? {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) ? " " : $0
        })
    ).trimmingCharacters(in: .whitespaces)
    return line.isEmpty || line == String(repeating: "\u{fffd}", count: line.count) ? nil : line
  }
}
