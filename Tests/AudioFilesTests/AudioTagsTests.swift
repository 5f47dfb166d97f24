import AudioFiles
import Fingerprinting
import TestSupport
import Testing

struct AudioTagsTests {
  private static let options = [
    "-metadata", "title=Grüße", "-metadata", "artist=Björk", "-metadata", "album=Ein Album",
    "-metadata", "ISRC=US-RC1-76-07839",
  ]

  /// ffmpeg writes them, each format in its own way.
  @Test(arguments: [
    "tagged.flac", "tagged.ogg", "tagged.opus", "tagged.mp3", "tagged.m4a", "tagged.wav",
  ])
  func tagsAreRead(name: String) throws {
    // In MP3 the code has a name of its own.
    let path = try Fixtures.encoded(
      name, Self.options + (name.hasSuffix("mp3") ? ["-metadata", "TSRC=USRC17607839"] : []))
    let tags = AudioTags(of: path)
    #expect(tags.title == "Grüße" && tags.artist == "Björk" && tags.album == "Ein Album")
    // MP4 has no place for it.
    #expect(tags.isrc == (name.hasSuffix("m4a") ? nil : "USRC17607839"))
  }

  /// The old tags of MP3 have no encoding: 128 bytes at the end, usually Latin-1.
  @Test func latin1IsUnderstood() throws {
    func field(_ text: String) -> [UInt8] {
      let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      return bytes + [UInt8](repeating: 0x20, count: 30 - bytes.count)
    }
    let bare = try Fixtures.encoded("bare.mp3", ["-map_metadata", "-1", "-id3v2_version", "0"])
    let sound = try bare.read()
    try withTemporaryDirectory { folder in
      let path = folder.appending("old.mp3")
      try path.write(
        sound + Array("TAG".utf8) + field("Grüße") + field("Björk") + field("Ärger")
          + [UInt8](repeating: 0, count: 35))
      let tags = AudioTags(of: path)
      #expect(tags.title == "Grüße" && tags.artist == "Björk" && tags.album == "Ärger")
    }
  }

  @Test func whatSaysNothingHasNone() throws {
    #expect(AudioTags(of: try Fixtures.wave()).isEmpty)
    #expect(AudioTags(of: FilePath("/nowhere/at all")).isEmpty)
    try withTemporaryDirectory { folder in
      let path = folder.appending("text.mp3")
      try path.write(Array("ISRC no sound at all".utf8))
      #expect(AudioTags(of: path).isEmpty)
    }
  }

  /// libmpg123 prints without saying of which file: it is a warning of the file instead.
  @Test func complaintsOfTheDecoderBelongToTheFile() throws {
    let sound = try Fixtures.mp3().read()
    let warnings = try withTemporaryDirectory { folder in
      try (0..<12).flatMap { number in
        let path = folder.appending("\(number).mp3")
        try path.write(Self.damaged(sound, by: Seed(4).deriving("\(number)")))
        return try decodeMono(path, at: nil) { _ in }.warnings
      }
    }
    #expect(warnings.contains { $0.contains("the MPEG decoder says: ") })
    #expect(!warnings.contains { $0.contains("libmpg123/") })
  }

  private static func damaged(_ sound: [UInt8], by seed: Seed) -> [UInt8] {
    var (damaged, generator) = (sound, seed.generator)
    for _ in 0..<6 {
      damaged[generator.integer(in: 2_000...damaged.count - 1)] =
        UInt8(truncatingIfNeeded: generator.next())
    }
    return damaged
  }
}
