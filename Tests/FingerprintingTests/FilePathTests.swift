import Fingerprinting
import Testing

struct FilePathTests {
  @Test func escapingIsUndoneWhateverTheBytes() {
    var generator = SplitMix64(seed: 5)
    let steering: [UInt8] = [
      0x5c, 0x78, 0x2b, 0x30, 0x41, 0x66, 0xc3, 0xa9, 0xe2, 0x80, 0xf0, 0xff,
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<generator.integer(below: 9)).map { _ in
        generator.unit() < 0.7
          ? steering[generator.integer(below: steering.count)]
          : UInt8(truncatingIfNeeded: generator.next())
      }
      let path = FilePath(bytes: bytes)
      let text = path.description
      #expect(FilePath(escaped: text) == path)
      #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
    }
  }

  @Test func textStaysAsItIs() {
    for text in ["/a b/é日本🎵.wav", "e\u{301}.wav", "-dash|,=\"'.wav"] {
      #expect(FilePath(text).description.utf8.elementsEqual(text.utf8))
    }
    #expect(FilePath(bytes: [0x6c, 0xe9, 0x0a, 0x5c]).description == #"l\xe9\x0a\x5c"#)
    #expect(FilePath(escaped: #"\x+5\xg0\x4"#).bytes == Array(#"\x+5\xg0\x4"#.utf8))
  }

  @Test func normalFormsAreTwoPaths() {
    #expect(FilePath("\u{e9}") != FilePath("e\u{301}"))
    #expect(FilePath("e\u{301}") < FilePath("\u{e9}"))
    #expect(TrackID("\u{e9}") != TrackID("e\u{301}"))
    #expect(Set([TrackID("\u{e9}"), TrackID("e\u{301}")]).count == 2)
  }

  @Test func componentsAndStrings() {
    #expect(FilePath("a").appending("b") == FilePath("a/b"))
    #expect(FilePath("a/").appending("b") == FilePath("a/b"))
    #expect(FilePath("").appending("b") == FilePath("b"))
    #expect(FilePath("a/b/c.wav").lastComponent == FilePath("c.wav"))
    #expect(FilePath("c.wav").lastComponent == FilePath("c.wav"))
    #expect(FilePath("aé").withCString { String(cString: $0) } == "aé")
  }
}
