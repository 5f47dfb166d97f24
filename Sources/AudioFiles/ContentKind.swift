/// What a file's first bytes look like, whatever its name says.
struct ContentKind {
  enum Family {
    case riff
    case ogg
    case flac
    case rawGSM
    /// Sound or video in a container that needs no special care.
    case other
    /// Perhaps MPEG audio, which has no mark of its own.
    case unknown
    /// Text, pictures, archives: nothing that a decoder should be let loose on.
    case notSound
  }

  let name: String
  let family: Family
  /// Where it begins, after tags that came before.
  let offset: Int64

  private struct Mark {
    let bytes: [UInt8]
    let offset: Int
    let name: String
    let family: Family

    init(_ text: String, at offset: Int = 0, _ name: String, _ family: Family = .other) {
      bytes = Array(text.utf8)
      self.offset = offset
      self.name = name
      self.family = family
    }

    init(_ bytes: [UInt8], _ name: String, _ family: Family = .other) {
      self.bytes = bytes
      offset = 0
      self.name = name
      self.family = family
    }
  }

  private static let marks = [
    Mark("WAVE", at: 8, "RIFF/WAVE", .riff),
    Mark("OggS", "Ogg", .ogg),
    Mark("fLaC", "FLAC", .flac),
    Mark("AIFF", at: 8, "AIFF"),
    Mark("AIFC", at: 8, "AIFF-C"),
    Mark("ftyp", at: 4, "MP4 or M4A (ISO media)"),
    Mark("moov", at: 4, "QuickTime"),
    Mark([0x1a, 0x45, 0xdf, 0xa3], "Matroska or WebM"),
    Mark([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], "ASF (WMA)"),
    Mark([0x72, 0x69, 0x66, 0x66, 0x2e, 0x91], "Sony Wave64"),
    Mark("caff", "Apple CAF"),
    Mark(".snd", "AU"),
    Mark("dns.", "AU"),
    Mark("wvpk", "WavPack"),
    Mark("MAC ", "Monkey's Audio"),
    Mark("TTA1", "True Audio"),
    Mark("MPCK", "Musepack"),
    Mark("MP+", "Musepack"),
    Mark("#!AMR", "AMR"),
    Mark("Creative Voice File", "VOC"),
    Mark("AVI ", at: 8, "AVI"),
    Mark("FLV", "Flash video"),
    Mark("DSD ", "DSF"),
    Mark("FRM8", "DSDIFF"),
    Mark([0x89, 0x50, 0x4e, 0x47], "a PNG picture", .notSound),
    Mark([0xff, 0xd8, 0xff, 0xe0], "a JPEG picture", .notSound),
    Mark([0xff, 0xd8, 0xff, 0xe1], "a JPEG picture", .notSound),
    Mark("GIF8", "a GIF picture", .notSound),
    Mark("%PDF", "a PDF document", .notSound),
    Mark([0x50, 0x4b, 0x03, 0x04], "a ZIP archive", .notSound),
    Mark([0x1f, 0x8b], "a gzip archive", .notSound),
    Mark([0xfd, 0x37, 0x7a, 0x58, 0x5a], "an xz archive", .notSound),
    Mark([0x37, 0x7a, 0xbc, 0xaf], "a 7z archive", .notSound),
    Mark([0x7f, 0x45, 0x4c, 0x46], "an ELF program", .notSound),
    Mark("SQLite format 3", "an SQLite database", .notSound),
  ]

  init(of file: RegularFile) {
    let start = Self.endOfTags(file, from: 0)
    let head = file.bytes(at: start, count: 512)
    offset = start
    if file.size == 0 {
      (name, family) = ("an empty file", .notSound)
    } else if let mark = Self.marks.first(where: { mark in
      head.dropFirst(mark.offset).starts(with: mark.bytes)
    }) {
      family = mark.family
      name = family == .ogg ? Self.oggName(head) : mark.name
    } else if Self.isText(head) {
      (name, family) = ("text", .notSound)
    } else if Self.isRawGSM(head) {
      (name, family) = ("raw GSM 06.10", .rawGSM)
    } else if head.count > 1, head[0] == 0xff, head[1] & 0xf6 == 0xf0 {
      (name, family) = ("AAC (ADTS)", .other)
    } else {
      (name, family) = ("an unknown format", .unknown)
    }
  }

  /// The codec of an Ogg file, by the beginning of its first packet.
  private static func oggName(_ head: [UInt8]) -> String {
    let packet = head.dropFirst(28)
    let codecs = [
      ("\u{1}vorbis", "Vorbis"), ("OpusHead", "Opus"), ("\u{7f}FLAC", "FLAC"), ("Speex", "Speex"),
    ]
    return codecs.first { packet.starts(with: $0.0.utf8) }.map { "Ogg \($0.1)" } ?? "Ogg"
  }

  /// Where the ID3v2 tags end that begin at an offset, one after the other.
  static func endOfTags(_ file: RegularFile, from offset: Int64) -> Int64 {
    var place = offset
    while true {
      let head = file.bytes(at: place, count: 10)
      guard head.count == 10, head.starts(with: "ID3".utf8), head[3] < 0xff,
        head[6...].allSatisfy({ $0 < 0x80 })
      else { return place }
      let size = head[6...].reduce(Int64(0)) { $0 << 7 | Int64($1) }
      // A footer repeats the header.
      place += 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
      if place >= file.size { return offset }
    }
  }

  private static func isText(_ head: [UInt8]) -> Bool {
    guard !head.isEmpty, !head.contains(where: { $0 == 0x7f || $0 < 0x20 && !(9...13 ~= $0) })
    else { return false }
    // The cut at the end may split a character.
    return (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// Frames of 33 bytes, each beginning with the nibble 0xD.
  private static func isRawGSM(_ head: [UInt8]) -> Bool {
    head.count >= 66 && stride(from: 0, to: head.count, by: 33).allSatisfy { head[$0] >> 4 == 0xd }
  }
}
